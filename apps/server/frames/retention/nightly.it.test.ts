import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { StorageRoom } from "../../capacity/storage-room.ts";
import { endBindings } from "../../devices/binding-store.ts";
import { createLog } from "../../platform/log.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchAt } from "../ingest/test-batch-at.ts";
import { listRefusals } from "../landing/refusal-store.ts";
import { insertLogLines } from "../reports/device-report-store.ts";
import { DAY_US } from "../store/time-window.ts";
import type { PinnedWindows } from "./delete-range-job.ts";
import { type NightlyStores, runNightly } from "./nightly.ts";
import { tenantStorage } from "./tenant-storage.ts";

const DAY_MS = DAY_US / 1000;

describe("the night", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let stores: NightlyStores;
  const nowMs = Date.now();

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store });
    const { frames, points } = engines.store;
    stores = { db: world.database.db, frames, points };
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  const store10 = async (device: TestDevice, sequence: number, atMs: number) => {
    const ingest = engines.ingest({ clock: systemClock });
    expect(await ingest.ingest(batchAt(device, sequence, atMs))).toEqual({ kind: "stored" });
    await ingest.close();
  };
  const framesOf = async ({ bindingNumber }: TestDevice) => (await stores.frames.extent(bindingNumber)).frames;
  /** Moves the stored time of all frames and positions back by a number of days. */
  const letDaysPass = async (days: number) => {
    await engines.settle();
    const { db } = engines.framesDatabase;
    await sql`update segments set stored_at = stored_at - ${days} * interval '1 day'`.execute(db);
    await sql`update positions set stored_at = stored_at - ${days} * interval '1 day'`.execute(db);
  };
  const tenant = async (name: string, days: number | null): Promise<TestUser> => {
    const user = await world.user({ tenant: name, name, role: "manager" });
    await setPackage(stores.db, user.tenantId, { ...UNLIMITED_PACKAGE, maximum_data_retention_days: days });
    return user;
  };
  const told: { thingsId: string; tenantId: string; toUs: number }[] = [];
  const night = async (changes: Partial<NightlyStores> = {}, pinned: PinnedWindows = async () => []) => {
    told.length = 0;
    return runNightly(
      { ...stores, ...changes },
      {
        nowMs,
        pinned,
        tellDeleted: (device, { toUs }) => told.push({ ...device, toUs }),
        signal: new AbortController().signal,
        log: createLog("silent"),
      },
    );
  };

  it("takes what is past the package's days, frames, positions and reports, and nothing else [DAT-06]", async () => {
    const [short, long] = [await tenant("short_days", 30), await tenant("long_days", null)];
    const position = (age: number) => ({ time: nowMs - age * DAY_MS, latitude: 1, longitude: 2 });
    const [brief, lasting] = [await testDevice(stores.db, short.tenantId), await testDevice(stores.db, long.tenantId)];
    for (const device of [brief, lasting]) {
      for (const [sequence, age] of [100, 31].entries()) await store10(device, sequence, nowMs - age * DAY_MS);
      const { bindingNumber } = device;
      await stores.points.addPositions([31, 1].map((age) => ({ bindingNumber, position: position(age) })));
      await stores.points.importPositions(bindingNumber, [position(200)]);
      for (const age of [31, 1])
        await insertLogLines(stores.db, device, [{ time: 1, level: "info", text: `${age}` }], nowMs - age * DAY_MS);
    }
    await letDaysPass(31);
    // Of 60 days ago but stored today, as an imported log is: it stays as long as if it were of today.
    for (const device of [brief, lasting]) {
      for (const [i, age] of [60, 29, 1].entries()) await store10(device, 10 + i, nowMs - age * DAY_MS);
      const { bindingNumber } = device;
      await stores.points.importPositions(bindingNumber, [position(60)]);
      await stores.points.addPositions([{ bindingNumber, position: position(50) }]);
    }
    await engines.settle();
    const { expiredFrames } = await night();
    expect(expiredFrames).toBe(20);
    // Pages that are open on the device read again.
    const toUs = (Math.floor(nowMs / DAY_MS) - 30) * DAY_US;
    expect(told).toEqual([{ tenantId: short.tenantId, thingsId: brief.thingsId, toUs }]);
    expect(await framesOf(brief)).toBe(30);
    expect(await framesOf(lasting)).toBe(50);
    const positions = await engines.framesDatabase.pool.query<{ days: number[] }>(
      "select array_agg((($1 - time) / $2)::int order by time) as days from positions group by binding order by binding",
      [nowMs, DAY_MS],
    );
    expect(positions.rows.map(({ days }) => days)).toEqual([
      [60, 50, 1],
      [200, 60, 50, 31, 1],
    ]);
    const lines = await sql<{ binding: number; n: number }>`select binding, count(*)::int as n from device_reports
      where binding in (${brief.bindingNumber}, ${lasting.bindingNumber}) group by binding order by binding`.execute(
      stores.db,
    );
    expect(lines.rows.map(({ n }) => n)).toEqual([1, 2]);
    expect((await stores.frames.usage.ofTenant(short.tenantId)).frames).toBe(30);
  });

  it("spares frames, positions and points of windows that open alarms pin [DAT-06] [TRG-05]", async () => {
    const device = await testDevice(stores.db, (await tenant("pinned_days", 30)).tenantId);
    const { bindingNumber } = device;
    const pinnedMs = nowMs - 41 * DAY_MS;
    const times = [pinnedMs - DAY_MS, pinnedMs, nowMs - DAY_MS];
    for (const [sequence, atMs] of times.entries()) await store10(device, sequence, atMs);
    const position = { latitude: 1, longitude: 2 };
    await stores.points.addPositions(times.map((time) => ({ bindingNumber, position: { ...position, time } })));
    await stores.points.addPoints(times.map((time) => ({ bindingNumber, point: { group: "a", time, values: {} } })));
    await letDaysPass(45);
    const window = { fromUs: pinnedMs * 1000, toUs: (pinnedMs + 60_000) * 1000 };
    await night({}, async (binding) => (binding === bindingNumber ? [window] : []));
    expect(await framesOf(device)).toBe(20);
    const all = { bindingNumber, fromUs: 0, toUs: 2 ** 52, limit: 10 };
    expect((await stores.points.positions(all)).map(({ time }) => time)).toEqual(times.slice(1));
    const points = await stores.points.page({ ...all, group: "a" });
    expect(points.map(({ time }) => time)).toEqual(times.slice(1).toReversed());
    await night();
    expect((await stores.points.positions(all)).map(({ time }) => time)).toEqual(times.slice(2));
  });

  it("takes what deleted devices left, once [DAT-06]", async () => {
    const owner = await tenant("deleter", null);
    const [gone, kept] = [await testDevice(stores.db, owner.tenantId), await testDevice(stores.db, owner.tenantId)];
    for (const device of [gone, kept]) await store10(device, 1, nowMs - DAY_MS);
    const url = `/api/things/${gone.thingsId}`;
    expect((await world.call(owner, { method: "DELETE", url })).statusCode).toBe(200);
    expect((await night()).droppedBindings).toBe(1);
    expect(await framesOf(gone)).toBe(0);
    expect(await framesOf(kept)).toBe(10);
    expect((await night()).droppedBindings).toBe(0);
  });

  it("takes what it can of all devices, whatever it cannot of one [DAT-06]", async () => {
    const owner = await tenant("stuck", 30);
    const [stuck, next] = [await testDevice(stores.db, owner.tenantId), await testDevice(stores.db, owner.tenantId)];
    const [large, gone] = [await testDevice(stores.db, owner.tenantId), await testDevice(stores.db, owner.tenantId)];
    for (const device of [stuck, next, large, gone]) await store10(device, 1, nowMs - 40 * DAY_MS);
    await letDaysPass(40);
    for (const { thingsId } of [large, gone])
      await world.call(owner, { method: "DELETE", url: `/api/things/${thingsId}` });
    const points = {
      ...stores.points,
      drop: async (binding: number) => {
        if (binding === large.bindingNumber) throw new Error("canceling statement due to statement timeout");
        await stores.points.drop(binding);
      },
    };
    const { droppedBindings, faults } = await night({ points }, async (binding) => {
      if (binding === stuck.bindingNumber) throw new Error("its frame server is away");
      return [];
    });
    expect([droppedBindings, faults.length]).toEqual([1, 3]);
    expect(await Promise.all([stuck, next].map(framesOf))).toEqual([10, 0]);
    expect(await night()).toEqual({ droppedBindings: 1, expiredFrames: 10, faults: [] });
    expect(await framesOf(stuck)).toBe(0);
  });

  it("takes what a terminal left that went to another tenant, when it is old [DAT-06]", async () => {
    const owner = await tenant("left_behind", 30);
    const { bindingNumber } = await testDevice(stores.db, owner.tenantId);
    await endBindings(stores.db, owner.tenantId, [bindingNumber], "moved");
    const at = (age: number) => ({
      bindingNumber,
      position: { time: nowMs - age * DAY_MS, latitude: 1, longitude: 2 },
      point: { time: nowMs - age * DAY_MS, group: "g", values: { n: 1 } },
    });
    await stores.points.addPositions([at(40), at(1)]);
    await stores.points.addPoints([at(40), at(1)]);
    await letDaysPass(40);
    await night();
    const range = { bindingNumber, fromUs: 0, toUs: nowMs * 1000, limit: 9 };
    expect((await stores.points.positions(range)).map(({ time }) => time)).toEqual([nowMs - DAY_MS]);
    expect(await stores.points.count({ ...range, group: "g" })).toBe(1);
  });

  it("forgets refused batches that never came again, also of a device that has nothing else [CAP-05]", async () => {
    const [short, long] = [await tenant("refused", 30), await tenant("refused_long", null)];
    const left = [];
    for (const { tenantId } of [short, long]) {
      const device = await testDevice(stores.db, tenantId);
      const { pool } = engines.framesDatabase;
      for (const [sequence, age] of [40, 29].entries())
        await pool.query("insert into refused_batches values ($1, 1, $2, $3, 'quota', $4)", [
          device.bindingNumber,
          sequence,
          tenantId,
          new Date(nowMs - age * DAY_MS),
        ]);
      await night();
      left.push((await listRefusals(pool, device.bindingNumber, 9)).map(({ sequence }) => sequence));
    }
    expect(left).toEqual([[1], [0, 1]]);
  });

  it("shows with the device what it holds, also when that is nothing any more [DEV-10]", async () => {
    const owner = await tenant("counted", null);
    const device = await testDevice(stores.db, owner.tenantId);
    const { bindingNumber } = device;
    const usage = async () => {
      await night();
      const things = await world.call(owner, { method: "GET", url: `/api/things/${device.thingsId}` });
      return things.json().data.things_usage;
    };
    await store10(device, 1, nowMs - 2 * DAY_MS);
    expect(await usage()).toBe(10 * 23);
    await stores.frames.removal.empty(bindingNumber, []);
    expect(await usage()).toBe(0);
  });

  it("a full space refuses on record and stores again when there is room [CAP-05] [DAT-08]", async () => {
    const owner = await tenant("full", null);
    const device = await testDevice(stores.db, owner.tenantId);
    const space = (gigabytes: number) =>
      setPackage(stores.db, owner.tenantId, { ...UNLIMITED_PACKAGE, database_storage_space: gigabytes });
    await space(0);
    const room = new StorageRoom((tenantId) => tenantStorage(stores, tenantId), Date.now);
    const ingest = engines.ingest({ clock: systemClock, mayStore: (tenantId, bytes) => room.take(tenantId, bytes) });
    const batch = batchAt(device, 7, nowMs - 60_000);
    expect(await ingest.ingest(batch)).toEqual({ kind: "refused", reason: "quota" });
    expect(await listRefusals(engines.framesDatabase.pool, device.bindingNumber, 9)).toMatchObject([
      { epoch: 1, sequence: 7, reason: "quota" },
    ]);
    expect(await framesOf(device)).toBe(0);
    expect(await room.hasRoom(owner.tenantId)).toBe(false);
    await space(1);
    expect(await room.hasRoom(owner.tenantId)).toBe(true);
    expect(await ingest.ingest(batch)).toEqual({ kind: "stored" });
    await ingest.close();
    expect(await framesOf(device)).toBe(10);
    expect(await listRefusals(engines.framesDatabase.pool, device.bindingNumber, 9)).toEqual([]);
  });
});
