import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { batchOf, EVENING_US } from "../ingest/test-ingest-world.ts";
import { DAY_US } from "../store/time-window.ts";
import { deleteInSlices } from "./delete-slices.ts";

const SECOND_US = 1_000_000;
const TIMEOUT_MS = 60_000 * PATIENCE;
const DAYS = 5;

describe("a range that is deleted in slices", () => {
  let engines: FrameEngines;
  beforeAll(async () => {
    engines = await frameEngines();
  }, TIMEOUT_MS);
  afterAll(() => engines?.end());

  /** Six frames on each of five days. */
  async function filled(bindingNumber: number): Promise<{ fromUs: number; toUs: number }> {
    const fromUs = EVENING_US - DAYS * DAY_US;
    const ingest = engines.ingest();
    for (let sequence = 0; sequence < DAYS; sequence += 1) {
      const at = fromUs + sequence * DAY_US - 3600 * SECOND_US;
      const timesUs = Array.from({ length: 6 }, (_, n) => at + n * SECOND_US);
      await ingest.ingest(batchOf({ bindingNumber, sequence, timesUs }));
    }
    await ingest.close();
    await engines.settle();
    return { fromUs: fromUs - DAY_US, toUs: EVENING_US };
  }
  const left = (bindingNumber: number) =>
    engines.store.frames.count({ bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} });
  const never = new AbortController().signal;

  it("tells after each how many rows are gone of how many, and takes no more than one task may [DAT-04]", async () => {
    const range = { ...(await filled(1)), bindingNumber: 1, keep: [] };
    const told: [number, number][] = [];
    const onSlice = async (done: number, all: number) => void told.push([done, all]);
    const slices = { most: 20, slice: 12, signal: never, onSlice };
    expect(await deleteInSlices(engines.store.frames, range, slices)).toEqual({
      ...{ deleted: 20, remaining: 10, bytes: expect.any(Number) },
    });
    expect(told).toEqual([
      [0, 20],
      [12, 20],
      [20, 20],
    ]);
    expect(await left(1)).toBe(10);
  });

  it("keeps what is pinned, and does not count it as left [DAT-04]", async () => {
    const whole = await filled(2);
    const pinned = { fromUs: whole.fromUs, toUs: whole.fromUs + DAY_US };
    const range = { ...whole, bindingNumber: 2, keep: [pinned] };
    const slices = { most: 1000, slice: 1, signal: never, onSlice: async () => undefined };
    const kept = await engines.store.frames.count({ ...pinned, bindingNumber: 2, filter: {} });
    expect(kept).toBeGreaterThan(0);
    expect(await deleteInSlices(engines.store.frames, range, slices)).toMatchObject({
      deleted: 30 - kept,
      remaining: 0,
    });
    expect(await left(2)).toBe(kept);
  });

  it("is stopped between two: what is gone stays gone, the rest stays [DAT-04]", async () => {
    const range = { ...(await filled(3)), bindingNumber: 3, keep: [] };
    const stop = new AbortController();
    const onSlice = async (done: number) => void (done > 0 && stop.abort());
    const stopped = deleteInSlices(engines.store.frames, range, {
      most: 1000,
      slice: 12,
      signal: stop.signal,
      onSlice,
    });
    await expect(stopped).rejects.toThrow();
    expect(await left(3)).toBe(18);
  });
});
