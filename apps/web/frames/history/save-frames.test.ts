import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { createReader } from "@canopy/can/logs/formats";
import { describe, expect, it } from "vitest";
import { SAVE_FORMATS, writeLog } from "./save-frames.ts";

function given(): FrameBatch {
  const batch = new FrameBatch();
  const bytes = Uint8Array.from({ length: 64 }, (_, k) => k);
  const at = 1_700_000_000_000_000;
  batch.push(at, 0, 0x123, 0, 8, bytes);
  batch.push(at + 10, 1, 0x18fef100, FLAG_EXTENDED | FLAG_TX, 3, bytes);
  batch.push(at + 20, 0, 0x7ff, FLAG_FD, 64, bytes);
  batch.push(at + 30, 0, 0x100, FLAG_REMOTE, 4, bytes);
  batch.push(at + 40, 0, 0, FLAG_ERROR, 0, bytes);
  return batch;
}

describe("saved frames", () => {
  it.each(SAVE_FORMATS)("are read back from %s as they were [DAT-01]", (format) => {
    const batch = given();
    const { bytes, losses } = writeLog(batch, format, 0);
    const read = new FrameBatch();
    const reader = createReader(format, {
      frames: (part) => {
        for (let i = 0; i < part.length; i++) read.pushFrame(part.at(i));
      },
      problem: (problem) => {
        throw new Error(JSON.stringify(problem));
      },
    });
    while (!reader.done && reader.position < bytes.length) reader.write(bytes.subarray(reader.position));
    reader.end();
    expect(losses).toEqual({ skipped: 0, adjusted: 0, reduced: 0 });
    const facts = (of: FrameBatch) =>
      Array.from({ length: of.length }, (_, i) => of.at(i)).map(({ timeUs, channel, id, flags, size, data }) =>
        flags & FLAG_ERROR ? [timeUs, channel, "error"] : [timeUs, channel, id, flags, size, [...data]],
      );
    expect(facts(read)).toEqual(facts(batch));
  });

  it("tell what their format has no place for [DAT-01]", () => {
    const batch = given();
    batch.push(1_700_000_000_000_050, 0, 0x40, FLAG_ERROR, 8, new Uint8Array(8));
    expect(writeLog(batch, "asc", 0).losses).toEqual({ skipped: 0, adjusted: 0, reduced: 1 });
  });
});
