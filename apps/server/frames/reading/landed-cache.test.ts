import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Run } from "../segments/run.ts";
import { landedRuns } from "../settling/landed-runs.ts";
import { LandedCache } from "./landed-cache.ts";
import type { LandedBatch } from "./segment-index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function batchOf(id: number, frames: number, { firstUs = 1000 * id, canId = id } = {}): LandedBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < frames; i += 1) batch.push(firstUs + i, 0, canId, 0, 1, Uint8Array.of(id & 255));
  const encoded = encodeCb1(batch, { epoch: 1, sequence: id });
  if (!encoded.ok) throw new Error(encoded.problem.code);
  return { id, landedUs: id, epoch: 1, sequence: id, body: encoded.value };
}

/** Every frame of runs as (time, k, id, byte), in that order. */
function rowsOf(runs: readonly Run[]): string[] {
  const rows: [number, number, string][] = [];
  for (const { count, timesUs, ks, id, planes } of runs)
    for (let row = 0; row < count; row += 1) {
      const [plane] = planes;
      const byte = typeof plane === "number" ? plane : plane?.[row];
      rows.push([timesUs[row] as number, ks?.[row] ?? 0, `${id} ${byte}`]);
    }
  return rows.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((row) => row.join(" "));
}

it("batches are read once for all questions about them, and with more batches only the last part again", () => {
  const cache = new LandedCache({ part: 8 });
  const batches = Array.from({ length: 40 }, (_, i) => batchOf(i + 1, 4, { canId: 7 }));
  const before = cache.runsOf(batches);
  expect(before.length).toBeGreaterThan(4);
  expect(cache.runsOf(batches)).toEqual(before);
  cache.runsOf(batches).forEach((run, i) => void expect(run).toBe(before[i]));
  const more = cache.runsOf([...batches, batchOf(41, 4, { canId: 7 })]);
  expect(before.slice(0, -1).every((run) => more.includes(run))).toBe(true);
  const later = cache.runsOf(batches.slice(1));
  expect(before.slice(1).every((run) => later.includes(run))).toBe(true);
});

it("what is read in parts is what is read at once: the same frames with the same numbers", () => {
  const given = fc.array(fc.record({ frames: fc.integer({ min: 1, max: 6 }), firstUs: fc.nat(60), canId: fc.nat(3) }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(given, fc.nat(30), (list, cut) => {
      const batches = list.map(({ frames, ...where }, i) => batchOf(i + 1, frames, where));
      const cache = new LandedCache({ part: 5 });
      cache.runsOf(batches.slice(0, Math.max(1, cut)));
      expect(rowsOf(cache.runsOf(batches))).toEqual(rowsOf(landedRuns(batches)));
    }),
  );
});

it("runs go twenty seconds after the last question", () => {
  const cache = new LandedCache();
  const batch = batchOf(1, 3);
  const [run] = cache.runsOf([batch]);
  vi.advanceTimersByTime(15_000);
  expect(cache.runsOf([batch])[0]).toBe(run);
  vi.advanceTimersByTime(20_000);
  expect(cache.frames).toBe(0);
  expect(cache.runsOf([batch])[0]).not.toBe(run);
});

it("no more frames are held than allowed, and a larger set not at all", () => {
  const cache = new LandedCache({ most: 10 });
  const sets = [1, 2, 3].map((id) => [batchOf(id, 4)]);
  const [first, second, third] = sets.map((set) => cache.runsOf(set)[0]);
  expect(cache.frames).toBe(8);
  expect(cache.runsOf(sets[2] as LandedBatch[])[0]).toBe(third);
  expect(cache.runsOf(sets[1] as LandedBatch[])[0]).toBe(second);
  expect(cache.runsOf(sets[0] as LandedBatch[])[0]).not.toBe(first);
  cache.runsOf([batchOf(4, 11)]);
  expect(cache.frames).toBe(0);
});
