import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { FLAG_EXTENDED, type Frame } from "../frame/frame.ts";
import { J1939Reassembler } from "./reassemble.ts";
import { J1939Receiver, type J1939ReceiverAction } from "./receiver.ts";
import { J1939Sender, type J1939SenderAction } from "./sender.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 30_000 });

const MS = 1000;
const PGN = 0xef00;
const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 13 + 1) & 255);
const hex = (frame: Frame) => `${frame.id.toString(16)}#${Buffer.from(frame.data).toString("hex")}`;

function frame(id: number, data: string): Frame {
  const bytes = new Uint8Array(Buffer.from(data, "hex"));
  return { timeUs: 0, channel: 0, id, flags: FLAG_EXTENDED, size: bytes.length, data: bytes };
}

const framesOf = (actions: readonly (J1939SenderAction | J1939ReceiverAction)[]) =>
  actions.flatMap((action) => (action.kind === "send" ? [action.frame] : []));

/** Both sides over a bus that may lose or double frames; one slot per frame. */
function run(bytes: Uint8Array, destination: number, isLost: () => boolean, isTwice: () => boolean = () => false) {
  const sender = new J1939Sender({ source: 0x21 });
  const receiver = new J1939Receiver({ address: 0xf9, packetsPerCts: 4 });
  const log = new J1939Reassembler();
  const actions: (J1939SenderAction | J1939ReceiverAction)[] = [];
  const bus: { frame: Frame; to: "sender" | "receiver" }[] = [];
  let nowUs = 0;
  const note = (list: readonly (J1939SenderAction | J1939ReceiverAction)[], to: "sender" | "receiver") => {
    actions.push(...list);
    for (const sent of framesOf(list)) {
      log.add(sent);
      if (!isLost()) bus.push({ frame: sent, to });
      if (isTwice()) bus.push({ frame: sent, to });
    }
  };
  note(sender.send({ pgn: PGN, destination, bytes }, nowUs), "receiver");
  for (let guard = 0; guard < 5000; guard++) {
    const flight = bus.shift();
    if (flight?.to === "receiver") note(receiver.receive(flight.frame, nowUs), "sender");
    else if (flight) note(sender.receive(flight.frame, nowUs), "receiver");
    else {
      const next = Math.min(sender.deadlineUs, receiver.deadlineUs);
      if (next === Number.POSITIVE_INFINITY) return actions;
      nowUs = Math.max(next, nowUs);
      note(sender.tick(nowUs), "receiver");
      note(receiver.tick(nowUs), "sender");
    }
    nowUs += 300;
  }
  throw new Error("the two sides never come to rest");
}

const messages = (actions: readonly (J1939SenderAction | J1939ReceiverAction)[]) =>
  actions.flatMap((action) => (action.kind === "message" ? [action.bytes] : []));
const never = () => false;

describe("a sound bus", () => {
  it.each([1, 8, 9, 14, 15, 100, 1784, 1785])("carries %i bytes to one and to all", (length) => {
    for (const destination of [0xf9, 0xff]) {
      const actions = run(bytesOf(length), destination, never);
      expect(messages(actions)).toEqual([bytesOf(length)]);
      expect(actions.some((action) => action.kind === "sent")).toBe(true);
    }
  });

  it("refuses more than 1785 bytes", () => {
    expect(new J1939Sender({ source: 1 }).send({ pgn: PGN, destination: 2, bytes: bytesOf(1786) }, 0)).toEqual([
      { kind: "broken", problem: "size", reason: null },
    ]);
  });

  it("leaves the gap of a broadcast", () => {
    const sender = new J1939Sender({ source: 0, bamGapUs: 50 * MS });
    sender.send({ pgn: 0xfeca, destination: 255, bytes: bytesOf(10) }, 0);
    expect(sender.tick(50 * MS - 1)).toEqual([]);
    expect(framesOf(sender.tick(50 * MS)).map(hex)).toEqual(["1cebff00#01010e1b2835424f"]);
    expect(sender.tick(100 * MS).map((action) => action.kind)).toEqual(["send", "sent"]);
  });
});

describe("sender", () => {
  const started = () => {
    const sender = new J1939Sender({ source: 0x21 });
    sender.send({ pgn: PGN, destination: 0xf9, bytes: bytesOf(30) }, 0);
    return sender;
  };
  const cts = (packets: string, next: string) => frame(0x1cec21f9, `11${packets}${next}ffff00ef00`);

  it("aborts after T3 without an answer, and after T4 when held", () => {
    expect(framesOf(started().tick(1250 * MS)).map(hex)).toEqual(["1cecf921#ff03ffffff00ef00"]);
    const held = started();
    held.receive(cts("00", "ff"), 1000 * MS);
    expect(held.tick(2050 * MS - 1)).toEqual([]);
    expect(held.tick(2050 * MS).at(-1)).toEqual({ kind: "broken", problem: "timeoutT4", reason: null });
  });

  it("sends what is asked, again when asked again, but not for ever", () => {
    const sender = started();
    expect(sender.receive(cts("02", "01"), 0)).toHaveLength(2);
    expect(framesOf(sender.receive(cts("02", "02"), 0)).map((f) => f.data[0])).toEqual([2, 3]);
    expect(sender.receive(cts("02", "02"), 0)).toHaveLength(2);
    expect(sender.receive(cts("02", "02"), 0).at(-1)).toMatchObject({ problem: "tooManyRetransmits" });
  });

  it("hears the receiver's abort and ignores strangers and nonsense", () => {
    const sender = started();
    expect(sender.receive(frame(0x1cec21f8, "ff01ffffff00ef00"), 0)).toEqual([]);
    expect(sender.receive(frame(0x1cec21f9, "ff01ffffffcafe00"), 0)).toEqual([]);
    expect(sender.receive(cts("02", "09"), 0)).toEqual([]);
    expect(sender.receive(frame(0x1cec21f9, "ff02ffffff00ef00"), 0)).toEqual([
      { kind: "broken", problem: "aborted", reason: 2 },
    ]);
  });
});

describe("receiver", () => {
  const RTS = frame(0x1cecf921, "101e0005ff00ef00");
  const packet = (n: number) => frame(0x1cebf921, `0${n}01020304050607`);
  const started = () => {
    const receiver = new J1939Receiver({ address: 0xf9, packetsPerCts: 3 });
    return { receiver, first: framesOf(receiver.receive(RTS, 0)).map(hex) };
  };

  it("clears a burst, then the rest", () => {
    const { receiver, first } = started();
    expect(first).toEqual(["1cec21f9#110301ffff00ef00"]);
    receiver.receive(packet(1), 0);
    receiver.receive(packet(2), 0);
    expect(framesOf(receiver.receive(packet(3), 0)).map(hex)).toEqual(["1cec21f9#110204ffff00ef00"]);
  });

  it("asks once for a lost packet although its followers still come", () => {
    const { receiver } = started();
    receiver.receive(packet(1), 0);
    expect(framesOf(receiver.receive(packet(3), 0)).map(hex)).toEqual(["1cec21f9#110302ffff00ef00"]);
    expect(receiver.receive(packet(4), 0)).toEqual([]);
  });

  it("aborts after T2 without a packet and after T1 between packets", () => {
    const { receiver } = started();
    expect(receiver.deadlineUs).toBe(1250 * MS);
    receiver.receive(packet(1), 0);
    expect(framesOf(receiver.tick(750 * MS)).map(hex)).toEqual(["1cec21f9#ff03ffffff00ef00"]);
    expect(receiver.deadlineUs).toBe(Number.POSITIVE_INFINITY);
  });

  it("lets a new request replace the old one, and an abort end it", () => {
    const { receiver } = started();
    expect(receiver.receive(RTS, 0).map((action) => action.kind)).toEqual(["broken", "send"]);
    expect(receiver.receive(frame(0x1cecf921, "ff03ffffff00ef00"), 0)).toMatchObject([{ problem: "aborted" }]);
  });

  it("does not answer connections of others", () => {
    const receiver = new J1939Receiver({ address: 0x33 });
    expect(receiver.receive(RTS, 0)).toEqual([]);
  });

  it("refuses more sessions than it has room for", () => {
    const receiver = new J1939Receiver({ address: 0xf9, maxSessions: 1 });
    receiver.receive(RTS, 0);
    expect(framesOf(receiver.receive(frame(0x1cecf922, "101e0005ff00ef00"), 0)).map(hex)).toEqual([
      "1cec22f9#ff02ffffff00ef00",
    ]);
  });
});

it("delivers the sent bytes or nothing over a bus that loses and doubles frames", () => {
  let whole = 0;
  const chance = fc.array(fc.nat(9), { minLength: 20, maxLength: 200, size: "max" });
  const bytes = fc.uint8Array({ minLength: 9, maxLength: 400, size: "max" });
  fc.assert(
    fc.property(bytes, fc.constantFrom(0xf9, 0xff), chance, chance, (message, destination, losses, doubles) => {
      let i = 0;
      let j = 0;
      const actions = run(
        message,
        destination,
        () => losses[i++ % losses.length] === 7,
        () => doubles[j++ % doubles.length] === 7,
      );
      for (const got of messages(actions)) expect(got).toEqual(message);
      whole += messages(actions).length;
    }),
    { numRuns: 500, interruptAfterTimeLimit: 2500 },
  );
  expect(whole).toBeGreaterThan(20);
});

it("neither throws nor hangs on garbage", () => {
  const data = fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc
      .tuple(fc.constantFrom(16, 17, 19, 32, 255), fc.uint8Array({ minLength: 7, maxLength: 7 }))
      .map(([c, rest]) => Uint8Array.of(c, ...rest)),
  );
  const id = fc.constantFrom(0x1cecf921, 0x1cebf921, 0x1cecff21, 0x1cebff21, 0x18fecaf9, 0x1cec21f9);
  const garbage = fc.array(fc.tuple(id, data, fc.nat(500_000), fc.nat(63)), { maxLength: 60, size: "max" });
  fc.assert(
    fc.property(garbage, (list) => {
      const sender = new J1939Sender({ source: 0x21 });
      const receiver = new J1939Receiver({ address: 0xf9 });
      const log = new J1939Reassembler();
      sender.send({ pgn: PGN, destination: 0xf9, bytes: bytesOf(50) }, 0);
      let nowUs = 0;
      for (const [i, bytes, waitUs, flags] of list) {
        nowUs += waitUs;
        const f: Frame = {
          timeUs: nowUs,
          channel: 0,
          id: i,
          flags: flags | FLAG_EXTENDED,
          size: bytes.length,
          data: bytes,
        };
        sender.receive(f, nowUs);
        receiver.receive(f, nowUs);
        log.add(f);
      }
      log.finish();
      sender.tick(nowUs + 10_000_000);
      receiver.tick(nowUs + 10_000_000);
      expect(Math.min(sender.deadlineUs, receiver.deadlineUs)).toBe(Number.POSITIVE_INFINITY);
    }),
    { numRuns: 800, interruptAfterTimeLimit: 2000 },
  );
});
