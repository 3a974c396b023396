import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHex, parseHex } from "../bytes/hex.ts";
import { frames } from "../testing/frame-arbitrary.ts";
import { FrameBatch } from "./batch.ts";
import { decodeCb1, type Inflate, readCb1Header } from "./cb1-decode.ts";
import { encodeCb1 } from "./cb1-encode.ts";
import { pushForCb1 } from "./cb1-fit.ts";
import { shiftCb1 } from "./cb1-shift.ts";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, type Frame } from "./frame.ts";

const inflate: Inflate = (body, maxBytes) => {
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, maxBytes) });
  } catch {
    return null;
  }
};

function batchOf(list: readonly Frame[]): FrameBatch {
  const batch = new FrameBatch();
  for (const frame of list) batch.pushFrame(frame);
  return batch;
}

function encoded(list: readonly Frame[], deflate?: (body: Uint8Array) => Uint8Array): Uint8Array {
  const result = encodeCb1(batchOf(list), { epoch: 0xfffffffe, sequence: 2 ** 40 + 7 }, deflate);
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

const FRAME: Frame = {
  timeUs: 1_700_000_000_000_000,
  channel: 1,
  id: 0x123,
  flags: 0,
  size: 2,
  data: Uint8Array.of(1, 2),
};

describe("CB1", () => {
  it("has the layout of the device protocol, byte by byte", () => {
    const remote = {
      ...FRAME,
      timeUs: FRAME.timeUs + 64,
      flags: FLAG_REMOTE | FLAG_EXTENDED,
      id: 0x18daf110,
      data: new Uint8Array(0),
    };
    const header = "4342 01 00 FEFFFFFF 0700000000010000 0200 00401E18240A0600";
    const body = "00 12 2301 0102  8001 D2 10 10F1DA18";
    const expected = parseHex(header + body);
    expect(formatHex(encoded([FRAME, remote]))).toBe(formatHex(expected.ok ? expected.value : new Uint8Array(0)));
  });

  it("decoding gives the frames that were encoded, in version 1 and 2, plain and deflated", () => {
    const batches = fc.oneof(
      fc.array(frames(), { maxLength: 40 }),
      fc.array(frames({ maxChannel: 255 }), { maxLength: 40 }),
    );
    fc.assert(
      fc.property(batches, fc.boolean(), (list, isDeflated) => {
        const message = encoded(list, isDeflated ? (body) => deflateRawSync(body) : undefined);
        const into = new FrameBatch();
        const header = decodeCb1(message, into, inflate);
        expect(header).toMatchObject({
          ok: true,
          value: { epoch: 0xfffffffe, sequence: 2 ** 40 + 7, frames: list.length },
        });
        expect(list.map((_, i) => into.at(i))).toEqual(list);
        expect(message[2]).toBe(list.some((frame) => frame.channel > 3) ? 2 : 1);
      }),
    );
  });

  it("a message cut anywhere is a problem and appends nothing", () => {
    const message = encoded([FRAME, { ...FRAME, flags: FLAG_FD, size: 12, data: new Uint8Array(12) }]);
    for (let end = 0; end < message.length; end++) {
      const into = batchOf([FRAME]);
      expect(decodeCb1(message.subarray(0, end), into).ok).toBe(false);
      expect([into.length, into.dataLength]).toEqual([1, 2]);
    }
  });

  it("names what is wrong", () => {
    const message = encoded([FRAME]);
    const broken = (change: (bytes: Uint8Array) => Uint8Array) => {
      const result = decodeCb1(change(message), new FrameBatch(), inflate);
      return result.ok ? null : result.problem;
    };
    const set = (at: number, byte: number) => (bytes: Uint8Array) => bytes.with(at, byte);
    expect(broken(set(0, 0))).toEqual({ code: "notCb1" });
    expect(broken(set(2, 3))).toEqual({ code: "unknownVersion" });
    expect(broken(set(3, 2))).toEqual({ code: "unknownFlags" });
    expect(broken(set(3, 1))).toEqual({ code: "inflateFailed" });
    expect(broken(set(15, 1))).toEqual({ code: "sequenceOutOfRange" });
    expect(broken(set(25, 0x7f))).toEqual({ code: "timeOutOfRange" });
    expect(broken(set(29, 0x09))).toEqual({ code: "idOutOfRange", frame: 0 });
    expect(broken(set(27, 0x19))).toEqual({ code: "lengthNotAllowed", frame: 0 });
    expect(broken((bytes) => Uint8Array.of(...bytes, 0))).toEqual({ code: "trailingBytes" });
    expect(broken(set(16, 2))).toEqual({ code: "truncated", frame: 1 });
    expect(readCb1Header(message.subarray(0, 25))).toEqual({ ok: false, problem: { code: "tooShort" } });
  });

  it("a deflate bomb is refused by the size that its frame count allows", () => {
    const message = encoded([FRAME]);
    const bomb = Uint8Array.of(...message.subarray(0, 26), ...deflateRawSync(new Uint8Array(1 << 20)));
    bomb[3] = 1;
    expect(decodeCb1(bomb, new FrameBatch(), inflate)).toEqual({ ok: false, problem: { code: "inflateFailed" } });
  });

  it("a shifted message has the same frames so much later, and the one it was made of is as it was", () => {
    const shifts = fc.integer({ min: -2e14, max: 2e14 });
    fc.assert(
      fc.property(fc.array(frames(), { maxLength: 20 }), fc.boolean(), shifts, (list, isDeflated, shiftUs) => {
        const message = Buffer.from(encoded(list, isDeflated ? (body) => deflateRawSync(body) : undefined));
        const before = formatHex(message);
        const into = new FrameBatch();
        expect(decodeCb1(shiftCb1(message, shiftUs), into, inflate).ok).toBe(true);
        expect(list.map((_, i) => into.at(i))).toEqual(
          list.map((frame) => ({ ...frame, timeUs: frame.timeUs + shiftUs })),
        );
        expect(formatHex(message)).toBe(before);
      }),
    );
  });

  it("does not encode what it could not decode", () => {
    const problemOf = (frame: Partial<Frame>) => {
      const result = encodeCb1(batchOf([{ ...FRAME, ...frame }]), { epoch: 1, sequence: 1 });
      return result.ok ? null : result.problem.code;
    };
    expect(problemOf({ id: 0x800 })).toBe("idOutOfRange");
    expect(problemOf({ size: 9, data: new Uint8Array(9) })).toBe("lengthNotAllowed");
    expect(problemOf({ flags: FLAG_FD | FLAG_REMOTE })).toBe("fdRemote");
    expect(problemOf({ timeUs: 0.5 })).toBe("timeNotWhole");
    expect(encodeCb1(batchOf([]), { epoch: -1, sequence: 0 }).ok).toBe(false);
    expect(encodeCb1(batchOf([]), { epoch: 0, sequence: 2 ** 53 }).ok).toBe(false);
  });
});

describe("frames of a log that no bus has [DEV-12]", () => {
  const odd = (size: number, more: Partial<Frame>): Frame => ({ ...FRAME, size, data: new Uint8Array(size), ...more });

  it.each([
    ["an error frame with 29 bits", odd(8, { id: 0x12345678, flags: FLAG_ERROR }), FLAG_ERROR | FLAG_EXTENDED],
    ["64 bytes without a mark of FD", odd(64, {}), FLAG_FD],
    ["an error frame with 11 bits", odd(8, { id: 0x7ff, flags: FLAG_ERROR }), FLAG_ERROR],
  ])("fit where they can be told: %s", (_, frame, flags) => {
    const batch = new FrameBatch();
    expect(pushForCb1(batch, frame)).toBeNull();
    expect(batch.at(0)).toEqual({ ...frame, flags });
    expect(encodeCb1(batch, { epoch: 1, sequence: 1 }).ok).toBe(true);
  });

  it.each([
    ["nine bytes", odd(9, {}), "lengthNotAllowed"],
    ["a standard identifier above 7FF", odd(8, { id: 0x800 }), "idOutOfRange"],
    ["a remote frame of FD", odd(8, { flags: FLAG_FD | FLAG_REMOTE, data: new Uint8Array(0) }), "fdRemote"],
    ["a remote frame of 64 bytes", odd(64, { flags: FLAG_REMOTE, data: new Uint8Array(0) }), "lengthNotAllowed"],
    ["a time beyond all calendars", odd(8, { timeUs: Number.MAX_SAFE_INTEGER }), "timeNotWhole"],
  ] as const)("are refused alone: %s", (_, frame, problem) => {
    const batch = batchOf([FRAME]);
    expect(pushForCb1(batch, frame)).toBe(problem);
    expect([batch.length, batch.dataLength]).toEqual([1, 2]);
    expect(pushForCb1(batch, FRAME)).toBeNull();
    expect([batch.at(0), batch.at(1)]).toEqual([FRAME, FRAME]);
  });
});
