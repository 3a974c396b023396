import type pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BodyCache } from "./body-cache.ts";
import { type LandedRow, SnapshotGone } from "./segment-index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rowOf = (id: number): LandedRow => ({
  id,
  landedUs: id,
  epoch: 1,
  sequence: id,
  firstUs: id,
  lastUs: id,
  frames: 1,
  bodyBytes: 4,
});

/** A table of landed batches with bodies of four bytes, which notes the ids that are asked for. */
function table(stored: readonly number[]) {
  const asked: number[][] = [];
  const query = async (_: string, [, ids]: [number, string]) => {
    const wanted = ids.slice(1, -1).split(",").map(Number);
    asked.push(wanted);
    return { rows: wanted.filter((id) => stored.includes(id)).map((id) => ({ id, body: Buffer.alloc(4, id) })) };
  };
  return { pool: { query } as unknown as pg.Pool, asked };
}

it("bodies are read once while somebody asks for them, in the order of the question", async () => {
  const { pool, asked } = table([1, 2, 3]);
  const cache = new BodyCache(pool);
  await cache.read(1, [rowOf(1), rowOf(3)]);
  const batches = await cache.read(1, [rowOf(3), rowOf(2), rowOf(1)]);
  expect(asked).toEqual([[1, 3], [2]]);
  expect(batches.map(({ id, sequence, body }) => [id, sequence, body[0]])).toEqual([
    [3, 3, 3],
    [2, 2, 2],
    [1, 1, 1],
  ]);
  vi.advanceTimersByTime(20_000);
  expect(cache.bytes).toBe(0);
});

it("no more bytes are held than allowed, those of the oldest question go first", async () => {
  const { pool, asked } = table([1, 2, 3]);
  const cache = new BodyCache(pool, 8);
  for (const id of [1, 2, 1, 3]) await cache.read(1, [rowOf(id)]);
  expect(cache.bytes).toBe(8);
  await cache.read(1, [rowOf(1), rowOf(3)]);
  expect(asked).toEqual([[1], [2], [3]]);
});

it("a batch that has gone since the index was read makes the question begin anew", async () => {
  const cache = new BodyCache(table([1]).pool);
  await expect(cache.read(1, [rowOf(1), rowOf(2)])).rejects.toThrow(SnapshotGone);
  expect(cache.bytes).toBe(0);
});
