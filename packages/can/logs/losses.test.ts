import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  type Frame,
} from "../frame/frame.ts";
import { DETECT_BYTES, detectLogFormat } from "./detect.ts";
import { isWriteFormat, WRITE_FORMATS } from "./formats.ts";
import { collect, written } from "./testing/collect.ts";

// Many runs each; a busy machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

const FIRST: Frame = { timeUs: 1.7e15, channel: 0, id: 1, flags: 0, size: 1, data: new Uint8Array(1) };
const FORMATS = WRITE_FORMATS.filter(isWriteFormat);

/** What a reader of ours can give: also what no bus has. */
const anyFrame: fc.Arbitrary<Frame> = fc
  .record({
    timeUs: fc.oneof(fc.constant(1.7e15), fc.integer({ min: 1.7e15 - 5000, max: 1.7e15 + 5e9 })),
    channel: fc.constantFrom(0, 0, 1, 255),
    id: fc.constantFrom(0, 1, 0x7ff, 0x1fffffff),
    flags: fc.nat(127),
    size: fc.oneof(fc.constantFrom(0, 8, 64), fc.nat(64)),
    data: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  })
  .map(({ id, flags, size, data, ...rest }) => {
    const bits = flags & (FLAG_EXTENDED | FLAG_ERROR) ? 0x1fffffff : 0x7ff;
    return { ...rest, id: id & bits, flags, size, data: data.slice(0, flags & FLAG_REMOTE ? 0 : size) };
  });

/** A length above 8 bytes says FD; the identifier of an error frame is kept, not how it was written. */
function seen(frame: Frame): Frame {
  const { flags, size } = frame;
  const fd = size > 8 && !(flags & FLAG_REMOTE) ? FLAG_FD : 0;
  return { ...frame, flags: (flags | fd) & (flags & FLAG_ERROR ? ~FLAG_EXTENDED : ~0) };
}

function readBack(file: Uint8Array): { frames: Frame[]; problems: unknown[] } {
  const format = detectLogFormat(file.subarray(0, DETECT_BYTES));
  if (format === undefined) throw new Error("not detected");
  const { frames, problems } = collect(format, file);
  return { frames, problems };
}

describe("what a format cannot hold", () => {
  it.each(FORMATS)("is counted, or the frame comes back whole: %s [DAT-03]", (format) => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const log = written(format, [FIRST, frame]);
        const { frames, problems } = readBack(log.file);
        expect(problems).toEqual([]);
        expect(frames.length).toBe(2 - log.skipped);
        if (log.skipped + log.adjusted + log.reduced > 0) return;
        // MDF4 gives frames in the order of their times.
        expect(frames.map(seen).sort(byTime)).toEqual([FIRST, frame].map(seen).sort(byTime));
      }),
      { numRuns: 150 },
    );
  });

  it("payloads of more than 8 bytes without a mark of FD are written as FD [DAT-03]", () => {
    const long = { ...FIRST, size: 64, data: Uint8Array.from({ length: 64 }, (_, i) => i) };
    for (const format of ["candump", "asc", "trc"] as const) {
      const log = written(format, [long]);
      expect([format, log.skipped, log.reduced]).toEqual([format, 0, 0]);
      expect(readBack(log.file)).toEqual({ frames: [{ ...long, flags: FLAG_FD }], problems: [] });
    }
  });

  it("an odd length of FD has no place in TRC, which tells it by the DLC alone", () => {
    const nine = { ...FIRST, flags: FLAG_FD, size: 9, data: new Uint8Array(9) };
    expect(written("trc", [nine, FIRST])).toMatchObject({ skipped: 1, reduced: 0 });
  });

  it("ASC counts error frames that say something", () => {
    const error = { ...FIRST, id: 0, flags: FLAG_ERROR, size: 0, data: new Uint8Array(0) };
    const telling = [
      { ...error, id: 4 },
      { ...error, flags: FLAG_ERROR | FLAG_TX },
      { ...FIRST, flags: FLAG_ERROR },
    ];
    expect(written("asc", [error]).reduced).toBe(0);
    expect(written("asc", telling).reduced).toBe(3);
  });

  it("TRC 1.1 counts times that are no tenths of a millisecond, and those before its start", () => {
    const at = (timeUs: number) => ({ ...FIRST, timeUs });
    const log = written("trc-1.1", [at(1.7e15), at(1.7e15 + 100), at(1.7e15 + 149), at(1.7e15 - 100)]);
    expect(log.adjusted).toBe(2);
    expect(readBack(log.file).frames.map(({ timeUs }) => timeUs - 1.7e15)).toEqual([0, 100, 100, 0]);
  });

  it("a remote frame takes no bytes of its neighbours for a payload", () => {
    const remote = { ...FIRST, flags: FLAG_REMOTE | FLAG_FD, size: 64, data: new Uint8Array(0) };
    const secret = { ...FIRST, data: new Uint8Array(64).fill(0xa5), size: 64, flags: FLAG_FD | FLAG_BRS | FLAG_ESI };
    for (const format of FORMATS) {
      const { frames } = readBack(written(format, [FIRST, remote, secret]).file);
      const kept = frames.filter(({ flags }) => flags & FLAG_REMOTE);
      expect([format, kept.map(({ data }) => data.length)]).toEqual([format, kept.map(() => 0)]);
      expect(frames.filter(({ data }) => data.includes(0xa5)).length).toBeLessThanOrEqual(1);
    }
  });
});

function byTime(a: Frame, b: Frame): number {
  return a.timeUs - b.timeUs || a.id - b.id || a.flags - b.flags || a.size - b.size;
}

it("are told by the file itself, where its format has comments [DAT-03]", () => {
  const error: Frame = { ...FIRST, flags: FLAG_ERROR | FLAG_REMOTE, size: 9, data: new Uint8Array(0) };
  const long: Frame = { ...FIRST, flags: FLAG_FD, size: 9, data: new Uint8Array(9) };
  const tail = (format: "asc" | "trc" | "csv", ...frames: Frame[]) =>
    Buffer.from(written(format, [FIRST, ...frames]).file)
      .toString()
      .trimEnd()
      .split("\n")
      .filter((line) => line.includes("frames "));
  const lost = "without something that the format has no place for (flags, what an error frame says)";
  expect(tail("asc", error, error)).toEqual([`// frames ${lost}: 2`]);
  expect(tail("trc", error, long)).toEqual([
    "; frames left out: the format cannot hold them: 1",
    `; frames ${lost}: 1`,
  ]);
  expect([tail("asc"), tail("csv", error)]).toEqual([[], []]);
});
