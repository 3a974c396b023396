import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestEvent } from "../alarms/events/test-event.ts";
import { makeTestRule } from "../alarms/rules/test-rule.ts";
import { insertSet, LABELS } from "../devices/fleet/named-set-store.ts";
import { systemClock } from "../frames/ingest/ingest-retry.ts";
import { batchAt } from "../frames/ingest/test-batch-at.ts";
import { insertBinding } from "../signals/bindings/signal-binding-store.ts";
import { createDbc } from "../signals/dbc/keep-dbc.ts";
import { insertStrategy } from "../signals/kept/strategy-store.ts";
import { type FrameEngines, frameEngines } from "../testing/engines/test-frame-engines.ts";
import { grantLevel, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { countDistances } from "./count-distances.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Of a frame with eight bytes, as the package counts them. */
const FRAME_BYTES = 23;
const FRAMES = 10;
/** It knows the identifier that the devices send. */
const KNOWN_DBC = `VERSION ""

BU_: A

BO_ 256 M: 8 A
 SG_ S : 0|8@1+ (1,0) [0|0] "" A
`;

let engines: FrameEngines;
let world: TestApp;
let owner: TestUser;
let van: TestDevice;
let bus: TestDevice;
let labelId: string;
const nowMs = Date.now();
const today = Math.floor(nowMs / DAY_MS);

const ask = (query: string, user = owner) => world.call(user, { url: `/api/statistics?${query}` });
const read = async (query: string, user = owner) =>
  (await ask(`from_day=${today - 6}&to_day=${today}&${query}`, user)).json().data;

beforeAll(async () => {
  engines = await frameEngines();
  world = await testApp({}, { store: engines.store });
  const { db } = world.database;
  owner = await world.user({ tenant: "counted", name: "counted", role: "manager" });
  van = await testDevice(db, owner.tenantId, { name: "Van" });
  bus = await testDevice(db, owner.tenantId, { name: "Bus" });
  const ingest = engines.ingest({ clock: systemClock });
  for (const [i, age] of [1, 1, 0].entries()) await ingest.ingest(batchAt(van, i, nowMs - age * DAY_MS));
  await ingest.ingest(batchAt(bus, 1, nowMs - 2 * DAY_MS));
  await ingest.close();
  labelId = (await insertSet(db, LABELS, owner.tenantId, "Road test"))?.id ?? "";
  await sql`insert into thing_labels (tenant_id, things_id, label_id)
    values (${owner.tenantId}, ${bus.thingsId}, ${labelId})`.execute(db);
});
afterAll(async () => {
  await world?.close();
  await engines?.end();
});

describe("statistics of the fleet", () => {
  it("count frames and bytes by day and by device [STA-01]", async () => {
    const data = await read("by=device");
    expect(data).toMatchObject({ devices: 2, all_devices: 2 });
    expect(data.total).toMatchObject({ frames: 4 * FRAMES, bytes: 4 * FRAMES * FRAME_BYTES });
    expect(data.days.map(({ day, frames }: { day: number; frames: number }) => [day - today, frames])).toEqual([
      [-6, 0],
      [-5, 0],
      [-4, 0],
      [-3, 0],
      [-2, FRAMES],
      [-1, 2 * FRAMES],
      [0, FRAMES],
    ]);
    expect(data.groups).toMatchObject([
      { id: bus.thingsId, name: "Bus", frames: FRAMES },
      { id: van.thingsId, name: "Van", frames: 3 * FRAMES },
    ]);
  });

  it("group by label and type, and are narrowed to a label [STA-01]", async () => {
    expect((await read("by=label")).groups).toMatchObject([
      { id: labelId, name: "Road test", devices: 1, frames: FRAMES },
      { id: null, name: "", devices: 1, frames: 3 * FRAMES },
    ]);
    const types: { devices: number }[] = (await read("by=type")).groups;
    expect(types.reduce((sum, { devices }) => sum + devices, 0)).toBe(2);
    expect((await read(`label_id=${labelId}`)).groups).toMatchObject([{ name: "Bus" }]);
  });

  it("are exported with a row for each day of each device, type or label, of those that one may read [STA-01]", async () => {
    const query = `from_day=${today - 2}&to_day=${today}`;
    const rows = async (more: string, user = owner) => {
      const answer = await world.call(user, { url: `/api/statistics/export?${query}&${more}` });
      expect(answer.headers["content-type"]).toContain("text/csv");
      return answer.body
        .slice(1)
        .trim()
        .split("\r\n")
        .map((line) => line.split(","));
    };
    const [head = [], ...byDevice] = await rows("by=device");
    expect(head.slice(0, 6)).toEqual(["day (UTC)", "id", "name", "devices", "frames", "bytes"]);
    const day = (ago: number) => new Date((today - ago) * DAY_MS).toISOString().slice(0, 10);
    expect(byDevice.map((row) => [row[0], row[2], Number(row[4])])).toEqual([
      [day(2), "Bus", FRAMES],
      [day(2), "Van", 0],
      [day(1), "Bus", 0],
      [day(1), "Van", 2 * FRAMES],
      [day(0), "Bus", 0],
      [day(0), "Van", FRAMES],
    ]);
    expect((await rows("by=label")).slice(1, 3).map((row) => [row[1], row[2], row[4]])).toEqual([
      [labelId, "Road test", String(FRAMES)],
      ["", "", "0"],
    ]);
    const stranger = await world.user({ tenant: "counted", name: "counted_other", role: "sub" });
    expect(await rows("by=device", stranger)).toHaveLength(1);
    const wrong = await world.call(owner, { url: `/api/statistics/export?from_day=${today}&to_day=${today - 1}` });
    expect(wrong.json().code).toBe("statistics.rangeInvalid");
  });

  it("count time online: what has ended by its days, and what goes on [STA-01]", async () => {
    const { db } = world.database;
    const midnight = new Date(today * DAY_MS);
    const at = (hours: number) => new Date(midnight.getTime() + hours * HOUR_MS);
    await sql`update things set online = true, online_at = ${at(-3)} where id = ${van.thingsId}`.execute(db);
    await sql`update things set online = false, offline_at = ${at(-1)} where id = ${van.thingsId}`.execute(db);
    // Over midnight, with a new connection in between.
    await sql`update things set online = true, online_at = ${at(-50)} where id = ${bus.thingsId}`.execute(db);
    await sql`update things set online_at = ${at(-26)} where id = ${bus.thingsId}`.execute(db);
    await sql`update things set online = false, offline_at = ${at(-25)} where id = ${bus.thingsId}`.execute(db);
    const { days, groups } = await read("by=device");
    const hours = days.map(({ online_ms }: { online_ms: number }) => online_ms / HOUR_MS);
    expect(hours).toEqual([0, 0, 0, 2, 23, 2, 0]);
    expect(groups.map(({ online_ms }: { online_ms: number }) => online_ms / HOUR_MS)).toEqual([25, 2]);
    const since = new Date(nowMs - 1000);
    await sql`update things set online = true, online_at = ${since} where id = ${van.thingsId}`.execute(db);
    const running = (await read("by=device")).total.online_ms - 27 * HOUR_MS;
    expect(running).toBeGreaterThanOrEqual(1000);
    expect(running).toBeLessThan(HOUR_MS);
  });

  it("count alarms by level, a sub-user's those of shared rules on its devices [STA-01] [TRG-05]", async () => {
    const { db } = world.database;
    const ruleId = await makeTestRule(db, { ...owner, userName: "counted" }, { name: "Hot", level: "urgent" });
    const of = { tenantId: owner.tenantId, thingsId: van.thingsId, ruleId, binding: van.bindingNumber };
    await makeTestEvent(db, { ...of, change: 1 });
    await makeTestEvent(db, { ...of, change: 2, share: false });
    await makeTestEvent(db, { ...of, change: 3, startedUs: (nowMs - 9 * DAY_MS) * 1000 });
    const { total, days } = await read("by=device");
    expect(total).toMatchObject({ urgent: 2, ordinary: 0, tip: 0 });
    expect(days.at(-1)).toMatchObject({ urgent: 2 });
    const sub = await world.user({ tenant: "counted", name: "counted_sub", role: "sub" });
    await grantLevel(db, sub, van.thingsId, "read");
    expect(await read("by=device", sub)).toMatchObject({ devices: 1, all_devices: 2, total: { urgent: 1 } });
  });

  it("count kilometres and trips from the track, the same when counted twice [STA-01]", async () => {
    const start = (today - 1) * DAY_MS + 8 * HOUR_MS;
    const positions = Array.from({ length: 601 }, (_, s) => ({
      bindingNumber: van.bindingNumber,
      position: { time: start + s * 1000, latitude: 31 + (20 * s) / 111_194.93, longitude: 121.5, speed_kmh: 72 },
    }));
    await world.store.points.addPositions(positions);
    const { db } = world.database;
    await sql`update things set created_at = now() - interval '3 days'`.execute(db);
    const services = { db, points: world.store.points, now: () => nowMs };
    for (let i = 0; i < 2; i++) await countDistances(services, AbortSignal.timeout(60_000));
    const { total, days } = await read("by=device");
    expect(Math.round(total.distance_m / 100)).toBe(120);
    expect(total.trips).toBe(1);
    expect(Math.round(days.at(-2).distance_m / 100)).toBe(120);
  });

  it("refuse a range without days or with more than 180 [STA-01]", async () => {
    expect((await ask(`from_day=${today}&to_day=${today - 1}`)).json().code).toBe("statistics.rangeInvalid");
    expect((await ask(`from_day=${today - 180}&to_day=${today}`)).statusCode).toBe(400);
    expect((await ask(`from_day=${today - 179}&to_day=${today}`)).statusCode).toBe(200);
  });
});

describe("what the fleet is made of", () => {
  const spread = async (query = "", user = owner) =>
    (await world.call(user, { url: `/api/statistics/spread?${query}` })).json().data;

  it("counts devices by firmware and by what became of their configuration [STA-01]", async () => {
    const { db } = world.database;
    await sql`update things set firmware_version = '4.17.02' where id = ${van.thingsId}`.execute(db);
    await sql`insert into device_configs (things_id, tenant_id, desired_version, reported_hash)
      values (${van.thingsId}, ${owner.tenantId}, 1, 'same')`.execute(db);
    await sql`insert into device_config_versions (tenant_id, things_id, version, config, hash, note, origin, user_name, state)
      values (${owner.tenantId}, ${van.thingsId}, 1, '{}', 'same', '', 'edit', 'counted', 'confirmed')`.execute(db);
    expect((await spread()).versions).toEqual([
      { firmware: "4.17.02", config: "in_step", devices: 1 },
      { firmware: null, config: "none", devices: 1 },
    ]);
    await sql`update device_configs set reported_hash = 'other' where things_id = ${van.thingsId}`.execute(db);
    expect((await spread()).versions[0]).toMatchObject({ config: "changed" });
    expect((await spread(`label_id=${labelId}`)).versions).toEqual([{ firmware: null, config: "none", devices: 1 }]);
  });

  it("tells how many identifiers a bound DBC knows, and nothing of devices that one may not read [STA-01]", async () => {
    const { db } = world.database;
    expect((await spread()).coverage).toEqual({ devices: 2, ids: 2, known_ids: 0 });
    const given = { bytes: Buffer.from(KNOWN_DBC), remark: "", draft: false, author: owner.name };
    const dbcId = await createDbc(db, owner.tenantId, "known.dbc", given);
    const signals = [{ message_id: 0x100, is_extended: false, signal: "S" }];
    const made = { name: "DBCSIG_known", nickname: "", remark: "", dbcId, signals, author: owner.name };
    const strategyId = (await insertStrategy(db, owner.tenantId, made)) ?? "";
    const place = { tenantId: owner.tenantId, thingsId: van.thingsId, channel: 0 };
    await insertBinding(db, { ...place, strategyId, fromDay: 0 });
    expect((await spread()).coverage).toEqual({ devices: 2, ids: 2, known_ids: 1 });
    const stranger = await world.user({ tenant: "counted", name: "counted_stranger", role: "sub" });
    expect(await spread("", stranger)).toEqual({ versions: [], coverage: { devices: 0, ids: 0, known_ids: 0 } });
  });
});
