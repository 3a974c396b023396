import { constants, deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { FLAG_FD, FLAG_TX, type Frame } from "../frame/frame.ts";
import { DETECT_BYTES, detectLogFormat } from "./detect.ts";
import type { WriteFormat } from "./formats.ts";
import { canonicalLine } from "./testing/canonical.ts";
import { collect, written } from "./testing/collect.ts";
import { type FrameShape, framesArbitrary } from "./testing/frames.ts";

// Many runs each; a busy machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
const deflate = (data: Uint8Array): Uint8Array => deflateSync(data, { level: 1 });

/** The losses of each format; nothing else may be lost. */
const LIMITS: Record<WriteFormat, Partial<FrameShape>> = {
  candump: {},
  asc: { errors: "bare" },
  blf: {},
  trc: {},
  "trc-1.1": { unitUs: 100, channels: 1, hasFd: false, errors: "none" },
  csv: {},
  "csv-python-can": { channels: 1, hasDirection: false, hasFd: false },
  "csv-gvret": { hasFd: false, hasRemote: false, errors: "none" },
  mdf4: {},
  parquet: {},
};

/** MDF4: frames of equal time come back by group, not in the order they were written. */
function inGroupOrder(frames: readonly Frame[]): Frame[] {
  const group = (frame: Frame): number => (frame.flags & 0x20 ? 3 : frame.flags & 0x10 ? 2 : frame.size > 8 ? 1 : 0);
  return [...frames].sort((a, b) => a.timeUs - b.timeUs || group(a) - group(b));
}

describe("a log read back is the log that was written", () => {
  const formats = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

  it.each(formats)("%s, within its limits", (format) => {
    fc.assert(
      fc.property(
        framesArbitrary(LIMITS[format]),
        fc.boolean(),
        fc.integer({ min: 1, max: 5000 }),
        (frames, isPacked, chunkBytes) => {
          const log = written(format, frames, { ...(isPacked ? { deflate } : {}), batchFrames: 7 });
          const reading = detectLogFormat(log.file.subarray(0, DETECT_BYTES));
          // A candump without frames is an empty file.
          if (reading === undefined) {
            expect(frames).toEqual([]);
            return;
          }
          const read = collect(reading, log.file, { inflate, chunkBytes });
          expect(read.problems).toEqual([]);
          expect(log.skipped + log.adjusted + log.reduced).toBe(0);
          expect(read.frames).toEqual(format === "mdf4" ? inGroupOrder(frames) : frames);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("counts frames that lose their channel, direction or CAN FD flags", () => {
    const frame = { timeUs: 1e15, channel: 0, id: 1, flags: 0, size: 1, data: new Uint8Array(1) };
    const lossy = [frame, { ...frame, channel: 1 }, { ...frame, flags: FLAG_TX }, { ...frame, flags: FLAG_FD }];
    expect(written("csv-python-can", lossy).reduced).toBe(3);
    expect(written("trc-1.1", lossy)).toMatchObject({ reduced: 1, skipped: 1 });
    expect(written("csv", lossy).reduced).toBe(0);
  });

  it("leaves out what the format cannot hold, and counts it", () => {
    const fd = { timeUs: 1e15, channel: 0, id: 1, flags: FLAG_FD, size: 12, data: new Uint8Array(12) };
    for (const format of ["trc-1.1", "csv-gvret"] as const) expect(written(format, [fd, fd]).skipped).toBe(2);
  });

  it("gives a frame older than the first one the start of a BLF file, and counts it", () => {
    const frame = (timeUs: number) => ({ timeUs, channel: 0, id: 1, flags: 0, size: 0, data: new Uint8Array(0) });
    const log = written("blf", [frame(1_700_000_000_000_000), frame(1_600_000_000_000_000)]);
    expect(log.adjusted).toBe(1);
    expect(collect("blf", log.file).frames.map((f) => f.timeUs)).toEqual([
      1_700_000_000_000_000, 1_700_000_000_000_000,
    ]);
  });

  it("writes many data blocks and reads them through their list", () => {
    const frames = Array.from({ length: 60_000 }, (_, i) => {
      return {
        timeUs: 1_700_000_000_000_000 + i * 100,
        channel: i & 3,
        id: i & 0x7ff,
        flags: 0,
        size: 8,
        data: Uint8Array.from({ length: 8 }, (_v, k) => (i >> k) & 255),
      };
    });
    for (const options of [{}, { deflate }]) {
      const log = written("mdf4", frames, options);
      const read = collect("mdf4", log.file, { inflate });
      expect(read.problems).toEqual([]);
      const lines = (list: readonly Frame[]): string =>
        list.map((frame) => canonicalLine(frame, `${frame.channel}`, 0)).join("\n");
      expect(lines(read.frames) === lines(frames)).toBe(true);
    }
  });
});
