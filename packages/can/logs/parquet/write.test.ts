import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { written } from "../testing/collect.ts";
import { framesArbitrary } from "../testing/frames.ts";
import { parquetRows } from "../testing/read-parquet.ts";

describe("Parquet", () => {
  it("holds every field of every frame, packed or not", () => {
    fc.assert(
      fc.property(framesArbitrary(), fc.boolean(), (frames, isPacked) => {
        const { file } = written("parquet", frames, isPacked ? { deflate: (data) => deflateSync(data) } : {});
        const rows = parquetRows(file);
        expect(rows.map((row) => [row.time, row.channel, row.id, row.size, row.data])).toEqual(
          frames.map((frame) => [frame.timeUs, frame.channel, frame.id, frame.size, frame.data]),
        );
        const flags = { extended: FLAG_EXTENDED, remote: FLAG_REMOTE, error: FLAG_ERROR, fd: FLAG_FD, tx: FLAG_TX };
        for (const [name, flag] of Object.entries(flags)) {
          expect(rows.map((row) => row[name])).toEqual(frames.map((frame) => (frame.flags & flag) !== 0));
        }
      }),
      { numRuns: 60 },
    );
  });
});
