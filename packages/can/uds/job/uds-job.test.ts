import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatHex, parseHex } from "../../bytes/hex.ts";
import { FLAG_EXTENDED, FLAG_FD, type Frame } from "../../frame/frame.ts";
import { IsoTpLink } from "../../isotp/link.ts";
import type { IsoTpSettings } from "../../isotp/options.ts";
import { EcuNode } from "../server/ecu-node.ts";
import { createSimulatedEcu } from "../server/simulated-ecu.ts";
import type { JobAction, JobEvent } from "./job-event.ts";
import { TesterBench } from "./tester-bench.ts";
import type { JobOrder, JobStep } from "./uds-job.ts";

const bytes = (text: string) => {
  const read = parseHex(text);
  if (!read.ok) throw new Error(text);
  return read.value;
};
const ask = (text: string): JobStep => ({ kind: "request", bytes: bytes(text), functional: false });
const order = (steps: readonly JobStep[], more: Partial<JobOrder> = {}): JobOrder => ({
  steps,
  goesOn: false,
  executionUs: 60_000_000,
  ...more,
});
const PHYSICAL = { txId: 0x7e0, rxId: 0x7e8, extendedIds: false };

interface Peer {
  readonly deadlineUs: number;
  receive(frame: Frame, nowUs: number): Frame[];
  tick(nowUs: number): Frame[];
}

/** A bench and its peer on a bus where a frame takes 200 µs. */
function bus(peer: Peer) {
  const bench = new TesterBench();
  const seen: JobAction[] = [];
  let nowUs = 1000;
  function carry(actions: readonly JobAction[]): void {
    const waiting = [...actions];
    for (let action = waiting.shift(); action; action = waiting.shift()) {
      seen.push(action);
      if (action.kind !== "send") continue;
      nowUs += 200;
      for (const answer of peer.receive(action.frame, nowUs)) {
        nowUs += 200;
        waiting.push(...bench.receive(answer, nowUs));
      }
    }
  }
  function pass(untilUs = Number.POSITIVE_INFINITY): void {
    for (let guard = 0; guard < 5000 && (bench.isBusy || nowUs < untilUs); guard++) {
      const next = Math.min(bench.deadlineUs, peer.deadlineUs, untilUs);
      if (!Number.isFinite(next)) return;
      nowUs = Math.max(nowUs, next);
      for (const frame of peer.tick(nowUs)) carry(bench.receive(frame, nowUs));
      carry(bench.tick(nowUs));
    }
  }
  const events = () => seen.flatMap((action) => (action.kind === "event" ? [action.event] : []));
  const end = () => seen.flatMap((action) => (action.kind === "end" ? [action.end] : [])).at(-1);
  const start = (wanted: JobOrder, isoTp: IsoTpSettings = {}, physical = PHYSICAL) => {
    carry(bench.start({ physical, isoTp }, wanted, nowUs));
    pass();
  };
  return { bench, seen, start, carry, pass, events, end, now: () => nowUs };
}

function simulated() {
  const ecu = createSimulatedEcu({
    identifiers: new Map([[0xf190, new TextEncoder().encode("LSVAA49J132047371")]]),
    security: {
      seed: () => Uint8Array.of(1, 2, 3, 4),
      isKey: (_, seed, key) => seed.every((b, i) => key[i] === (b ^ 0x5a)),
    },
    flash: { start: 0, size: 1024 },
    eraseUs: 9_000_000,
  });
  const node = new EcuNode(ecu.server, {
    physical: { txId: 0x7e8, rxId: 0x7e0, extendedIds: false },
    functionalId: 0x7df,
  });
  return { ecu, ...bus(node) };
}

describe("a list of requests [UDS-01]", () => {
  it("tells each request, answer and response pending when it comes, with its frames", () => {
    const { start, events, end } = simulated();
    const erase = "3101FF00440000000000000400";
    const key = (seed: Uint8Array) => seed.map((byte) => byte ^ 0x5a);
    start(order([ask("1003"), ask("22F190"), { kind: "unlock", level: 1, keyOf: key }, ask(erase)]));
    expect(end()).toBe("done");
    expect(events().map(({ kind, step }) => `${step} ${kind}`)).toEqual([
      "0 request",
      "0 positive",
      "1 request",
      "1 positive",
      "2 request",
      "2 positive",
      "2 request",
      "2 positive",
      "3 request",
      "3 pending",
      "3 pending",
      "3 pending",
      "3 positive",
    ]);
    const [, , , vin] = events();
    expect(vin?.frames.map(({ isSent, data }) => `${isSent ? ">" : "<"}${formatHex(data).slice(0, 2)}`)).toEqual([
      "<10",
      ">30",
      "<21",
      "<22",
    ]);
    const times = events().flatMap(({ frames }) => frames.map(({ timeUs }) => timeUs));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it("stops at a refusal, or goes on where it is told to", () => {
    const stopping = simulated();
    stopping.start(order([ask("22FFFF"), ask("22F190")]));
    expect(stopping.events().at(-1)).toMatchObject({ kind: "negative", sid: 0x22, code: 0x31 });
    expect(stopping.end()).toBe("stopped");
    const going = simulated();
    going.start(order([ask("22FFFF"), ask("22F190")], { goesOn: true }));
    expect(going.events().map(({ kind }) => kind)).toEqual(["request", "negative", "request", "positive"]);
    expect(going.end()).toBe("done");
  });

  it("names a silent ECU, a missing flow control and its own execution time apart [UDS-05]", () => {
    const deaf = { deadlineUs: Number.POSITIVE_INFINITY, receive: () => [], tick: () => [] };
    const silent = bus(deaf);
    silent.start(order([ask("3E00")]));
    expect(silent.events().at(-1)).toMatchObject({ kind: "fault", fault: "p2" });
    const long = bus(deaf);
    long.start(order([ask("2EF19001020304050607080910")]));
    expect(long.events().at(-1)).toMatchObject({ kind: "fault", fault: "N_TIMEOUT_Bs" });
    const slow = simulated();
    slow.start(
      order(
        [
          ask("1003"),
          { kind: "unlock", level: 1, keyOf: (seed) => seed.map((b) => b ^ 0x5a) },
          ask("3101FF00440000000000000400"),
        ],
        { executionUs: 3_000_000 },
      ),
    );
    expect(slow.end()).toBe("executionTime");
    expect(slow.bench.isBusy).toBe(false);
  });

  it("keeps the session with 3E between jobs until its end, and then sends nothing", () => {
    const { ecu, start, carry, pass, seen, bench, now } = simulated();
    start(order([ask("1003")]));
    pass(now() + 12_000_000);
    expect(ecu.server.state.session).toBe(3);
    expect([bench.isBusy, bench.holdsSession]).toEqual([false, true]);
    const sent = () =>
      seen.flatMap((action) => (action.kind === "send" ? [formatHex(action.frame.data).slice(0, 6)] : []));
    expect(sent().filter((data) => data === "023E80").length).toBeGreaterThanOrEqual(5);
    start(order([ask("22F190")]));
    carry(bench.end(now()));
    expect(ecu.server.state.session).toBe(1);
    expect(bench.holdsSession).toBe(false);
    const count = sent().length;
    pass(now() + 12_000_000);
    expect(sent()).toHaveLength(count);
  });

  it("is cancelled while an answer is awaited, and the late answer is not taken for the next one's", () => {
    const { bench, carry, start, pass, events, end, now } = simulated();
    carry(
      bench.start(
        { physical: PHYSICAL },
        order([
          ask("1003"),
          { kind: "unlock", level: 1, keyOf: (seed) => seed.map((b) => b ^ 0x5a) },
          ask("3101FF00440000000000000400"),
        ]),
        now(),
      ),
    );
    carry(bench.cancel());
    expect(end()).toBe("cancelled");
    expect(bench.isBusy).toBe(false);
    pass(now() + 12_000_000);
    expect(events().at(-1)?.kind).toBe("request");
    start(order([ask("22F190")]));
    expect(events().at(-1)?.kind).toBe("positive");
  });
});

interface Golden {
  request_id: number;
  response_id: number;
  ext: boolean;
  fd: boolean;
  padding: number;
  blocksize: number;
  pdus: { dir: "req" | "resp"; hex: string; frames: number }[];
}

function shown(event: JobEvent): string {
  if (event.kind === "negative") return formatHex(Uint8Array.of(0x7f, event.sid, event.code)).toLowerCase();
  return "bytes" in event ? formatHex(event.bytes).toLowerCase() : event.kind;
}

describe.each(["own_uds_flash_11bit", "own_uds_flash_29bit_fd"])("the recorded session %s [UDS-01]", (name) => {
  it("is rebuilt request by request, frame by frame", () => {
    const file = new URL(`../../isotp/fixtures/${name}.json`, import.meta.url);
    const golden: Golden = JSON.parse(readFileSync(file, "utf8"));
    const isoTp: IsoTpSettings = {
      padding: golden.padding,
      blockSize: golden.blocksize,
      ...(golden.fd && { fd: true, bitRateSwitch: true, txDl: 64 }),
    };
    const { request_id: txId, response_id: rxId, ext: extendedIds } = golden;
    const link = new IsoTpLink({ txId: rxId, rxId: txId, extendedIds }, isoTp);
    const answers = [...golden.pdus];
    const speak = (nowUs: number): Frame[] => {
      const frames: Frame[] = [];
      while (answers[0]?.dir === "resp" && !link.sender.isBusy) {
        const said = link.send(bytes(answers.shift()?.hex ?? ""), nowUs);
        frames.push(...said.flatMap((action) => (action.kind === "send" ? [action.frame] : [])));
      }
      return frames;
    };
    const heard: string[] = [];
    const hear = (actions: ReturnType<IsoTpLink["receive"]>, nowUs: number): Frame[] => {
      const frames = actions.flatMap((action) => (action.kind === "send" ? [action.frame] : []));
      for (const action of actions) {
        if (action.kind !== "message") continue;
        heard.push(formatHex(action.bytes).toLowerCase());
        answers.shift();
      }
      return [...frames, ...speak(nowUs)];
    };
    const peer: Peer = {
      get deadlineUs() {
        return link.deadlineUs;
      },
      receive: (frame, nowUs) => hear(link.receive(frame, nowUs), nowUs),
      tick: (nowUs) => hear(link.tick(nowUs), nowUs),
    };
    const world = bus(peer);
    const requests = golden.pdus.filter(({ dir, hex }) => dir === "req" && hex !== "3e80");
    world.start(
      order(
        requests.map(({ hex }) => ask(hex)),
        { goesOn: true },
      ),
      isoTp,
      { txId, rxId, extendedIds },
    );
    expect(world.end()).toBe("done");
    expect(heard.filter((hex) => hex !== "3e80")).toEqual(requests.map(({ hex }) => hex));
    const answered = golden.pdus
      .filter(({ hex }) => hex !== "3e80")
      .map(({ hex }) => hex.replace(/^7f..78$/, "pending"));
    expect(world.events().map(shown)).toEqual(answered);
    const flags = (golden.ext ? FLAG_EXTENDED : 0) | (golden.fd ? FLAG_FD : 0);
    const frames = world.seen.flatMap((action) => (action.kind === "send" ? [action.frame] : []));
    expect(frames.every((frame) => (frame.flags & flags) === flags)).toBe(true);
  });
});

describe("a functional request [UDS-01]", () => {
  const many = (...ids: readonly number[]) => {
    const nodes = ids.map((rxId) => {
      const vin = new TextEncoder().encode(`ECU ${rxId.toString(16)} with a long name`);
      const ecu = createSimulatedEcu({
        identifiers: new Map([[0xf190, vin]]),
        security: { seed: () => Uint8Array.of(1), isKey: () => true },
        flash: { start: 0, size: 16 },
      });
      const physical = { txId: rxId, rxId: rxId - 8, extendedIds: false };
      return new EcuNode(ecu.server, { physical, functionalId: 0x7df });
    });
    return bus({
      get deadlineUs() {
        return Math.min(...nodes.map((node) => node.deadlineUs));
      },
      receive: (frame, nowUs) => nodes.flatMap((node) => node.receive(frame, nowUs)),
      tick: (nowUs) => nodes.flatMap((node) => (nowUs >= node.deadlineUs ? node.tick(nowUs) : [])),
    });
  };
  const toAll = (text: string): JobStep => ({ kind: "request", bytes: bytes(text), functional: true });
  const FUNCTIONAL = { txId: 0x7df, rxId: 0x7e8, extendedIds: false };
  const begin = (of: ReturnType<typeof bus>, steps: readonly JobStep[]) => {
    of.carry(of.bench.start({ physical: PHYSICAL, functional: FUNCTIONAL }, order(steps), of.now()));
    of.pass();
  };

  it("is answered by each ECU, of several frames too, and the next one waits for all of them", () => {
    const of = many(0x7e8, 0x7e9, 0x7eb);
    begin(of, [toAll("22F190"), ask("3E00")]);
    expect(of.end()).toBe("done");
    const told = of.events().map(({ kind, step, from }) => `${step} ${kind} ${from?.toString(16) ?? "-"}`);
    expect(told.slice(0, 1)).toEqual(["0 request -"]);
    expect(told.slice(1, 4).sort()).toEqual(["0 positive 7e8", "0 positive 7e9", "0 positive 7eb"]);
    expect(told.slice(4)).toEqual(["1 request -", "1 positive -"]);
    const texts = of
      .events()
      .flatMap((event) => ("bytes" in event && event.from ? [new TextDecoder().decode(event.bytes)] : []));
    expect(texts.filter((text) => text.endsWith("with a long name"))).toHaveLength(3);
  });

  it("counts as answered where only another ECU than the tester's own is there, and as silence where none is", () => {
    const other = many(0x7ea);
    begin(other, [toAll("3E00")]);
    expect(other.events().map(({ kind, from }) => `${kind} ${from ?? ""}`)).toEqual(["request ", "positive 2026"]);
    expect(other.end()).toBe("done");
    const nobody = many();
    begin(nobody, [toAll("3E00")]);
    expect(nobody.events().at(-1)).toMatchObject({ kind: "fault", fault: "p2" });
    expect(nobody.end()).toBe("stopped");
  });
});
