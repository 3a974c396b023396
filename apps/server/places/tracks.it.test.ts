import { parseGpx } from "@canopy/can/gps/gpx-read";
import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { TrackAnswer } from "@canopy/contract/places/tracks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantLevel, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

const AT = Date.UTC(2026, 10, 14, 8);
const HOUR_MS = 3_600_000;
const METRES_PER_DEG = 111_194.93;

let world: TestApp;
let acme: TestUser;
let car: TestDevice;
let silent: TestDevice;

/** Second after second: ten minutes north at 20 m/s, five minutes parked, ten minutes on; a jump and two bad fixes. */
function drive(): GpsPosition[] {
  return Array.from({ length: 1500 }, (_, s) => {
    const metres = 20 * Math.min(s, 600) + 20 * Math.max(0, s - 900);
    const fix = { time: AT + s * 1000, latitude: 31 + metres / METRES_PER_DEG, longitude: 121.5, speed_kmh: 63.2 };
    if (s === 100) return { ...fix, latitude: fix.latitude + 5 };
    if (s === 200) return { ...fix, latitude: 0, longitude: 0 };
    return s === 300 ? { ...fix, hdop: 40 } : fix;
  });
}

describe("the track of a device", () => {
  beforeAll(async () => {
    world = await testApp();
    acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
    car = await testDevice(world.database.db, acme.tenantId, { name: "car <&>" });
    silent = await testDevice(world.database.db, acme.tenantId, { name: "silent" });
    const { points } = world.store;
    const { bindingNumber } = car;
    await points.addPositions(drive().map((position) => ({ bindingNumber, position })));
    const other = await testDevice(world.database.db, acme.tenantId, { name: "other" });
    const elsewhere = { time: AT, latitude: -40, longitude: -70 };
    await points.addPositions([{ bindingNumber: other.bindingNumber, position: elsewhere }]);
  });
  afterAll(() => world?.close());

  const get = (device: TestDevice, query: Record<string, string | number>, user: TestUser = acme, path = "track") => {
    const asked = { start_time: String(AT), end_time: String(AT + HOUR_MS) };
    const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return world.call(user, {
      url: `/api/things/${device.thingsId}/${path}?${new URLSearchParams({ ...asked, ...given })}`,
    });
  };
  const track = async (device: TestDevice, query: Record<string, string | number> = {}): Promise<TrackAnswer> =>
    (await get(device, query)).json().data;

  it("is answered with its bounds, what was set aside, trips and stops [GPS-01]", async () => {
    const data = await track(car);
    expect(data).toMatchObject({ total: 1500, drawn: 1497, thinned: false, tolerance_m: 0 });
    expect(data.set_aside).toEqual({ zero: 1, poor: 1, jump: 1 });
    expect(data.jumps.map(({ time }) => time)).toEqual([AT + 100_000]);
    expect(data.bounds).toMatchObject({ south: 31, west: 121.5, east: 121.5 });
    expect(data.bounds?.north).toBeCloseTo(31 + 23_980 / METRES_PER_DEG, 6);
    expect(data.parts).toHaveLength(1);
    expect(data.parts[0]?.speed_kmh[0]).toBe(63.2);
    expect(data.parts[0]?.course[0]).toBeNull();
    expect([data.trips.length, data.stops.length, data.max_speed_kmh]).toEqual([2, 1, 63.2]);
    const [stop] = data.stops;
    expect((stop?.end_time ?? 0) - (stop?.start_time ?? 0)).toBeGreaterThanOrEqual(300_000);
    expect(data.distance_m).toBeGreaterThan(23_500);
    expect(data.distance_m).toBeLessThanOrEqual(23_980);
  });

  it("is thinned to the wanted points and says how far it is off [GPS-01]", async () => {
    const data = await track(car, { max_points: 100 });
    expect(data).toMatchObject({ total: 1500, drawn: 100, thinned: true });
    expect(data.parts[0]?.time).toHaveLength(100);
    expect(data.tolerance_m).toBeLessThan(5);
    expect([data.parts[0]?.time[0], data.parts[0]?.time.at(-1)]).toEqual([AT, AT + 1_499_000]);
    expect(data.distance_m).toBe((await track(car)).distance_m);
  });

  it("is that of the range, its start and not its end, and of the device alone [GPS-01]", async () => {
    const data = await track(car, { start_time: AT + 10_000, end_time: AT + 20_000 });
    expect(data.parts.flatMap(({ time }) => time)).toEqual(
      Array.from({ length: 10 }, (_, s) => AT + 10_000 + s * 1000),
    );
  });

  it("is read over many pages without a loss [GPS-01]", async () => {
    const long = await testDevice(world.database.db, acme.tenantId, { name: "long" });
    const rows = Array.from({ length: 20_500 }, (_, s) => ({
      bindingNumber: long.bindingNumber,
      position: { time: AT + s * 100, latitude: 31, longitude: 121 + s / 1e5 },
    }));
    await world.store.points.addPositions(rows);
    const data = await track(long, { max_points: 200_000 });
    expect([data.total, data.drawn]).toEqual([20_500, 20_500]);
  });

  it("is empty where there is none [GPS-01]", async () => {
    const data = await track(silent);
    expect(data).toMatchObject({ total: 0, drawn: 0, bounds: null, parts: [], trips: [], stops: [], distance_m: 0 });
  });

  it.each([{ max_points: 99 }, { max_points: 200_001 }, { start_time: -1 }, { end_time: "soon" }, { max_points: 1.5 }])(
    "refuses %j [GPS-01]",
    async (query) => {
      expect((await get(car, query)).statusCode).toBe(400);
    },
  );

  it("refuses a range that ends before it starts [GPS-01]", async () => {
    const answer = await get(car, { end_time: AT });
    expect(answer.json()).toMatchObject({ code: "frames.rangeReversed", field: "end_time" });
  });

  it("needs the right to read the device, and its own tenant [USR-03] [USR-06]", async () => {
    const sub = await world.user({ tenant: "acme", name: "sub", role: "sub", level: "none" });
    const stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
    expect((await get(car, {}, sub)).statusCode).not.toBe(200);
    await grantLevel(world.database.db, sub, car.thingsId, "read");
    expect((await get(car, {}, sub)).statusCode).toBe(200);
    expect((await get(car, {}, stranger)).statusCode).toBe(404);
  });

  describe("as a file", () => {
    const file = (format: string, query: Record<string, string | number> = {}) =>
      get(car, { ...query, format }, acme, "track/export");

    it("is a GPX that reads back, under the name of the device [GPS-01]", async () => {
      const answer = await file("gpx");
      const { gpx, problems } = parseGpx(answer.rawPayload);
      expect([answer.statusCode, problems, gpx.tracks.length]).toEqual([200, [], 1]);
      expect(answer.body).toContain("<name>car &lt;&amp;&gt;</name>");
      const name = `track-${car.deviceId}-20261114.gpx`;
      expect(answer.headers["content-disposition"]).toBe(`attachment; filename="${name}"`);
      const points = gpx.tracks[0]?.segments.flat() ?? [];
      expect([points.length, points[0]?.timeUs, points[0]?.latitude]).toEqual([1497, AT * 1000, 31]);
    });

    it("is a KML with a line for each part [GPS-01]", async () => {
      const { body } = await file("kml");
      expect(body).toContain('<kml xmlns="http://www.opengis.net/kml/2.2">');
      expect(body.match(/<LineString>/g)).toHaveLength(1);
      expect(body.match(/^121\.5,3/gm)).toHaveLength(1497);
    });

    it("is a CSV of the line within the range, without float noise [GPS-01]", async () => {
      const { body } = await file("csv", { end_time: AT + 3000 });
      const rows = body.trimEnd().split("\r\n");
      expect(rows).toHaveLength(4);
      expect(rows[1]).toBe("1,2026-11-14T08:00:00.000Z,31,121.5,,63.2,,,");
    });

    it("is there without positions too [GPS-01]", async () => {
      const answer = await get(silent, { format: "gpx" }, acme, "track/export");
      expect(parseGpx(answer.rawPayload)).toMatchObject({ problems: [], gpx: { tracks: [{ segments: [] }] } });
    });

    it("is refused in another format or for a range that ends before it starts [GPS-01]", async () => {
      expect((await file("shp")).statusCode).toBe(400);
      expect((await file("csv", { end_time: AT })).json()).toMatchObject({ code: "frames.rangeReversed" });
    });
  });
});
