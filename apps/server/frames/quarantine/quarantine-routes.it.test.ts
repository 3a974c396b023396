import type { LogEntry } from "@canopy/contract/devices/device-log";
import { takeOverResult } from "@canopy/contract/frames/quarantine";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchOf } from "../ingest/test-ingest-world.ts";
import { DiskNearlyFull } from "../landing/disk-watch.ts";

/** An hour ago, on a whole second. */
const ARRIVED_MS = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
/** By a clock that began in 1970 with the first batch. */
const clockMs = (sequence: number) => 60_000 + 1000 * sequence;

describe("batches with a wrong clock", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let manager: TestUser;
  let reader: TestUser;
  let device: TestDevice;

  /** A frame each; batch 5 was cut in two by a clock that jumped. */
  const send = async (...sequences: readonly number[]) => {
    const ingest = engines.ingest({ clock: systemClock });
    for (const sequence of sequences) {
      const timesUs = [clockMs(sequence) * 1000, ...(sequence === 5 ? [ARRIVED_MS * 1000] : [])];
      const batch = batchOf({ sequence, timesUs, bindingNumber: device.bindingNumber });
      await ingest.ingest({ ...batch, tenantId: device.tenantId, receivedAtMs: ARRIVED_MS + 1000 * sequence });
    }
    await ingest.close();
  };
  const url = (more = "") => `/api/things/${device.thingsId}/frames/quarantine${more}`;
  const list = async (query = "", user = manager) => world.call(user, { method: "GET", url: url(`?${query}`) });
  const post = (path: string, payload: object, user = manager) =>
    world.call(user, { method: "POST", url: url(path), payload });
  const totals = async () => (await list()).json().totals;
  const jobOf = async (id: string) =>
    (await world.call(manager, { method: "GET", url: `/api/jobs/${id}` })).json().data;
  const done = async (begun: Awaited<ReturnType<typeof post>>) => {
    expect(begun.statusCode, begun.body).toBe(200);
    const { id } = begun.json();
    const state = async () => (await jobOf(id)).state;
    await expect.poll(state, { timeout: 60_000 * PATIENCE, interval: 200 }).toMatch(/done|failed/);
    return jobOf(id);
  };

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store, work: true });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    reader = await world.user({ tenant: "own", name: "reader", role: "sub", level: "none" });
    device = await testDevice(world.database.db, manager.tenantId);
    await grantLevel(world.database.db, reader, device.thingsId, "read");
    await send(1, 2, 3, 4, 5);
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  it("are seen by whoever may read the device: in pages, with the server's time and what it would take [DAT-08]", async () => {
    const first = await list("page_size=3", reader);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json().totals).toEqual({ batches: 5, frames: 6, bytes: 138, first_received_time: ARRIVED_MS + 1000 });
    expect(first.json().list.map(({ key }: { key: string }) => key)).toEqual(["7.5", "7.4", "7.3"]);
    expect(first.json().list[1]).toEqual({
      key: "7.4",
      reason: "beforeTerminals",
      frames: 1,
      bytes: 23,
      first: String(clockMs(4) * 1000),
      last: String(clockMs(4) * 1000),
      received_time: ARRIVED_MS + 4000,
      arrival_shift_ms: ARRIVED_MS + 4000 - clockMs(4),
    });
    const second = await list(`page_size=3&cursor=${first.json().next}`);
    expect(second.json()).toMatchObject({ list: [{ key: "7.2" }, { key: "7.1" }], next: null });
    expect((await list("cursor=1.2")).statusCode).toBe(400);
  });

  it("are moved and deleted only by whoever may change the device, and keys that are none are refused [USR-03]", async () => {
    expect((await post("/take-over", { shift_ms: 0 }, reader)).statusCode).toBe(403);
    expect((await post("/delete", { password: TEST_PASSWORD }, reader)).statusCode).toBe(403);
    for (const batches of [[], ["7"], ["7.-1"], ["9999999999999999.1"]])
      expect((await post("/take-over", { shift_ms: 0, batches })).statusCode).toBe(400);
    for (const shift_ms of [0.5, 1e16]) expect((await post("/take-over", { shift_ms })).statusCode).toBe(400);
  });

  it("go into history where the shift puts them; what stays wrong is told [DAT-08]", async () => {
    const shift = ARRIVED_MS + 1000 - clockMs(1);
    const one = await done(await post("/take-over", { shift_ms: shift, batches: ["7.1", "7.77"] }));
    expect(one).toMatchObject({ kind: "frames.takeOverQuarantine", state: "done", progress: 1 });
    expect(takeOverResult.parse(one.result)).toEqual({
      batches: 1,
      frames: 1,
      times: { start_time: ARRIVED_MS + 1000, end_time: ARRIVED_MS + 1001 },
      left: { batches: 0, frames: 0 },
    });
    const others = await done(await post("/take-over", { shift_ms: null }));
    expect(others.result).toMatchObject({ batches: 3, frames: 3, left: { batches: 1, frames: 2 } });
    expect((await list()).json().list).toMatchObject([{ key: "7.5", reason: "beforeTerminals", frames: 2 }]);
    const stored = await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/frames` });
    expect(stored.json().list.map(({ time }: { time: string }) => Number(time) / 1000)).toEqual(
      [1, 2, 3, 4].map((sequence) => ARRIVED_MS + 1000 * sequence),
    );
  });

  it("are deleted for ever with the password, and everything is in the operation log and in the device's [DAT-08] [DEV-07] [USR-07]", async () => {
    await send(6, 7);
    const refused = await post("/delete", { password: "wrong" });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: "frames.wrongPassword", field: "password" });
    const one = await done(await post("/delete", { password: TEST_PASSWORD, batches: ["7.6"] }));
    expect(one).toMatchObject({ state: "done", result: { batches: 1, frames: 1 } });
    expect(await totals()).toMatchObject({ batches: 2, frames: 3 });
    await done(await post("/delete", { password: TEST_PASSWORD }));
    await send(5, 6, 7);
    expect(await totals()).toEqual({ batches: 0, frames: 0, bytes: 0, first_received_time: null });
    const log = await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/log?kind=data` });
    expect(
      log.json().list.map(({ content, user_name }: LogEntry) => [content.action, content.frames, user_name]),
    ).toEqual([
      ["delete", 3, "manager_a"],
      ["delete", 1, "manager_a"],
      ["takeOver", 3, "manager_a"],
      ["takeOver", 1, "manager_a"],
    ]);
    const { pool } = world.database;
    const logged = await pool.query(
      "select operation, objects::text from operation_log where operation like 'frames.%Quarantine' and status = 200",
    );
    expect(logged.rows.map(({ operation }) => operation).sort()).toEqual([
      "frames.deleteQuarantine",
      "frames.deleteQuarantine",
      "frames.takeOverQuarantine",
      "frames.takeOverQuarantine",
    ]);
    expect(logged.rows.some(({ objects }) => objects.includes(TEST_PASSWORD))).toBe(false);
  });

  it("wait where they are while the disk is nearly full, and are unavailable with their database", async () => {
    const failing = vi.spyOn(engines.store.quarantine, "takeOver");
    failing.mockRejectedValueOnce(new DiskNearlyFull());
    const failed = await done(await post("/take-over", { shift_ms: null }));
    expect(failed).toMatchObject({ state: "failed", message_code: "frames.diskNearlyFull", result: null });
    const away = vi.spyOn(engines.store.quarantine, "list");
    away.mockRejectedValueOnce(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
    expect((await list()).json().code).toBe("platform.unavailable");
    vi.restoreAllMocks();
  });
});
