import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { formatHex } from "@canopy/can/bytes/hex";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { udsMessage } from "@canopy/contract/device-link/uds-job";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TestBroker } from "../simulator/testing/broker.ts";
import { Random } from "../simulator/world/random.ts";

// Every run is a process of its own, on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const BIN = join(import.meta.dirname, "../cli/bin/canopy.mjs");
const DEVICE = "2D010203040506070809";
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function world() {
  const folder = mkdtempSync(join(tmpdir(), "canopy-agent-"));
  writeFileSync(join(folder, "key"), "right-key\n");
  const broker = new TestBroker();
  const url = await broker.listen();
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  ends.push(() => broker.close());
  const agent = (...more: string[]): ChildProcess => {
    const options = [
      "--url",
      url,
      "--device",
      DEVICE,
      "--key-file",
      join(folder, "key"),
      "--spool",
      join(folder, "spool"),
    ];
    const child = spawn(process.execPath, [BIN, "agent", ...options, ...more], {
      stdio: ["pipe", "ignore", "pipe"],
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    });
    ends.push(() => child.kill("SIGKILL"));
    return child;
  };
  return { folder, broker, agent };
}

/** Frame i of a log, 200 µs after the one before: its payload is its number. */
const line = (i: number) => {
  const us = String(i * 200).padStart(9, "0");
  const data = i.toString(16).toUpperCase().padStart(8, "0");
  return `(17000${us.slice(0, -6).padStart(5, "0")}.${us.slice(-6)}) can${i % 2} ${i % 3 === 0 ? "18FEF100" : "1A3"}#${data}\n`;
};
const log = (count: number) => Array.from({ length: count }, (_, i) => line(i)).join("");

interface Stored {
  epoch: number;
  sequence: number;
  numbers: number[];
  hex: string;
}

function read(payload: Uint8Array): Stored {
  const frames = new FrameBatch();
  const header = decodeCb1(payload, frames, (body) => inflateRawSync(body));
  if (!header.ok) throw new Error(header.problem.code);
  const numbers = Array.from({ length: frames.length }, (_, i) => Number.parseInt(formatHex(frames.at(i).data), 16));
  return { epoch: header.value.epoch, sequence: header.value.sequence, numbers, hex: formatHex(payload) };
}

const batchesOf = (broker: TestBroker) =>
  broker.published.filter(({ topic }) => topic === `canopy/1/${DEVICE}/up/frames`).map(({ payload }) => read(payload));

describe("an agent [DEV-12]", () => {
  it("survives kill -9 at any moment: nothing of a log lost, nothing doubled, one epoch [DAT-08]", async () => {
    const FRAMES = 50_000;
    const { folder, broker, agent } = await world();
    const random = new Random("kills");
    const path = join(folder, "drive.log");
    writeFileSync(path, log(FRAMES));
    broker.judge = ({ topic }) => (topic.endsWith("/frames") && random.chance(0.04) ? "cut" : "acknowledge");
    for (let kill = 0; kill < 4; kill++) {
      const seen = broker.published.length;
      const child = agent("--speed", "1", path);
      const gone = once(child, "exit");
      await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(seen), { timeout: 60_000, interval: 20 });
      await new Promise((resolve) => setTimeout(resolve, random.whole(0, 700)));
      child.kill("SIGKILL");
      // Killed, not ended by itself: there was more to send.
      expect((await gone)[1]).toBe("SIGKILL");
    }
    const [code] = await once(agent("--speed", "0", path), "exit");
    expect(code).toBe(0);
    const batches = batchesOf(broker);
    const byIdentity = new Map<string, Stored>();
    for (const batch of batches) {
      const known = byIdentity.get(`${batch.epoch}/${batch.sequence}`);
      // The same identity has the same bytes, whichever process sent it.
      expect(known?.hex ?? batch.hex).toBe(batch.hex);
      byIdentity.set(`${batch.epoch}/${batch.sequence}`, batch);
    }
    const stored = [...byIdentity.values()].sort((a, b) => a.sequence - b.sequence);
    expect(new Set(stored.map(({ epoch }) => epoch)).size).toBe(1);
    expect(stored.map(({ sequence }) => sequence)).toEqual(Array.from({ length: stored.length }, (_, i) => i));
    expect(stored.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: FRAMES }, (_, i) => i));
    expect(batches.length).toBeGreaterThan(stored.length);
    const sent = broker.published.length;
    // The same log again has nothing new.
    expect((await once(agent("--speed", "0", path), "exit"))[0]).toBe(0);
    expect(batchesOf(broker)).toHaveLength(batches.length);
    expect(broker.published.length).toBeGreaterThanOrEqual(sent);
  });

  it("takes candump on standard input, filters it, and keeps what it read while the server is away", async () => {
    const { broker, agent } = await world();
    let isAway = true;
    broker.judge = () => (isAway ? "cut" : "acknowledge");
    const child = agent("--filter", "0:1A3", "-");
    child.stdin?.write(log(600));
    await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(0), 60_000);
    child.kill("SIGINT");
    expect((await once(child, "exit"))[0]).toBe(0);
    isAway = false;
    const again = agent("-");
    again.stdin?.end(line(1000));
    expect((await once(again, "exit"))[0]).toBe(0);
    const wanted = Array.from({ length: 600 }, (_, i) => i).filter((i) => i % 2 === 0 && i % 3 !== 0);
    const stored = new Map(batchesOf(broker).map((batch) => [batch.sequence, batch.numbers]));
    expect([...stored].sort(([a], [b]) => a - b).flatMap(([, numbers]) => numbers)).toEqual([...wanted, 1000]);
  });

  it("listens to interfaces through candump, starts it again when it ends, and stops it with itself", async () => {
    const { folder, broker, agent } = await world();
    writeFileSync(join(folder, "lines"), log(40));
    const script = `#!/bin/sh\necho "$@" >> ${folder}/calls\ncat ${folder}/lines\n[ -f ${folder}/once ] && exec sleep 60\ntouch ${folder}/once\n`;
    writeFileSync(join(folder, "candump"), script, { mode: 0o755 });
    const child = agent("can0", "vcan1");
    const numbers = () => batchesOf(broker).flatMap((batch) => batch.numbers);
    await vi.waitFor(() => expect(numbers()).toHaveLength(80), 60_000);
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(0);
    expect(readFileSync(join(folder, "calls"), "utf8")).toBe("-L -x can0 vcan1\n-L -x can0 vcan1\n");
  });

  it("runs diagnostic jobs on its interfaces through cansend [UDS-01]", async () => {
    const { folder, broker, agent } = await world();
    // An ECU of shell: every request on 7E0 gets the answer to 22 F1 90 on 7E8, in one frame.
    const cansend = `#!/bin/sh\necho "$@" >> ${folder}/sent\nt=$(date +%s).000000\necho "($t) can0 7E8#0462F19041CCCCCC" >> ${folder}/bus\n`;
    writeFileSync(join(folder, "cansend"), cansend, { mode: 0o755 });
    writeFileSync(join(folder, "bus"), "");
    writeFileSync(join(folder, "candump"), `#!/bin/sh\nexec tail -f ${folder}/bus\n`, { mode: 0o755 });
    agent("can0");
    const settings = { physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df };
    const params = { job: "j", settings, steps: [{ data: "22F190" }] };
    await vi.waitFor(
      () => expect(broker.published.some(({ topic }) => topic.endsWith("up/status"))).toBe(true),
      60_000,
    );
    const deadline = Date.now() + 60_000;
    broker.send(`canopy/1/${DEVICE}/down/request`, { id: "1", method: "uds.run", params, deadline });
    const told = () =>
      broker.published
        .filter(({ topic }) => topic.endsWith("up/uds"))
        .map(({ payload }) => udsMessage.parse(JSON.parse(Buffer.from(payload).toString())));
    await vi.waitFor(() => expect(told().at(-1)?.end).toBe("done"), 60_000);
    const events = told().flatMap((message) => message.events);
    expect(events.map(({ kind, data }) => `${kind} ${data}`)).toEqual(["request 22F190", "positive 62F19041"]);
    expect(readFileSync(join(folder, "sent"), "utf8")).toBe("can0 7E0#0322F190CCCCCCCC\n");
  });

  it("asks for the server's time, and then does nothing for a request that came too late [DEV-12]", async () => {
    const { broker, agent } = await world();
    agent("-");
    const said = (name: string) =>
      broker.published
        .filter(({ topic }) => topic.endsWith(`up/${name}`))
        .map(({ payload }) => JSON.parse(payload.toString()));
    await vi.waitFor(() => expect(said("event")).toMatchObject([{ kind: "time.ask" }]), 60_000);
    const ask = (id: string, method: string, more: object) =>
      broker.send(`canopy/1/${DEVICE}/down/request`, { id, method, ...more });
    // The server's clock is an hour ahead of this machine's.
    const serverMs = Date.now() + 3_600_000;
    ask("1", "time.sync", { params: { server_time: serverMs } });
    ask("2", "files.list", { params: {}, deadline: serverMs - 1000 });
    ask("3", "files.list", { params: {}, deadline: serverMs + 600_000 });
    await vi.waitFor(() => expect(said("reply")).toHaveLength(2), 60_000);
    expect(said("reply")).toMatchObject([
      { id: "2", ok: false, code: "late" },
      { id: "3", ok: true },
    ]);
  });

  it("says what is missing", async () => {
    const child = spawn(process.execPath, [BIN, "agent"], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    expect((await once(child, "exit"))[0]).toBe(2);
    expect(said).toContain("--device is needed");
  });
});
