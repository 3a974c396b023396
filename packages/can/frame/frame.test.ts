import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frames } from "../testing/frame-arbitrary.ts";
import { FrameBatch } from "./batch.ts";
import { dlcOfSize, FLAG_BRS, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, type Frame, sizeOfDlc } from "./frame.ts";
import { formatId, parseId } from "./id.ts";
import { frameProblems, lengthProblem, parseFrameData } from "./validate.ts";

const FRAME: Frame = { timeUs: 1, channel: 0, id: 0x7ff, flags: 0, size: 2, data: Uint8Array.of(1, 2) };

describe("DLC", () => {
  it("stands for the lengths of ISO 11898-1", () => {
    const fd = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64];
    expect(fd.map((_, dlc) => sizeOfDlc(dlc, true))).toEqual(fd);
    expect(fd.map((_, dlc) => sizeOfDlc(dlc, false))).toEqual(fd.map((size) => Math.min(size, 8)));
    expect(fd.map(dlcOfSize)).toEqual(fd.map((_, dlc) => dlc));
  });

  it("of a length between two is the larger", () => {
    expect([9, 13, 33, 63].map(dlcOfSize)).toEqual([9, 10, 14, 15]);
  });
});

describe("the ranges of spec §5", () => {
  it("identifiers: standard to 7FF, extended to 1FFFFFFF", () => {
    expect(parseId("7ff", "standard")).toEqual({ ok: true, value: 0x7ff });
    expect(parseId("0x800", "standard")).toEqual({ ok: false, problem: "standardIdOutOfRange" });
    expect(parseId("1FFFFFFF", "extended")).toEqual({ ok: true, value: 0x1fffffff });
    expect(parseId("20000000", "extended")).toEqual({ ok: false, problem: "extendedIdOutOfRange" });
    expect(parseId("", "standard")).toEqual({ ok: false, problem: "notHex" });
    expect([formatId(0x12, "standard"), formatId(0x12, "extended")]).toEqual(["012", "00000012"]);
  });

  it("lengths: CAN 0-8, CAN FD by its table", () => {
    const sizes = Array.from({ length: 70 }, (_, size) => size);
    expect(sizes.filter((size) => lengthProblem(size, 0) === null)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const fd = sizes.filter((size) => lengthProblem(size, FLAG_FD) === null);
    expect(fd).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]);
  });

  it("data: an even count of hex characters", () => {
    expect(parseFrameData("0102", 0)).toEqual({ ok: true, value: Uint8Array.of(1, 2) });
    expect(parseFrameData("012", 0)).toEqual({ ok: false, problem: "oddHexCount" });
    expect(parseFrameData("00".repeat(9), 0)).toEqual({ ok: false, problem: "canLengthOutOfRange" });
    expect(parseFrameData("00".repeat(9), FLAG_FD)).toEqual({ ok: false, problem: "fdLengthNotAllowed" });
  });

  it("names every rule a frame breaks", () => {
    expect(frameProblems(FRAME)).toEqual([]);
    expect(frameProblems({ ...FRAME, id: 0x800 })).toEqual(["standardIdOutOfRange"]);
    expect(frameProblems({ ...FRAME, id: 0x800, flags: FLAG_EXTENDED })).toEqual([]);
    expect(frameProblems({ ...FRAME, size: 3 })).toEqual(["dataLengthMismatch"]);
    expect(frameProblems({ ...FRAME, flags: FLAG_BRS })).toEqual(["fdFlagsWithoutFd"]);
    expect(frameProblems({ ...FRAME, flags: FLAG_FD | FLAG_REMOTE, data: new Uint8Array(0) })).toEqual(["fdRemote"]);
    expect(frameProblems({ ...FRAME, flags: FLAG_REMOTE, data: new Uint8Array(0) })).toEqual([]);
    expect(frameProblems({ ...FRAME, channel: -1, timeUs: 0.5 })).toEqual(["channelOutOfRange", "timeNotWhole"]);
    expect(frameProblems({ ...FRAME, flags: 0x80 })).toEqual(["unknownFlags"]);
  });
});

describe("a batch", () => {
  it("gives back the frames that were pushed, however many", () => {
    fc.assert(
      fc.property(fc.array(frames(), { maxLength: 50 }), (list) => {
        const batch = new FrameBatch(1, 1);
        for (const frame of list) batch.pushFrame(frame);
        expect(list.map((_, i) => batch.at(i))).toEqual(list);
        for (const frame of list) expect(frameProblems(frame)).toEqual([]);
      }),
    );
  });

  it("takes all frames of another, also where some of them were left out or stand in another order", () => {
    fc.assert(
      fc.property(fc.array(frames(), { maxLength: 50 }), fc.nat(60), fc.boolean(), (list, leftOut, isTurned) => {
        const other = new FrameBatch(1, 1);
        for (const frame of list) other.pushFrame(frame);
        const kept = list.filter((_, i) => i !== leftOut);
        if (isTurned) kept.reverse();
        const rows = kept.map((frame) => list.indexOf(frame));
        for (const column of ["timeUs", "channel", "id", "flags", "size", "start"] as const)
          other[column].set(rows.map((row) => other[column][row] as number));
        other.length = kept.length;
        const batch = new FrameBatch(1, 1);
        batch.pushFrame(FRAME);
        batch.pushAll(other);
        batch.pushFrame(FRAME);
        const all = [FRAME, ...kept, FRAME];
        expect([batch.length, batch.dataLength]).toEqual([
          all.length,
          all.reduce((sum, { data }) => sum + data.length, 0),
        ]);
        expect(all.map((_, i) => batch.at(i))).toEqual(all);
      }),
    );
  });

  it("is empty after clear and keeps its memory", () => {
    const batch = new FrameBatch(2, 2);
    for (let i = 0; i < 100; i++) batch.pushFrame(FRAME);
    const { data } = batch;
    batch.clear();
    batch.pushFrame(FRAME);
    expect([batch.length, batch.dataLength, batch.data === data]).toEqual([1, 2, true]);
  });
});
