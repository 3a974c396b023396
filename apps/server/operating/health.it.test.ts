import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertRequest } from "../capacity/request-store.ts";
import { DiskWatch } from "../frames/landing/disk-watch.ts";
import type { FrameServerState } from "../frames/store/frame-servers.ts";
import { lookAtFrameServer } from "../frames/store/frame-servers.ts";
import type { OpenFrameStore } from "../frames/store/open-frame-store.ts";
import { storeHealth } from "../frames/store/store-health.ts";
import { storeReport } from "../frames/store/store-report.ts";
import { noAnswers } from "../platform/http/answer-times.ts";
import { createLog } from "../platform/log.ts";
import { openDatabase } from "../platform/postgres/open-database.ts";
import { START_US, StoreWorld } from "../testing/engines/test-store-world.ts";
import { testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp, testJob } from "../testing/test-app.ts";
import { makeTestOrder } from "../testing/worlds/test-work-order.ts";
import { CountRecorder } from "./count-recorder.ts";
import { observeInstallation } from "./installation-metrics.ts";
import { type HealthParts, readHealth } from "./read-health.ts";
import { recordSample } from "./sample-recorder.ts";

const GB = 1024 ** 3;
const roomy = new DiskWatch("", async () => ({ bavail: 9 * GB, blocks: 10 * GB, bsize: 1 }));

let frames: StoreWorld;
let store: OpenFrameStore;
let world: TestApp;
let operator: TestUser;
let look: () => Promise<FrameServerState>;

beforeAll(async () => {
  frames = await StoreWorld.open();
  store = await frames.openStore();
  look = lookAtFrameServer({ pool: frames.database.pool, store, address: "frames.example:5432/frames" });
  world = await testApp({}, { store, frameServers: async () => [await look()] });
  operator = await world.user({ tenant: "platform", name: "root_admin", role: "system" });
});
afterAll(async () => {
  await world.close();
  await store.close();
  await frames.close();
});
beforeEach(async () => {
  await world.database.pool.query("truncate process_counts, store_samples");
});

const noProviders = { settings: async () => undefined };
const read = (parts: Partial<HealthParts> = {}) =>
  readHealth({
    db: world.database.db,
    providers: noProviders,
    jobKinds: world.jobs.kinds,
    version: "1",
    frameServers: async () => [await look()],
    now: Date.now,
    ...parts,
  });

const recorder = (counts: { frames: number; answers: number[] }, now: () => number) =>
  new CountRecorder({
    db: world.database.db,
    log: createLog("silent"),
    read: () => ({ refusedBatches: 0, settledFrames: 0, ...counts }),
    now,
  });

describe("health of the installation", () => {
  it("is for the system manager alone [USR-08]", async () => {
    const manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    const ask = (user: TestUser) => world.call(user, { method: "GET", url: "/api/operating/health" });
    expect((await ask(manager)).statusCode).toBe(403);
    const answer = await ask(operator);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({ version: "0.0.0-test", frames_per_second: 0 });
    expect(answer.json().data.minutes).toHaveLength(60);
  });

  it("counts the registrations, capacity requests and work orders that wait for the operator [USR-08]", async () => {
    const asking = await world.user({ tenant: "asking", name: "asking_a", role: "manager" });
    const { tenantId, userId } = asking;
    const before = (await read()).waiting;
    const asked = { tenantId, userId, userName: "asking_a", amount: 9, reason: "", contact: "" };
    await insertRequest(world.database.db, { ...asked, quota: "things_num" });
    await insertRequest(world.database.db, { ...asked, quota: "label_num" });
    await makeTestOrder(world.database.db, asking);
    await world.database.pool.query("update tenants set state = 'review', applied_at = now() where id = $1", [
      tenantId,
    ]);
    const { registrations, requests, orders } = before;
    expect((await read()).waiting).toEqual({
      registrations: registrations + 1,
      requests: requests + 2,
      orders: orders + 1,
    });
  });

  it("sums what several processes wrote, now and by minute [USR-08]", async () => {
    const endMs = Math.floor(Date.now() / 60_000) * 60_000;
    const counts = [1, 2].map(() => ({ frames: 0, answers: noAnswers() }));
    const processes = counts.map((one) => recorder(one, () => endMs - 10_000));
    for (const [i, one] of counts.entries()) {
      one.frames += 300 * (i + 1);
      one.answers[3] = 19;
      one.answers[8] = 1;
      await processes[i]?.write();
    }
    const at = (nowMs: number) => read({ now: () => nowMs });
    const found = await at(endMs - 5000 + 2000);
    expect(found.frames_per_second).toBe(900 / 15);
    expect((await at(endMs + 2000)).minutes.at(-1)).toMatchObject({ time: endMs - 60_000, frames: 900 });
    expect(found.answer_p95_ms).toBeCloseTo(10, 5);
    expect((await at(endMs + 60_000)).frames_per_second).toBe(0);

    const registry = new Registry();
    observeInstallation(registry, world.database.db, () => endMs + 2000);
    expect(await registry.metrics()).toContain("canopy_installation_taken_frames_per_second 15\n");
  });

  it("counts in the next slot what could not be written [USR-08]", async () => {
    const counts = { frames: 0, answers: noAnswers() };
    let nowMs = 1_000_000_000_000;
    const away = openDatabase({ url: "postgres://nobody@127.0.0.1:1/nothing", log: createLog("silent") });
    await away.close();
    let db = away.db;
    const one = new CountRecorder({
      get db() {
        return db;
      },
      log: createLog("silent"),
      read: () => ({ refusedBatches: 0, settledFrames: 0, ...counts }),
      now: () => nowMs,
    });
    counts.frames = 7;
    await one.write();
    db = world.database.db;
    [counts.frames, nowMs] = [10, nowMs + 5000];
    await one.write();
    const found = await world.database.pool.query("select frames from process_counts");
    expect(found.rows).toEqual([{ frames: 10 }]);
  });

  it("shows landing, devices and the frame server without its credentials [USR-08]", async () => {
    const owner = await world.user({ tenant: "fleet", name: "fleet_owner", role: "manager" });
    await testDevice(world.database.db, owner.tenantId);
    const device = frames.newDevice();
    await frames.land(store, device, [START_US, START_US + 1]);
    await recordSample({ db: world.database.db, frameServers: async () => [await look()] });
    const found = await read();
    expect(found.devices).toEqual({ online: 0, total: 1 });
    expect(found.storing).toMatchObject({ landed_batches: 1, landed_frames: 2, refused_batches: 0 });
    expect(found.storing.behind_ms).toBeGreaterThanOrEqual(0);
    expect(found.frame_servers).toHaveLength(1);
    expect(found.frame_servers[0]).toMatchObject({
      address: "frames.example:5432/frames",
      is_reachable: true,
      store_version: 1,
      landed_batches: 1,
      files: { kind: "folder", state: "ok" },
    });
    expect(found.frame_servers[0]?.disk?.free_bytes).toBeGreaterThan(0);
  });

  it("tells the days until recording stops from the samples of a week [USR-08]", async () => {
    const { pool } = world.database;
    const { id } = await look();
    const sample = (ago: string, free: number) =>
      pool.query(
        `insert into store_samples (at, server, landed_batches, landed_frames, disk_bytes, disk_free)
          values (date_trunc('minute', now() - $1::interval), $2, 3, 30, $3, $4)`,
        [ago, id, 1000 * GB, free],
      );
    await sample("2 days", 300 * GB);
    expect((await read()).frame_servers[0]?.disk).toMatchObject({ free_bytes: 300 * GB, days_left: null });
    await sample("0 days", 200 * GB);
    // 50 GB are left free, and 50 GB come a day.
    expect((await read()).frame_servers[0]?.disk?.days_left).toBeCloseTo(3, 1);
  });

  it("keeps a frame server that is away in the list [USR-08]", async () => {
    const away = openDatabase({ url: "postgres://nobody@127.0.0.1:1/nothing", log: createLog("silent") });
    await away.close();
    const gone = {
      room: () => store.room(),
      place: store.place,
      health: () => storeHealth(away.pool, roomy, async () => "ok"),
      report: () => storeReport(away.pool),
    };
    const server = lookAtFrameServer({ pool: away.pool, store: gone, address: "frames.example:5433/frames" });
    const found = await read({ frameServers: async () => [await look(), await server()] });
    expect(found.frame_servers[0]).toMatchObject({ is_reachable: true });
    expect(found.frame_servers[1]).toMatchObject({ id: null, is_reachable: false, frames: null });
  });

  it("counts the jobs of each kind, dead letters and the lakes of tenants [USR-08]", async () => {
    const { pool } = world.database;
    const owner = await world.user({ tenant: "lakes", name: "lake_owner", role: "manager" });
    await world.jobs.enqueue(testJob, { tenantId: owner.tenantId, userId: owner.userId, input: {} });
    await pool.query(
      "insert into jobs (id, kind, state, finished_at) values ($1, 'lake.export', 'failed', now()), ($2, 'lake.export', 'failed', now() - interval '2 days')",
      [randomUUID(), randomUUID()],
    );
    await pool.query(
      `insert into outbox (channel, destination, subject, content, state, template, parameters)
        values ('webhook', 'https://a.example', '', '', 'failed', 'notice', '{}')`,
    );
    await pool.query(
      `insert into lake_schedules (tenant_id, is_enabled, every, frames, signals, last_at, last_written, last_bytes)
        values ($1, true, 'day', true, true, now(), 4, 4096)`,
      [owner.tenantId],
    );
    const found = await read();
    expect(found.jobs).toContainEqual(expect.objectContaining({ kind: "test.nothing", waiting: 1, running: 0 }));
    expect(found.jobs).toContainEqual(expect.objectContaining({ kind: "lake.export", failed: 1 }));
    expect(found.outbox).toEqual([{ channel: "webhook", failed: 1 }]);
    expect(found.providers.map(({ channel }) => channel)).toEqual(["email", "sms", "voice"]);
    expect(found.lakes).toMatchObject({
      total: 1,
      list: [{ tenant_name: "lakes", files_written: 4, bytes_written: 4096, message_code: null }],
    });
  });
});
