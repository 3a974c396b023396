import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PositionSource } from "../places/read-positions.ts";
import { newDeviceId, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { countDistances } from "./count-distances.ts";
import { DAY_MS, lateDays } from "./distance-marks.ts";

/** Ten minutes at 20 m/s. */
const DRIVE_KM = 12;
const SECONDS = 601;

let world: TestApp;
let owner: TestUser;
let van: TestDevice;
const nowMs = Date.now();
const today = Math.floor(nowMs / DAY_MS);
const now = () => nowMs;

beforeAll(async () => {
  world = await testApp();
  owner = await world.user({ tenant: "counted", name: "counted", role: "manager" });
});
afterAll(() => world?.close());
beforeEach(async () => {
  van = await testDevice(world.database.db, owner.tenantId);
  await sql`update things set created_at = ${new Date(nowMs - 30 * DAY_MS)}
    where tenant_id = ${owner.tenantId} and id = ${van.thingsId}`.execute(world.database.db);
});

const drive = (daysAgo: number) =>
  Array.from({ length: SECONDS }, (_, s) => ({
    time: (today - daysAgo) * DAY_MS + 8 * 3_600_000 + s * 1000,
    latitude: 31 + (20 * s) / 111_194.93,
    longitude: 121.5,
    speed_kmh: 72,
  }));
/** As role ingest stores them. */
const send = async (daysAgo: number, bindingNumber = van.bindingNumber) => {
  const positions = drive(daysAgo);
  await world.store.points.addPositions(positions.map((position) => ({ bindingNumber, position })));
  await lateDays(world.database.db, now)(bindingNumber, positions);
};
const count = (points: PositionSource = world.store.points, at = now) =>
  countDistances({ db: world.database.db, points, now: at }, AbortSignal.timeout(60_000));
const remove = (daysAgo: number) => {
  const [fromUs, toUs] = [(today - daysAgo) * DAY_MS * 1000, (today - daysAgo + 1) * DAY_MS * 1000];
  return world.store.points.deleteRange({ bindingNumber: van.bindingNumber, fromUs, toUs, keep: [] });
};
/** By how many days ago. */
const kilometres = async (thingsId = van.thingsId): Promise<Record<number, number>> => {
  const found = await sql<{ day: number; km: number }>`select day, distance_m / 1000 as km from thing_distance_days
    where tenant_id = ${owner.tenantId} and things_id = ${thingsId} order by day desc`.execute(world.database.db);
  return Object.fromEntries(found.rows.map(({ day, km }) => [today - day, Math.round(km)]));
};
const markOf = async () => {
  const found = await sql<{ day: number }>`select until_day as day from thing_distance_marks
    where things_id = ${van.thingsId}`.execute(world.database.db);
  return found.rows[0]?.day;
};

describe("kilometres of late positions", () => {
  it("are counted when a terminal sends its cache days later [STA-01]", async () => {
    await count();
    expect(await kilometres()).toEqual({});
    for (const daysAgo of [3, 2, 0]) await send(daysAgo);
    await count();
    expect(await kilometres()).toEqual({ 0: DRIVE_KM, 2: DRIVE_KM, 3: DRIVE_KM });
    expect(await markOf()).toBe(today - 1);
  });

  it("are counted of an imported track, also from before the device was there [STA-01] [GPS-01]", async () => {
    const imported = async (daysAgo: number) => {
      const points = drive(daysAgo).map(
        ({ time, latitude, longitude }) =>
          `<trkpt lat="${latitude}" lon="${longitude}"><time>${new Date(time).toISOString()}</time></trkpt>`,
      );
      const answer = await world.call(owner, {
        method: "POST",
        url: `/api/things/${van.thingsId}/track/import`,
        headers: { "content-type": "application/octet-stream" },
        payload: Buffer.from(`<gpx><trk><trkseg>${points.join("\n")}</trkseg></trk></gpx>`),
      });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await imported(40);
    await count();
    await imported(9);
    await count();
    expect(await kilometres()).toEqual({ 9: DRIVE_KM, 40: DRIVE_KM });
  });

  it("that come while the days are counted are in the next count [STA-01]", async () => {
    await count();
    await send(5);
    let isSent = false;
    const { points } = world.store;
    const counting: PositionSource = {
      async positions(query) {
        const found = await points.positions(query);
        if (query.bindingNumber === van.bindingNumber && !isSent) await send(5).then(() => send(6));
        isSent ||= query.bindingNumber === van.bindingNumber;
        return found;
      },
    };
    await count(counting);
    expect(await kilometres()).toEqual({ 5: DRIVE_KM });
    await count();
    expect(await kilometres()).toEqual({ 5: DRIVE_KM, 6: DRIVE_KM });
    expect(await markOf()).toBe(today - 1);
  });

  it("of the two days that are counted anyway, and of days that no page shows, move no mark [STA-01]", async () => {
    await count();
    for (const daysAgo of [0, 1, 180]) await send(daysAgo);
    expect(await markOf()).toBe(today - 1);
    await send(179);
    expect(await markOf()).toBe(today - 179);
  });
});

describe("kilometres of positions that are gone", () => {
  it("stay where an earlier day is counted again, and go from the running days [STA-01] [DAT-06]", async () => {
    for (const daysAgo of [5, 4, 1, 0]) await send(daysAgo);
    await count();
    for (const daysAgo of [4, 1]) await remove(daysAgo);
    await send(6);
    await count();
    expect(await kilometres()).toEqual({ 0: DRIVE_KM, 4: DRIVE_KM, 5: DRIVE_KM, 6: DRIVE_KM });
  });
});

describe("kilometres of a swapped terminal", () => {
  const swap = async () => {
    const answer = await world.call(owner, {
      method: "POST",
      url: `/api/things/${van.thingsId}/swap`,
      payload: { third_things_id: newDeviceId() },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const found = await sql<{ binding: number }>`select binding from things
      where tenant_id = ${owner.tenantId} and id = ${van.thingsId}`.execute(world.database.db);
    const formerId: string = answer.json().former_id;
    return { formerId, binding: found.rows[0]?.binding ?? 0 };
  };

  it("are counted once, before and after the new one has sent [STA-01] [DEV-14]", async () => {
    for (const daysAgo of [3, 1, 0]) await send(daysAgo);
    await count();
    const { formerId, binding } = await swap();
    for (let hour = 0; hour < 2; hour++) {
      await count();
      expect(await kilometres()).toEqual({ 3: DRIVE_KM });
      expect(await kilometres(formerId)).toEqual({ 0: DRIVE_KM, 1: DRIVE_KM });
    }
    await send(0, binding);
    await count();
    expect(await kilometres()).toEqual({ 0: DRIVE_KM, 3: DRIVE_KM });
    await count(world.store.points, () => nowMs + 2 * DAY_MS);
    expect(await kilometres()).toEqual({ 0: DRIVE_KM, 3: DRIVE_KM });
    expect(await kilometres(formerId)).toEqual({ 0: DRIVE_KM, 1: DRIVE_KM });
  });

  it("do not come back to the device from a count that had begun before [STA-01] [DEV-14]", async () => {
    await send(0);
    const { points } = world.store;
    let formerId = "";
    const counting: PositionSource = {
      async positions(query) {
        const found = await points.positions(query);
        if (found.length > 0 && query.bindingNumber === van.bindingNumber && formerId === "")
          formerId = (await swap()).formerId;
        return found;
      },
    };
    await count(counting);
    expect(await kilometres()).toEqual({});
    await count();
    expect(await kilometres()).toEqual({});
    expect(await kilometres(formerId)).toEqual({ 0: DRIVE_KM });
  });
});
