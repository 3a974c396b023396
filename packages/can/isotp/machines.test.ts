import { describe, expect, it } from "vitest";
import { FLAG_EXTENDED, FLAG_FD, type Frame } from "../frame/frame.ts";
import {
  extendedAddress,
  type IsoTpAddress,
  mixedAddress,
  mixedFixedAddress,
  normalAddress,
  normalFixedAddress,
} from "./address.ts";
import { IsoTpLink } from "./link.ts";
import type { IsoTpSettings } from "./options.ts";
import { separationTimeUs } from "./pci.ts";
import { IsoTpReceiver } from "./receiver.ts";
import { IsoTpSender } from "./sender.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const hexOf = (data: Uint8Array) => Buffer.from(data).toString("hex");
const message = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7 + 1) & 255);
const TESTER = normalAddress(0x7e0, 0x7e8);
const ECU = normalAddress(0x7e8, 0x7e0);

function frame(id: number, hex: string, flags = 0): Frame {
  const data = bytes(hex);
  return { timeUs: 0, channel: 0, id, flags, size: data.length, data };
}

type Step = { kind: string; frame?: Frame; bytes?: Uint8Array; problem?: string; reason?: string };

/** Actions as short words: `> hex` sent, `= hex` message, `! problem`, `- reason`, `.` incomplete. */
function words(actions: readonly Step[]): string[] {
  return actions.map((a) => {
    if (a.frame) return `> ${hexOf(a.frame.data)}`;
    if (a.bytes) return `= ${hexOf(a.bytes)}`;
    if (a.problem) return `! ${a.problem}`;
    return a.reason ? `- ${a.reason}` : a.kind === "incomplete" ? "." : a.kind;
  });
}

/** A perfect bus: every frame arrives at once, time jumps to the next deadline. */
function talk(address: [IsoTpAddress, IsoTpAddress], settings: IsoTpSettings, payload: Uint8Array) {
  const a = new IsoTpLink(address[0], settings);
  const b = new IsoTpLink(address[1], settings);
  const frames: Frame[] = [];
  const got: Uint8Array[] = [];
  let nowUs = 0;
  let wave = a.send(payload, nowUs).map((action) => ({ action, to: b }));
  for (let guard = 0; guard < 100_000; guard++) {
    const next: typeof wave = [];
    for (const { action, to } of wave) {
      if (action.kind === "message") got.push(action.bytes);
      if (action.kind !== "send") continue;
      frames.push(action.frame);
      next.push(...to.receive(action.frame, nowUs).map((reply) => ({ action: reply, to: to === a ? b : a })));
    }
    wave = next;
    if (wave.length > 0) continue;
    nowUs = Math.min(a.deadlineUs, b.deadlineUs);
    if (nowUs === Number.POSITIVE_INFINITY) return { frames, got, nowUs };
    wave = [
      ...a.tick(nowUs).map((action) => ({ action, to: b })),
      ...b.tick(nowUs).map((action) => ({ action, to: a })),
    ];
  }
  throw new Error("the talk does not end");
}

describe("addressing", () => {
  const peers = { source: 0xf1, target: 0x10 };
  const back = { source: 0x10, target: 0xf1 };
  it.each<[string, IsoTpAddress, IsoTpAddress, number]>([
    ["normal", TESTER, ECU, 0],
    ["normal fixed", normalFixedAddress(peers), normalFixedAddress(back), 0],
    ["extended", extendedAddress(0x6f1, 0x610, peers), extendedAddress(0x610, 0x6f1, back), 1],
    ["mixed 11 bit", mixedAddress(0x7e0, 0x7e8, 0x55), mixedAddress(0x7e8, 0x7e0, 0x55), 1],
    ["mixed 29 bit", mixedFixedAddress(peers, 0x55), mixedFixedAddress(back, 0x55), 1],
  ])("%s carries every length around the frame limits", (_, there, here, prefix) => {
    for (const txDl of [8, 12, 64] as const) {
      const limits = [1, 6, 7, 8, txDl - 2 - prefix, txDl - 1 - prefix, txDl, 4095, 4096, 5000];
      for (const length of limits) {
        const { got, frames } = talk([there, here], { txDl, stMin: 0 }, message(length));
        expect(got.map(hexOf)).toEqual([hexOf(message(length))]);
        expect(frames.every((f) => f.size <= txDl && f.size === f.data.length)).toBe(true);
      }
    }
  });

  it("writes 18DA with target and source, and the address byte first", () => {
    expect(normalFixedAddress(peers).txId.toString(16)).toBe("18da10f1");
    expect(normalFixedAddress({ ...peers, functional: true }).txId.toString(16)).toBe("18db10f1");
    expect(mixedFixedAddress(peers, 1).rxId.toString(16)).toBe("18cef110");
    const sender = new IsoTpSender(extendedAddress(0x6f1, 0x610, peers), { padding: null });
    expect(words(sender.send(bytes("3e80"), 0))).toEqual(["> 10023e80", "sent"]);
  });

  it("refuses a long functional message and ignores a functional first frame", () => {
    const functional = { ...TESTER, functional: true };
    expect(words(new IsoTpSender(functional).send(message(8), 0))).toEqual(["! N_ERROR"]);
    expect(words(new IsoTpReceiver(functional).receive(frame(0x7e8, "1008010203040506"), 0))).toEqual([
      "- functionalFirstFrame",
    ]);
  });
});

describe("frames", () => {
  it("pads, or does not, and takes the next FD length", () => {
    const first = (settings: IsoTpSettings, length: number) =>
      words(new IsoTpSender(TESTER, settings).send(message(length), 0))[0];
    expect(first({ padding: 0xaa }, 2)).toBe("> 020108aaaaaaaaaa");
    expect(first({ padding: null }, 2)).toBe("> 020108");
    expect(first({ padding: null, txDl: 64 }, 9)).toBe("> 000901080f161d242b3239cc");
    expect(first({ txDl: 64 }, 7)).toBe("> 0701080f161d242b");
  });

  it("flags FD and bit rate switching", () => {
    const [action] = new IsoTpSender(normalFixedAddress({ source: 1, target: 2 }), { txDl: 64 }).send(bytes("3e00"), 0);
    expect(action?.kind === "send" && action.frame.flags).toBe(FLAG_EXTENDED | FLAG_FD);
  });

  it("reads STmin, reserved values as 127 ms", () => {
    expect([0, 1, 0x7f, 0xf1, 0xf9].map(separationTimeUs)).toEqual([0, 1000, 127_000, 100, 900]);
    expect([0x80, 0xf0, 0xfa, 0xff].map(separationTimeUs)).toEqual([127_000, 127_000, 127_000, 127_000]);
  });
});

describe("sender", () => {
  const started = (settings: IsoTpSettings = {}) => {
    const sender = new IsoTpSender(TESTER, settings);
    sender.send(message(30), 0);
    return sender;
  };

  it("keeps block size and separation time of the latest flow control", () => {
    const sender = started();
    expect(sender.receive(frame(0x7e8, "300214"), 1000)).toHaveLength(1);
    expect(sender.deadlineUs).toBe(21_000);
    expect(sender.tick(20_999)).toEqual([]);
    expect(sender.tick(21_000)).toHaveLength(1);
    expect(sender.deadlineUs).toBe(1_021_000);
    expect(words(sender.receive(frame(0x7e8, "300000"), 22_000)).at(-1)).toBe("sent");
  });

  it("lets RemoteStMin override the peer", () => {
    const sender = started({ remoteStMinUs: 5000 });
    sender.receive(frame(0x7e8, "300000"), 0);
    expect(sender.deadlineUs).toBe(5000);
  });

  it("gives up without flow control after N_Bs, and each wait frame restarts it", () => {
    const sender = started({ maxWaitFrames: 2 });
    sender.receive(frame(0x7e8, "310000"), 900_000);
    sender.receive(frame(0x7e8, "310000"), 1_800_000);
    expect(sender.tick(2_799_999)).toEqual([]);
    expect(words(sender.tick(2_800_000))).toEqual(["! N_TIMEOUT_Bs"]);
    expect(sender.isBusy).toBe(false);
  });

  it("counts wait frames in a row against N_WFTmax", () => {
    const none = started({ maxWaitFrames: 0 });
    expect(words(none.receive(frame(0x7e8, "310000"), 0))).toEqual(["! N_WFT_OVRN"]);
    const one = started({ maxWaitFrames: 1 });
    expect(one.receive(frame(0x7e8, "310000"), 0)).toEqual([]);
    expect(one.receive(frame(0x7e8, "300100"), 0)).toHaveLength(1);
    expect(one.receive(frame(0x7e8, "310000"), 0)).toEqual([]);
  });

  it("aborts on overflow and on a reserved flow status", () => {
    expect(words(started().receive(frame(0x7e8, "320000"), 0))).toEqual(["! N_BUFFER_OVFLW"]);
    expect(words(started().receive(frame(0x7e8, "330000"), 0))).toEqual(["! N_INVALID_FS"]);
  });

  it("ignores flow control it does not await, of a stranger, or too short", () => {
    const sender = started();
    expect(sender.receive(frame(0x7e9, "300000"), 0)).toEqual([]);
    expect(sender.receive(frame(0x7e8, "3000"), 0)).toEqual([]);
    expect(sender.receive(frame(0x7e8, "300000", FLAG_EXTENDED), 0)).toEqual([]);
    sender.receive(frame(0x7e8, "300014"), 0);
    expect(sender.receive(frame(0x7e8, "320000"), 0)).toEqual([]);
    expect(new IsoTpSender(TESTER).receive(frame(0x7e8, "320000"), 0)).toEqual([]);
  });

  it("with confirmations, times out after N_As and counts N_Bs from the bus", () => {
    const sender = started({ confirms: true });
    expect(sender.deadlineUs).toBe(1_000_000);
    sender.confirm(500_000);
    expect(sender.deadlineUs).toBe(1_500_000);
    expect(sender.receive(frame(0x7e8, "300000"), 600_000)).toHaveLength(1);
    expect(words(sender.tick(1_600_000))).toEqual(["! N_TIMEOUT_A"]);
  });

  it("with confirmations, takes flow control that overtakes the confirmation of the first frame", () => {
    const sender = started({ confirms: true });
    expect(sender.receive(frame(0x7e8, "300000"), 100)).toHaveLength(1);
    const single = new IsoTpSender(TESTER, { confirms: true });
    single.send(bytes("3e00"), 0);
    expect(single.receive(frame(0x7e8, "320000"), 100)).toEqual([]);
  });

  it("with confirmations, reports the end only when the last frame is on the bus", () => {
    const sender = new IsoTpSender(TESTER, { confirms: true });
    expect(words(sender.send(bytes("3e00"), 0))).toEqual(["> 023e00cccccccccc"]);
    expect(words(sender.confirm(10))).toEqual(["sent"]);
  });
});

describe("receiver", () => {
  const FIRST = "100a010203040506";
  const started = (settings: IsoTpSettings = {}) => {
    const receiver = new IsoTpReceiver(TESTER, { padding: null, ...settings });
    const actions = words(receiver.receive(frame(0x7e8, FIRST), 0));
    return { receiver, actions };
  };
  const next = (receiver: IsoTpReceiver, hex: string, nowUs = 0) => words(receiver.receive(frame(0x7e8, hex), nowUs));

  it("answers a first frame with its flow control and delivers the message", () => {
    const { receiver, actions } = started({ blockSize: 4, stMin: 0x14 });
    expect(actions).toEqual(["> 300414", "."]);
    expect(next(receiver, "210708090a")).toEqual(["= 0102030405060708090a"]);
    expect(receiver.deadlineUs).toBe(Number.POSITIVE_INFINITY);
  });

  it("sends flow control after each block, not after the last frame", () => {
    const receiver = new IsoTpReceiver(TESTER, { blockSize: 1, padding: null });
    next(receiver, "1014010203040506");
    expect(next(receiver, "2107080910111213")).toEqual(["> 300100", "."]);
    expect(next(receiver, "2214151617181920")).toEqual(["= 0102030405060708091011121314151617181920"]);
  });

  it("breaks on a wrong sequence number and then ignores the rest", () => {
    const { receiver } = started();
    expect(next(receiver, "220708090a")).toEqual(["! N_WRONG_SN"]);
    expect(next(receiver, "210708090a")).toEqual(["- consecutiveWhileIdle"]);
  });

  it("breaks after N_Cr, also when the frame that reveals it is late", () => {
    expect(words(started().receiver.tick(1_000_000))).toEqual(["! N_TIMEOUT_Cr"]);
    expect(next(started().receiver, "210708090a", 1_000_000)).toEqual(["! N_TIMEOUT_Cr", "- consecutiveWhileIdle"]);
  });

  it("takes a new message and reports the interrupted one", () => {
    expect(next(started().receiver, "023e00")).toEqual(["! N_UNEXP_PDU", "= 3e00"]);
    expect(next(started().receiver, FIRST)).toEqual(["! N_UNEXP_PDU", "> 300800", "."]);
  });

  it("answers a message that is too long with overflow", () => {
    expect(started({ maxMessageSize: 9 }).actions).toEqual(["> 320800", "! N_BUFFER_OVFLW"]);
  });

  it("holds the sender with wait frames, at most N_WFTmax, and goes on when released", () => {
    const receiver = new IsoTpReceiver(TESTER, { maxWaitFrames: 2, padding: null });
    receiver.hold();
    expect(next(receiver, FIRST)).toEqual(["> 310800", "."]);
    expect(words(receiver.tick(500_000))).toEqual(["> 310800"]);
    expect(words(receiver.release(600_000))).toEqual(["> 300800"]);
    expect(next(receiver, "210708090a", 600_001)).toEqual(["= 0102030405060708090a"]);
    receiver.hold();
    next(receiver, FIRST, 700_000);
    receiver.tick(1_200_000);
    expect(words(receiver.tick(1_700_000))).toEqual(["! N_WFT_OVRN"]);
  });

  it("with confirmations, breaks when its flow control never reaches the bus", () => {
    const { receiver } = started({ confirms: true, timing: { nArUs: 70_000 } });
    expect(words(receiver.tick(70_000))).toEqual(["! N_TIMEOUT_A"]);
  });

  it.each([
    ["00", "singleFrameLength"],
    ["0801020304050607", "singleFrameLength"],
    ["0301", "singleFrameLength"],
    ["000701020304050607000000", "singleFrameLength"],
    ["010801020304050607080000", "singleFrameLength"],
    ["1007010203040506", "firstFrameLength"],
    ["100000000fff0102", "firstFrameLength"],
    ["10ff0102", "firstFrameShort"],
    ["3000", undefined],
    ["40", "reservedType"],
    ["", "empty"],
  ])("ignores the invalid frame %s", (hex, reason) => {
    const flow = reason === undefined ? "flowControlShort" : reason;
    expect(next(new IsoTpReceiver(TESTER), hex)).toEqual([`- ${flow}`]);
    const { receiver } = started();
    expect(next(receiver, hex)).toEqual([`- ${flow}`]);
    expect(next(receiver, "210708090a")).toEqual(["= 0102030405060708090a"]);
  });

  it("ignores a consecutive frame that is shorter than the first, unless it is the last", () => {
    const receiver = new IsoTpReceiver(TESTER);
    next(receiver, "1014010203040506");
    expect(next(receiver, "21070809")).toEqual(["- consecutiveSize"]);
    expect(next(receiver, "2107080910111213")).toEqual(["."]);
    expect(next(receiver, "22141516171819")).toEqual(["- consecutiveSize"]);
  });
});
