import { FrameBatch } from "@canopy/can/frame/batch";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../capacity/package-store.ts";
import { StorageRoom } from "../capacity/storage-room.ts";
import { migrateClickHouse } from "../platform/clickhouse/migrate-clickhouse.ts";
import { createLog } from "../platform/log.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { type TestClickHouse, testClickHouse } from "../testing/test-clickhouse.ts";
import { type TestDevice, testDevice } from "../testing/test-device.ts";
import { noEngine, TIMEOUT_MS } from "../testing/test-frame-engines.ts";
import { insertLogLines } from "./device-report-store.ts";
import { runNightly } from "./nightly.ts";
import { openIngest } from "./open-ingest.ts";
import { insertPositions, readPositions } from "./points-store.ts";
import { listRefusals } from "./refusal-store.ts";
import { tenantStorage } from "./tenant-storage.ts";
import { addUsage, usageOfTenant } from "./usage-store.ts";

const log = createLog("error");
const DAY_MS = 86_400_000;

describe.skipIf(noEngine)("the night", { timeout: TIMEOUT_MS }, () => {
  let world: TestApp;
  let store: TestClickHouse;
  let stores: { client: TestClickHouse["client"]; db: TestApp["database"]["db"] };
  const nowMs = Date.now();

  beforeAll(async () => {
    store = await testClickHouse();
    await migrateClickHouse(store.client, log);
    world = await testApp({}, { client: store.client });
    stores = { client: store.client, db: world.database.db };
  }, TIMEOUT_MS);
  afterAll(async () => {
    await world?.close();
    await store?.drop();
  }, TIMEOUT_MS);

  const batchAt = ({ bindingNumber, deviceId, tenantId }: TestDevice, sequence: number, atMs: number) => {
    const frames = new FrameBatch();
    for (let i = 0; i < 10; i += 1) frames.push((atMs + i) * 1000, 0, 0x100, 0, 8, new Uint8Array(8));
    return { bindingNumber, deviceId, tenantId, receivedAtMs: nowMs, epoch: 1, sequence, frames, raw: undefined };
  };
  const store10 = async (device: TestDevice, sequence: number, atMs: number) => {
    const ingest = openIngest({ ...stores, log, mayStore: () => true });
    expect(await ingest.ingest(batchAt(device, sequence, atMs))).toEqual({ kind: "stored" });
    await ingest.close();
  };
  const framesOf = async ({ bindingNumber }: TestDevice) => {
    const query = `select count() as n from frames where device = ${bindingNumber}`;
    const [row] = await (await store.client.query({ query, format: "JSONEachRow" })).json<{ n: string }>();
    return Number(row?.n);
  };
  const tenant = async (name: string, days: number | null): Promise<TestUser> => {
    const user = await world.user({ tenant: name, name, role: "manager" });
    await setPackage(stores.db, user.tenantId, { ...UNLIMITED_PACKAGE, maximum_data_retention_days: days });
    return user;
  };
  const night = () => runNightly(stores, { nowMs, pinned: async () => [] });

  it("takes what is past the package's days, frames, positions and reports, and nothing else [DAT-06]", async () => {
    const [short, long] = [await tenant("short_days", 30), await tenant("long_days", null)];
    const [brief, lasting] = [await testDevice(stores.db, short.tenantId), await testDevice(stores.db, long.tenantId)];
    for (const device of [brief, lasting]) {
      for (const [sequence, age] of [100, 31, 29, 1].entries()) await store10(device, sequence, nowMs - age * DAY_MS);
      const at = (age: number) => ({
        device: device.bindingNumber,
        ts: (nowMs - age * DAY_MS) * 1000,
        latitude: 1,
        longitude: 2,
      });
      await insertPositions(stores.client, [at(31), at(1)]);
      for (const age of [31, 1])
        await insertLogLines(stores.db, device, [{ time: 1, level: "info", text: `${age}` }], nowMs - age * DAY_MS);
    }
    const { expiredFrames } = await night();
    expect(expiredFrames).toBe(20);
    expect(await framesOf(brief)).toBe(20);
    expect(await framesOf(lasting)).toBe(40);
    const positions = ({ bindingNumber }: TestDevice) =>
      readPositions(stores.client, { bindingNumber, fromUs: 0, toUs: nowMs * 1000, limit: 9 });
    expect(await positions(brief)).toHaveLength(1);
    expect(await positions(lasting)).toHaveLength(2);
    const lines = await sql<{ binding: number; n: number }>`select binding, count(*)::int as n from device_reports
      where binding in (${brief.bindingNumber}, ${lasting.bindingNumber}) group by binding order by binding`.execute(
      stores.db,
    );
    expect(lines.rows.map(({ n }) => n)).toEqual([1, 2]);
    const used = await usageOfTenant(stores.db, short.tenantId);
    expect(used.frames).toBe(20);
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

  it("counts anew what was counted wrong, and shows it with the device [DEV-10]", async () => {
    const owner = await tenant("counted", null);
    const device = await testDevice(stores.db, owner.tenantId);
    await store10(device, 1, nowMs - 2 * DAY_MS);
    const right = await usageOfTenant(stores.db, owner.tenantId);
    const day = Math.floor((nowMs - 2 * DAY_MS) / DAY_MS);
    await addUsage(stores.db, [
      { bindingNumber: device.bindingNumber, tenantId: owner.tenantId, day, frames: 5, bytes: 99 },
    ]);
    expect((await night()).wrongCounters).toBe(1);
    expect(await usageOfTenant(stores.db, owner.tenantId)).toEqual(right);
    const things = await world.call(owner, { method: "GET", url: `/api/things/${device.thingsId}` });
    expect(things.json().data.things_usage).toBe(right.bytes);
  });

  it("a full space refuses on record and stores again when there is room [CAP-05] [DAT-08]", async () => {
    const owner = await tenant("full", null);
    const device = await testDevice(stores.db, owner.tenantId);
    const space = (gigabytes: number) =>
      setPackage(stores.db, owner.tenantId, { ...UNLIMITED_PACKAGE, database_storage_space: gigabytes });
    await space(0);
    const room = new StorageRoom((tenantId) => tenantStorage(stores.db, tenantId), Date.now);
    const ingest = openIngest({ ...stores, log, mayStore: (tenantId, bytes) => room.take(tenantId, bytes) });
    const batch = batchAt(device, 7, nowMs - 60_000);
    expect(await ingest.ingest(batch)).toEqual({ kind: "refused", reason: "quota" });
    expect(await listRefusals(stores.db, device.bindingNumber, 9)).toMatchObject([
      { epoch: 1, sequence: 7, reason: "quota" },
    ]);
    expect(await framesOf(device)).toBe(0);
    expect(await room.hasRoom(owner.tenantId)).toBe(false);
    await space(1);
    expect(await room.hasRoom(owner.tenantId)).toBe(true);
    expect(await ingest.ingest(batch)).toEqual({ kind: "stored" });
    await ingest.close();
    expect(await framesOf(device)).toBe(10);
    expect(await listRefusals(stores.db, device.bindingNumber, 9)).toEqual([]);
  });
});
