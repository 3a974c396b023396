import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LandedCache } from "./landed-cache.ts";
import type { LandedBatch } from "./segment-index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function batchOf(id: number, frames: number): LandedBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < frames; i += 1) batch.push(i, 0, id, 0, 1, Uint8Array.of(1));
  const encoded = encodeCb1(batch, { epoch: 1, sequence: id });
  if (!encoded.ok) throw new Error(encoded.problem.code);
  return { id, landedUs: id, epoch: 1, sequence: id, body: encoded.value };
}

it("batches are read once for all questions about them, and again with one more", () => {
  const cache = new LandedCache();
  const [one, other] = [batchOf(1, 3), batchOf(2, 2)];
  const runs = cache.runsOf([one]);
  expect(runs.map(({ id, count }) => [id, count])).toEqual([[1, 3]]);
  expect(cache.runsOf([one])).toBe(runs);
  expect(cache.runsOf([one, other]).map(({ id, count }) => [id, count])).toEqual([
    [1, 3],
    [2, 2],
  ]);
  expect(cache.frames).toBe(8);
});

it("runs go three seconds after the last question", () => {
  const cache = new LandedCache();
  const batch = batchOf(1, 3);
  const runs = cache.runsOf([batch]);
  vi.advanceTimersByTime(2000);
  expect(cache.runsOf([batch])).toBe(runs);
  vi.advanceTimersByTime(3000);
  expect(cache.frames).toBe(0);
  expect(cache.runsOf([batch])).not.toBe(runs);
});

it("no more frames are held than allowed, and a larger set not at all", () => {
  const cache = new LandedCache(10);
  const sets = [1, 2, 3].map((id) => [batchOf(id, 4)]);
  const [first, second, third] = sets.map((set) => cache.runsOf(set));
  expect(cache.frames).toBe(8);
  expect(cache.runsOf(sets[2] as LandedBatch[])).toBe(third);
  expect(cache.runsOf(sets[1] as LandedBatch[])).toBe(second);
  expect(cache.runsOf(sets[0] as LandedBatch[])).not.toBe(first);
  cache.runsOf([batchOf(4, 11)]);
  expect(cache.frames).toBe(0);
});
