import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredFrame } from "../store/frame-store.ts";
import { frameAt, type MergeOptions, RunMerge, type SegmentHour } from "./run-merge.ts";
import { memorySource } from "./source-run.ts";
import { expectedFrames, options, type Row, rows, sourcesOf } from "./test-merge-rows.ts";

async function merged(
  list: readonly Row[],
  seed: number,
  takes: readonly number[],
  options: Omit<MergeOptions, "load">,
) {
  const { sources, load } = sourcesOf(list, seed);
  const merge = new RunMerge(sources, { ...options, load });
  const found: StoredFrame[] = [];
  for (let i = 0; ; i += 1) {
    const limit = takes[i % takes.length] as number;
    const taken = await merge.take(limit, (...row) => found.push(frameAt(...row)));
    expect(taken).toBeLessThanOrEqual(limit);
    if (taken < limit) return found;
  }
}

describe("merged runs", () => {
  it("are all rows of the range behind the position, in order, however they are asked for", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.nat(255),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
        options,
        async (list, seed, takes, asked) => {
          const expected = expectedFrames(list, asked);
          const found = await merged(list, seed, takes, asked);
          expect(found).toEqual(asked.order === "oldestFirst" ? expected : expected.toReversed());
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("open no run that lies behind what is taken", async () => {
    const opened: number[] = [];
    const hour = (fromUs: number): SegmentHour => ({
      firstUs: fromUs,
      lastUs: fromUs + 9,
      runs: async () => {
        opened.push(fromUs);
        const timesUs = Float64Array.of(fromUs, fromUs + 9);
        return [memorySource({ channel: 0, id: 1, flags: 0, size: 0, count: 2, timesUs, ks: null, planes: [] })];
      },
    });
    const merge = new RunMerge([hour(20), hour(0), hour(10)], {
      fromUs: 0,
      toUs: 100,
      order: "oldestFirst",
      load: async () => undefined,
    });
    expect(await merge.take(2, () => undefined)).toBe(2);
    expect(opened).toEqual([0]);
    expect(await merge.take(9, () => undefined)).toBe(4);
    expect(opened).toEqual([0, 10, 20]);
  });
});
