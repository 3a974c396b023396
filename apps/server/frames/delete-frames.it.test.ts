import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FrameEngines, frameEngines, noEngine, TIMEOUT_MS } from "../testing/test-frame-engines.ts";
import { deleteRange, dropBinding, emptyDevice, type FrameStores } from "./delete-frames.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { DAY_US, dayOf } from "./ingest-days.ts";
import { listQuarantined } from "./quarantine-store.ts";
import { reconcileUsage } from "./reconcile-usage.ts";
import { applyRetention } from "./retention.ts";
import { batchOf, EVENING_US, TENANT } from "./test-ingest-world.ts";
import { addUsage, usageOfBinding } from "./usage-store.ts";

const OLD_US = EVENING_US - 100 * DAY_US;

/** Ten batches of three frames, a second apart, all of one day. */
const batches = (bindingNumber: number, startUs: number): IncomingBatch[] =>
  Array.from({ length: 10 }, (_, sequence) => {
    const at = startUs - 3_600_000_000 + 3_000_000 * sequence;
    return batchOf({ bindingNumber, sequence, timesUs: [at, at + 1_000_000, at + 2_000_000] });
  });

describe.skipIf(noEngine)("frames that go", { timeout: TIMEOUT_MS }, () => {
  let engines: FrameEngines;
  let stores: FrameStores;
  const send = async (...all: readonly IncomingBatch[]) => {
    const ingest = engines.ingest();
    await Promise.all(all.map((batch) => ingest.ingest(batch)));
    await ingest.close();
  };
  const counts = async () => {
    const rows = await engines.rows<{ device: number; frames: string }>(
      "select device, toString(count()) as frames from frames group by device order by device",
    );
    return Object.fromEntries(rows.map(({ device, frames }) => [device, Number(frames)]));
  };
  const rules = (days: Record<number, number>) => ({
    daysOf: async () => new Map(Object.entries(days).map(([binding, keep]) => [Number(binding), keep])),
    pinned: async () => [],
  });

  beforeAll(async () => {
    engines = await frameEngines();
    stores = { client: engines.clickhouse.client, db: engines.database.db };
    const wrongClock = batchOf({ bindingNumber: 3, sequence: 99, timesUs: [0] });
    await send(...batches(1, EVENING_US), wrongClock, ...[3, 4].flatMap((binding) => batches(binding, OLD_US)));
  }, TIMEOUT_MS);
  afterAll(() => engines?.end(), TIMEOUT_MS);

  it("a range loses its oldest frames up to the limit, not what is pinned, and they do not come back [DAT-08]", async () => {
    const [first] = batches(1, EVENING_US);
    const firstUs = first?.frames.timeUs[0] ?? 0;
    const range = { bindingNumber: 1, fromUs: firstUs, toUs: EVENING_US };
    // The first two frames are pinned by an alarm.
    const keep = [{ fromUs: firstUs, toUs: firstUs + 2_000_000 }];
    expect(await deleteRange(stores, { ...range, keep }, 20)).toEqual({ deleted: 20, remaining: 8 });
    expect((await usageOfBinding(stores.db, 1)).map(({ frames }) => frames)).toEqual([10]);
    await send(...batches(1, EVENING_US));
    const left = await engines.rows<{ ts: string }>(
      "select toString(ts) as ts from frames where device = 1 order by ts",
    );
    const expected = [0, 1, 22, 23, 24, 25, 26, 27, 28, 29].map((n) => String(firstUs + n * 1_000_000));
    expect(left.map(({ ts }) => ts)).toEqual(expected);
  });

  it("each tenant's retention is its own, and the day goes when all are past it [DAT-06]", async () => {
    const after = (days: number) => (OLD_US + days * DAY_US) / 1000;
    expect(await applyRetention(stores, rules({ 3: 180, 4: 7 }), after(30))).toBe(30);
    expect(await counts()).toEqual({ 1: 10, 3: 30 });
    expect(await applyRetention(stores, rules({ 3: 180, 4: 7 }), after(181))).toBe(30);
    await send(...batches(3, OLD_US), ...batches(4, OLD_US));
    expect(await counts()).toEqual({ 1: 10 });
    expect(await usageOfBinding(stores.db, 3)).toEqual([]);
  });

  it("counters are counted anew", async () => {
    const day = dayOf(EVENING_US);
    await addUsage(stores.db, [{ bindingNumber: 1, tenantId: TENANT, day, frames: 5, bytes: 5 }]);
    expect(await reconcileUsage(stores, async () => new Map(), day + 1)).toBe(1);
    expect((await usageOfBinding(stores.db, 1)).map(({ frames, bytes }) => [frames, bytes])).toEqual([[10, 230]]);
  });

  it("a device that is emptied remembers what it had, one that has ended leaves nothing", async () => {
    expect(await emptyDevice(stores, 1, [], Date.now())).toBe(10);
    expect(await emptyDevice(stores, 3, [], Date.now())).toBe(0);
    expect(await listQuarantined(stores.db, 3, 10)).toEqual([]);
    await send(...batches(1, EVENING_US), batchOf({ bindingNumber: 3, sequence: 99, timesUs: [0] }));
    expect(await counts()).toEqual({});
    expect(await listQuarantined(stores.db, 3, 10)).toEqual([]);
    await dropBinding(stores, 1);
    const known = await engines.database.pool.query("select binding from stored_sequences where binding = 1");
    expect(known.rows).toEqual([]);
  });
});
