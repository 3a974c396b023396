import { expect, it } from "vitest";
import type { Files } from "../../platform/files/files.ts";
import type { SegmentFooter } from "../segments/footer.ts";
import type { SegmentRow } from "./segment-index.ts";
import { loadedParts, type SourceRun } from "./source-run.ts";

/** Small enough for the runs of a part to be read in one go. */
const RUN_BYTES = 1000;

function runsOf(count: number): SourceRun[] {
  const byteAt = Float64Array.from({ length: count + 1 }, (_, i) => i * RUN_BYTES);
  const footer = { byteAt, columns: { count: new Uint16Array(count).fill(1) } } as unknown as SegmentFooter;
  const row = { id: 1, file: "f", offset: 0 } as SegmentRow;
  return Array.from({ length: count }, (_, index) => {
    const stored = { row, footer, index };
    return { channel: 0, id: index, flags: 0, size: 0, count: 1, firstUs: 0, lastUs: 0, parts: undefined, stored };
  });
}

function filesReading(read: (index: number) => void): Files {
  return {
    read: async (_: string, offset: number, length: number) => {
      read(offset / RUN_BYTES);
      return new Uint8Array(length);
    },
  } as unknown as Files;
}

it("the part behind the one that is worked on is read already, and none further; what is done is let go", async () => {
  const read: number[] = [];
  const runs = runsOf(5);
  const seen: string[] = [];
  for await (const part of loadedParts(
    filesReading((index) => read.push(index)),
    runs,
    2,
  )) {
    expect(part.every(({ parts }) => parts !== undefined)).toBe(true);
    seen.push(`${part.map(({ id }) => id)} with ${read.length} read`);
  }
  expect(seen).toEqual(["0,1 with 2 read", "2,3 with 3 read", "4 with 3 read"]);
  expect(runs.every(({ parts }) => parts === undefined)).toBe(true);
});

it("a part that cannot be read fails when it is reached, and nowhere when nobody goes so far", async () => {
  const files = filesReading((index) => {
    if (index === 2) throw new Error("broken");
  });
  const parts = loadedParts(files, runsOf(4), 2);
  expect((await parts.next()).done).toBe(false);
  await expect(parts.next()).rejects.toThrow("broken");
  for await (const _ of loadedParts(files, runsOf(4), 2)) break;
});
