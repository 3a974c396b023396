import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchAt } from "../ingest/test-batch-at.ts";
import { insertLogLines } from "../reports/device-report-store.ts";

const NOW_MS = Date.now();
const HOUR_MS = 3_600_000;

describe("a quick delete", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let owner: TestUser;

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store, work: true });
    owner = await world.user({ tenant: "quick_owner", name: "quick_owner", role: "manager" });
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  /** A gateway with a sub-device, both with frames of two hours, positions and a log line. */
  const family = async (): Promise<[TestDevice, TestDevice]> => {
    const { db } = world.database;
    const gateway = await testDevice(db, owner.tenantId, { class: "gateway" });
    const child = await testDevice(db, owner.tenantId, { gateway_id: gateway.thingsId });
    const ingest = engines.ingest({ clock: systemClock });
    for (const device of [gateway, child]) {
      const { bindingNumber } = device;
      for (const [i, age] of [2, 1].entries()) await ingest.ingest(batchAt(device, i, NOW_MS - age * HOUR_MS));
      await engines.store.points.addPositions([
        { bindingNumber, position: { time: NOW_MS - HOUR_MS, latitude: 1, longitude: 2 } },
      ]);
      await insertLogLines(db, device, [{ time: 1, level: "info", text: "x" }], NOW_MS);
    }
    await ingest.close();
    return [gateway, child];
  };
  const list = (...devices: TestDevice[]) =>
    setPackage(world.database.db, owner.tenantId, {
      ...UNLIMITED_PACKAGE,
      quick_delete_things_list: devices.map(({ deviceId }) => ({ info_model_id: "", third_things_id: deviceId })),
    });
  const ask = (user: TestUser, device: TestDevice, more: object = {}) =>
    world.call(user, {
      method: "POST",
      url: "/api/things/quick-delete-tasks",
      payload: {
        tenant_id: owner.tenantId,
        delete_children: 1,
        things_id: device.thingsId,
        password: TEST_PASSWORD,
        ...more,
      },
    });
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const job = await world.jobs.get(owner.tenantId, id);
        if (job?.finishedAt == null) throw new Error(`still ${job?.state}`);
        return job;
      },
      { timeout: 20_000 * PATIENCE },
    );
  const framesOf = async ({ bindingNumber }: TestDevice) => (await engines.store.frames.extent(bindingNumber)).frames;

  it("is refused for a device that the package does not list, for another than the manager, and without the password [DAT-05]", async () => {
    const [gateway] = await family();
    await list();
    const sub = await world.user({ tenant: "quick_owner", name: "quick_sub", role: "sub" });
    expect((await ask(owner, gateway)).json()).toMatchObject({ code: "frames.notQuickDeletable" });
    await list(gateway);
    expect((await ask(sub, gateway)).statusCode).toBe(403);
    expect((await ask(owner, gateway, { password: "wrong" })).json()).toMatchObject({ code: "frames.wrongPassword" });
    expect(await framesOf(gateway)).toBe(20);
  });

  it("is refused for a listed ID of another type [DAT-05]", async () => {
    const [gateway] = await family();
    const entry = { info_model_id: "00000000-0000-4000-8000-000000000009", third_things_id: gateway.deviceId };
    const content = { ...UNLIMITED_PACKAGE, quick_delete_things_list: [entry] };
    await setPackage(world.database.db, owner.tenantId, content);
    expect((await ask(owner, gateway)).json()).toMatchObject({ code: "frames.notQuickDeletable" });
  });

  it("takes all data of the device and its children, says so before, and leaves the devices [DAT-05]", async () => {
    const [gateway, child] = await family();
    const other = await testDevice(world.database.db, owner.tenantId);
    const ingest = engines.ingest({ clock: systemClock });
    await ingest.ingest(batchAt(other, 1, NOW_MS - HOUR_MS));
    await ingest.close();
    await engines.settle();
    await list(gateway);
    const preview = (await world.call(owner, { url: `/api/things/${gateway.thingsId}/quick-delete` })).json();
    expect(preview).toEqual({ is_listed: true, children: 1, frames: 40, bytes: 40 * 23, pinned_windows: 0 });
    const { id } = (await ask(owner, gateway)).json();
    expect(await ended(id)).toMatchObject({ state: "done", result: { deleted: 40, bytes: 40 * 23 } });
    expect(await Promise.all([gateway, child, other].map(framesOf))).toEqual([0, 0, 10]);
    const { pool } = engines.framesDatabase;
    const bindings = [gateway.bindingNumber, child.bindingNumber];
    for (const table of ["positions", "points", "segments", "landing", "day_counters"]) {
      const left = await pool.query(`select 1 from ${table} where binding = any($1)`, [bindings]);
      expect(left.rows, table).toEqual([]);
    }
    for (const device of [gateway, child]) {
      const { data } = (await world.call(owner, { url: `/api/things/${device.thingsId}` })).json();
      expect(data).toMatchObject({ id: device.thingsId, things_usage: 0 });
    }
    // What was deleted does not come back.
    const again = engines.ingest({ clock: systemClock });
    await again.ingest(batchAt(gateway, 0, NOW_MS - 2 * HOUR_MS));
    await again.close();
    expect(await framesOf(gateway)).toBe(0);
  });

  it("spares windows of open alarms unless they are ticked [DAT-05] [TRG-05]", async () => {
    const [gateway] = await family();
    await list(gateway);
    const fromUs = (NOW_MS - 2 * HOUR_MS) * 1000;
    const pin = { binding: gateway.bindingNumber, change: 1, fromUs, toUs: fromUs + 60_000_000 };
    await engines.store.pins.add([pin]);
    await ended((await ask(owner, gateway)).json().id);
    expect(await framesOf(gateway)).toBe(10);
    await ended((await ask(owner, gateway, { include_pinned: true })).json().id);
    expect(await framesOf(gateway)).toBe(0);
  });
});
