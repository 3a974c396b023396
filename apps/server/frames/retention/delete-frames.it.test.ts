import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import { batchOf, EVENING_US } from "../ingest/test-ingest-world.ts";
import type { FrameStore } from "../store/frame-store.ts";
import { DAY_US, dayOf } from "../store/time-window.ts";

const OLD_US = EVENING_US - 100 * DAY_US;

/** Ten batches of three frames, a second apart, all of one day. */
const batches = (bindingNumber: number, startUs: number): IncomingBatch[] =>
  Array.from({ length: 10 }, (_, sequence) => {
    const at = startUs - 3_600_000_000 + 3_000_000 * sequence;
    return batchOf({ bindingNumber, sequence, timesUs: [at, at + 1_000_000, at + 2_000_000] });
  });

describe.each(["landed", "settled"] as const)("%s frames that go", (state) => {
  let engines: FrameEngines;
  let frames: FrameStore;
  const send = async (...all: readonly IncomingBatch[]) => {
    const ingest = engines.ingest();
    await Promise.all(all.map((batch) => ingest.ingest(batch)));
    await ingest.close();
    if (state === "settled") await engines.settle();
  };
  const timesOf = async (bindingNumber: number) => {
    const all = { bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    const page = await frames.page({ ...all, order: "oldestFirst", limit: 1000 });
    return page.frames.map(({ timeUs }) => timeUs);
  };
  const counts = () => Promise.all([1, 3, 4].map(async (binding) => (await timesOf(binding)).length));
  const expiry = (bindingNumber: number, beforeDay: number) => ({ bindingNumber, beforeDay, keep: async () => [] });

  beforeAll(async () => {
    engines = await frameEngines();
    frames = engines.store.frames;
    const wrongClock = batchOf({ bindingNumber: 3, sequence: 99, timesUs: [0] });
    await send(...batches(1, EVENING_US), wrongClock, ...[3, 4].flatMap((binding) => batches(binding, OLD_US)));
  });
  afterAll(() => engines?.end());

  it("a range loses its oldest frames up to the limit, not what is pinned, and they do not come back [DAT-04] [DAT-08]", async () => {
    const [first] = batches(1, EVENING_US);
    const firstUs = first?.frames.timeUs[0] ?? 0;
    const range = { bindingNumber: 1, fromUs: firstUs, toUs: EVENING_US };
    // The first two frames are pinned by an alarm.
    const keep = [{ fromUs: firstUs, toUs: firstUs + 2_000_000 }];
    expect(await frames.removal.deleteRange({ ...range, keep }, 20)).toEqual({
      deleted: 20,
      bytes: 20 * 23,
      remaining: 8,
    });
    expect(await frames.usage.daysOf(1)).toEqual([
      { bindingNumber: 1, day: dayOf(EVENING_US), frames: 10, bytes: 10 * 23 },
    ]);
    await send(...batches(1, EVENING_US));
    const expected = [0, 1, 22, 23, 24, 25, 26, 27, 28, 29].map((n) => firstUs + n * 1_000_000);
    expect(await timesOf(1)).toEqual(expected);
  });

  it("a channel goes alone: others of its segments and batches stay, counted, and it does not come back [DAT-04]", async () => {
    await send(...batches(5, EVENING_US));
    const startUs = batches(5, EVENING_US)[0]?.frames.timeUs[0] ?? 0;
    const range = {
      bindingNumber: 5,
      fromUs: startUs,
      toUs: EVENING_US,
      keep: [{ fromUs: startUs, toUs: startUs + 2_000_000 }],
    };
    // Of three frames of a batch the second is of channel 1; the first of these is pinned.
    expect(await frames.removal.deleteRange({ ...range, channels: [1] }, 4)).toEqual({
      deleted: 4,
      bytes: 4 * 23,
      remaining: 5,
    });
    expect(await frames.removal.deleteRange({ ...range, channels: [1] }, 100)).toMatchObject({
      deleted: 5,
      remaining: 0,
    });
    expect(await frames.removal.deleteRange({ ...range, channels: [2] }, 100)).toMatchObject({ deleted: 0 });
    const all = { bindingNumber: 5, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER };
    expect(await frames.count({ ...all, filter: { channels: [1] } })).toBe(1);
    expect(await frames.count({ ...all, filter: { channels: [0] } })).toBe(20);
    const { list } = await frames.buckets({ ...range, filter: {} }, 60_000_000);
    expect(list.reduce((sum, bucket) => sum + bucket.frames, 0)).toBe(21);
    expect(await frames.usage.daysOf(5)).toEqual([
      { bindingNumber: 5, day: dayOf(EVENING_US), frames: 21, bytes: 21 * 23 },
    ]);
    await send(...batches(5, EVENING_US));
    expect((await timesOf(5)).length).toBe(21);
    await frames.removal.drop(5);
  });

  it("retention is each binding's own, and counts from the later of frame time and time stored [DAT-06]", async () => {
    // Landed batches are of today or were stored today: they are settled long before they expire.
    await engines.settle();
    const storedDay = dayOf(Date.now() * 1000);
    expect(await frames.removal.expire([expiry(3, dayOf(OLD_US) + 1), expiry(4, dayOf(OLD_US) + 30)])).toBe(0);
    expect(await frames.removal.expire([expiry(3, dayOf(OLD_US)), expiry(4, storedDay + 2)])).toBe(30);
    expect(await counts()).toEqual([10, 30, 0]);
    expect(await frames.usage.daysOf(4)).toEqual([]);
  });

  it("a device that is emptied remembers what it had, one that has ended leaves nothing [DAT-05] [DAT-08]", async () => {
    expect(await frames.removal.empty(1, [])).toEqual({ deleted: 10, bytes: 10 * 23 });
    expect(await frames.removal.empty(3, [])).toMatchObject({ deleted: 30 });
    await send(...batches(1, EVENING_US), batchOf({ bindingNumber: 3, sequence: 99, timesUs: [0] }));
    expect(await counts()).toEqual([0, 0, 0]);
    expect(await frames.usage.ofAll()).toEqual([]);
    await frames.removal.drop(1);
    for (const table of ["landing", "sequence_sets", "segments", "day_counters"]) {
      const left = await engines.framesDatabase.pool.query(`select binding from ${table} where binding = 1`);
      expect(left.rows, table).toEqual([]);
    }
  });
});
