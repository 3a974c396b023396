import { FrameBatch } from "@canopy/can/frame/batch";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedBatches } from "../landing/shared-batches.ts";
import type { StoredFrame } from "../store/frame-store.ts";
import type { SegmentHour } from "./run-merge.ts";
import { SliceMerge } from "./slice-merge.ts";
import { memorySource } from "./source-run.ts";
import { expectedFrames, options, rows, sourcesOf } from "./test-merge-rows.ts";

type Found = Omit<StoredFrame, "k">;

async function framesOf(merge: SliceMerge): Promise<{ slices: number[]; found: Found[] }> {
  const batches = new SharedBatches();
  const slices: number[] = [];
  const found: Found[] = [];
  for (;;) {
    const batch = await merge.next((frames, bytes) => batches.next(frames, bytes));
    if (batch === undefined) return { slices, found };
    slices.push(batch.length);
    for (let i = 0; i < batch.length; i += 1) found.push({ ...batch.at(i), data: Uint8Array.from(batch.at(i).data) });
  }
}

const loaded = { fromUs: 0, toUs: 1e15, load: async () => undefined };

/** A run of a cyclic message; byte 0 counts. */
function everySo(id: number, periodUs: number, count: number, { size = 8, startUs = 0 } = {}) {
  const timesUs = Float64Array.from({ length: count }, (_, i) => startUs + i * periodUs + (id % periodUs));
  const planes = Array.from({ length: size }, (_, k) =>
    k === 0 ? Uint8Array.from({ length: count }, (_, i) => i) : k,
  );
  return memorySource({ channel: 1, id, flags: 0, size, count, timesUs, ks: null, planes });
}

describe("slices of runs", () => {
  it("are all rows of the range behind the position, in order", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(255), options, async (list, seed, asked) => {
        const { sources, load } = sourcesOf(list, seed);
        const { fromUs, toUs, after, data } = asked;
        const merge = new SliceMerge(sources, { fromUs, toUs, after, data, load });
        const expected = expectedFrames(list, { ...asked, order: "oldestFirst" });
        const { found } = await framesOf(merge);
        expect(found).toEqual(expected.map(({ k: _, ...frame }) => frame));
        const last = expected.at(-1);
        expect(merge.position).toEqual(last && { timeUs: last.timeUs, k: last.k });
      }),
      { numRuns: 1000 },
    );
  });

  it("have payloads of every size, also over more than one slice", async () => {
    const sizes = [0, 1, 3, 5, 8, 12, 64];
    const runs = sizes.map((size, id) => everySo(id, 7, 20_000, { size }));
    const { slices, found } = await framesOf(new SliceMerge(runs, loaded));
    expect(slices.length).toBeGreaterThan(5);
    expect(found).toHaveLength(20_000 * sizes.length);
    for (const [i, { timeUs, id, size, data }] of found.entries()) {
      const [row, message] = [Math.floor(i / 7), i % 7];
      const payload = Uint8Array.from({ length: sizes[message] as number }, (_, k) => (k === 0 ? row : k));
      if (timeUs !== i || id !== message || size !== payload.length || Buffer.compare(data, payload) !== 0)
        expect({ timeUs, id, data }).toEqual({ timeUs: i, id: message, data: payload });
    }
  });

  it("hold some thousand rows each, however dense the traffic becomes", async () => {
    const quiet = everySo(1, 60_000_000, 600);
    const dense = Array.from({ length: 40 }, (_, i) => everySo(0, 10, 5000, { startUs: 36e9 + i * 50_000 }));
    let opened = 0;
    let most = 0;
    const waiting = dense.map(({ parts, ...run }) => ({ run: { ...run, parts: undefined as typeof parts }, parts }));
    const load: ConstructorParameters<typeof SliceMerge>[1]["load"] = async (runs) => {
      opened = 0;
      for (const run of runs) {
        opened += run.count;
        run.parts ??= waiting.find((one) => one.run === run)?.parts;
      }
      most = Math.max(most, opened);
    };
    const merge = new SliceMerge([quiet, ...waiting.map(({ run }) => run)], { ...loaded, load });
    const { slices, found } = await framesOf(merge);
    expect(found).toHaveLength(600 + 40 * 5000);
    expect(Math.max(...slices)).toBeLessThanOrEqual(16_384);
    expect(most).toBeLessThan(100_000);
  });

  it("open no hour that lies behind them", async () => {
    const opened: number[] = [];
    const hour = (fromUs: number): SegmentHour => ({
      firstUs: fromUs,
      lastUs: fromUs + 9,
      runs: async () => {
        opened.push(fromUs);
        return [everySo(0, 9, 2, { startUs: fromUs })];
      },
    });
    const merge = new SliceMerge([hour(9e9), hour(0), hour(5e9)], loaded);
    await merge.next((frames) => new FrameBatch(frames + 4 - (frames % 4)));
    expect(opened).toEqual([0]);
    const { found } = await framesOf(merge);
    expect(opened).toEqual([0, 5e9, 9e9]);
    expect(found.map(({ timeUs }) => timeUs)).toEqual([5e9, 5e9 + 9, 9e9, 9e9 + 9]);
  });
});
