import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type FirmwareOrder, firmwareMessage } from "@canopy/contract/device-link/firmware";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Uplink } from "../link/uplink.ts";
import type { FirmwareFault } from "./firmware.ts";
import { signForSimulators } from "./firmware-key.ts";
import { Terminal } from "./terminal.ts";

const START_US = 1_800_000_000_000_000;
const VERSION = "4.18.00";

/** Keeps what is published; a cut is told and nothing else. */
class KeptLink implements Uplink {
  isOnline = true;
  cuts = 0;
  readonly sent: { topic: UpTopic; json: unknown }[] = [];
  publish(topic: UpTopic, payload: Uint8Array | string): void {
    if (typeof payload === "string") this.sent.push({ topic, json: JSON.parse(payload) });
  }
  cut(): void {
    this.cuts += 1;
  }
  async close(): Promise<void> {}
  of(topic: UpTopic): unknown[] {
    return this.sent.filter((one) => one.topic === topic).map(({ json }) => json);
  }
}

function terminal(firmwareFault?: FirmwareFault) {
  const faults = firmwareFault && { firmwareFault };
  const device = new Terminal({ deviceId: "D", kind: "ev", seed: "t", startUs: START_US, epoch: 42, ...faults });
  const link = new KeptLink();
  device.attach(link);
  device.online();
  let id = 0;
  const install = (order: object) => {
    const message = { id: String(++id), method: "firmware.install", params: order, deadline: device.timeMs + 60_000 };
    device.received("request", Buffer.from(JSON.stringify(message)));
  };
  const stages = () =>
    link.of("firmware").map((told) => {
      const { stage, code } = firmwareMessage.parse(told);
      return code === undefined ? stage : `${stage} ${code}`;
    });
  const ended = async (last: string) => {
    await vi.waitFor(() => expect(stages().at(-1)).toBe(last), 10_000);
    return [...new Set(stages())];
  };
  return { device, link, install, ended };
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

async function imageServer(image: Buffer, serve: Serve = (_, response) => void response.end(image)) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    serve(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fw`;
  const sha256 = createHash("sha256").update(image).digest("hex");
  const content = { version: VERSION, size: image.length, sha256 };
  const order: FirmwareOrder = { url, job: "job 1", ...content, signature: signForSimulators(content) };
  return { order, ranges };
}

describe("the upgrade of a terminal", () => {
  it("is fetched, checked, installed with a restart, and the new version is told [DEV-08] [DEV-12]", async () => {
    const { order } = await imageServer(randomBytes(300_000));
    const { device, link, install, ended } = terminal();
    install(order);
    expect(await ended("restarting")).toEqual(["downloading", "verifying", "installing", "restarting"]);
    expect(device.firmwareVersion).toBe("4.17.02");
    expect(link.of("event")).toContainEqual(
      expect.objectContaining({ kind: "reboot", content: { cause: "firmware" } }),
    );
    device.online();
    expect(await ended("done")).toContain("done");
    expect(link.of("status").at(-1)).toMatchObject({ firmware_version: VERSION });
  });

  it("goes on with the next byte after every cut [DEV-08]", async () => {
    const image = randomBytes(200_000);
    const { order, ranges } = await imageServer(image, (request, response) => {
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, {
        "content-length": image.length - from,
        ...(from > 0 && { "content-range": `bytes ${from}-${image.length - 1}/${image.length}` }),
      });
      const isWhole = image.length - from <= 70_000;
      response.write(image.subarray(from, from + 70_000), () => (isWhole ? response.end() : response.destroy()));
    });
    const { install, ended } = terminal();
    install(order);
    await ended("restarting");
    expect(ranges.length).toBeGreaterThan(2);
    expect(ranges[0]).toBeUndefined();
    expect(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? ""))).toBe(true);
  });

  it.each([
    ["another content", { sha256: "0".repeat(64) }, "hash"],
    ["a shorter one", { size: 1 }, "size"],
    ["a longer one", { size: 2_000_000 }, "size"],
    ["one of another version than was signed", { version: "9.0.0" }, "signature"],
    ["one without a signature", { signature: undefined }, "signature"],
    ["a difference to another version", { base_version: "1.0.0" }, "base"],
    ["one that does not fit", { size: 65 * 1024 * 1024 }, "room"],
  ] as const)("is refused for %s, before anything is installed [DEV-08]", async (_, change, code) => {
    const { order } = await imageServer(randomBytes(100_000));
    const { link, device, install, ended } = terminal();
    install({ ...order, ...change });
    expect(await ended(`failed ${code}`)).not.toContain("installing");
    expect([device.firmwareVersion, link.cuts]).toEqual(["4.17.02", 0]);
  });

  it.each(["hash", "install"] as const)("fails on purpose: %s [DEV-08]", async (fault) => {
    const { order } = await imageServer(randomBytes(1000));
    const { install, ended } = terminal(fault);
    install(order);
    expect(await ended(`failed ${fault}`)).not.toContain("restarting");
  });

  it("goes back to the version before on purpose, and says so [DEV-08]", async () => {
    const { order } = await imageServer(randomBytes(1000));
    const { device, install, ended } = terminal("rolledBack");
    install(order);
    await ended("restarting");
    device.online();
    await ended("failed rolledBack");
    expect(device.firmwareVersion).toBe("4.17.02");
  });

  it("is one for each job; another one meanwhile is told to wait [DEV-08]", async () => {
    const { order } = await imageServer(randomBytes(1000), () => undefined);
    const { link, install } = terminal();
    for (const job of ["a", "a", "b"]) install({ ...order, job });
    await vi.waitFor(() => expect(link.of("reply")).toHaveLength(3));
    expect(link.of("reply")).toEqual([
      expect.objectContaining({ ok: true }),
      expect.objectContaining({ ok: true }),
      expect.objectContaining({ ok: false, code: "busy" }),
    ]);
  });
});
