import { readPositionFile } from "@canopy/can/gps/position-file";
import { nmeaLine } from "@canopy/can/gps/test-track";
import { corpusBytes, corpusFiles, hasCorpus, noCorpus } from "@canopy/can/testing/corpus";
import { type ImportedTrack, MAX_TRACK_FILE_BYTES } from "@canopy/contract/places/tracks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantLevel, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { inTurns } from "./in-turns.ts";

const AT = Date.UTC(2024, 10, 14, 8);

let world: TestApp;
let acme: TestUser;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
});
afterAll(() => world?.close());

const newDevice = () => testDevice(world.database.db, acme.tenantId);

const send = (device: TestDevice, file: string | Uint8Array, user: TestUser = acme, key?: string) =>
  world.call(user, {
    method: "POST",
    url: `/api/things/${device.thingsId}/track/import`,
    headers: {
      "content-type": "application/octet-stream",
      "accept-language": "en",
      ...(key && { "idempotency-key": key }),
    },
    payload: Buffer.from(file),
  });

async function imported(device: TestDevice, file: string | Uint8Array): Promise<ImportedTrack> {
  const answer = await send(device, file);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const positionsOf = ({ bindingNumber }: TestDevice) =>
  world.store.points.positions({ bindingNumber, fromUs: 0, toUs: 2 ** 52, limit: 100_000 });

const point = (second: number, more = "") =>
  `<trkpt lat="31.${second}" lon="121.5">${more}<time>${new Date(AT + second * 1000).toISOString()}</time></trkpt>`;
const gpx = (...points: string[]) => `<gpx>\n<trk><trkseg>\n${points.join("\n")}\n</trkseg></trk></gpx>`;
const NO_LEFT_OUT = { count: 0, line: 0 };

describe("the import of a track", () => {
  it("stores the positions of a GPX with their times and fields [GPS-01]", async () => {
    const car = await newDevice();
    const fields = "<ele>12.5</ele><course>400</course><sat>7</sat><hdop>250</hdop><speed>10</speed>";
    const answer = await imported(car, gpx(point(2), point(1, fields)));
    expect(answer).toEqual({
      format: "gpx",
      start_time: AT + 1000,
      end_time: AT + 2000,
      positions: 2,
      stored: 2,
      repeated: 0,
      left_out: { no_time: NO_LEFT_OUT, wrong_time: NO_LEFT_OUT, unreadable: NO_LEFT_OUT },
    });
    const nothing = { altitude_m: null, speed_kmh: null, course: null, satellites: null, hdop: null };
    expect(await positionsOf(car)).toEqual([
      {
        ...nothing,
        time: AT + 1000,
        latitude: 31.1,
        longitude: 121.5,
        altitude_m: 12.5,
        speed_kmh: 36,
        satellites: 7,
        hdop: 100,
      },
      { ...nothing, time: AT + 2000, latitude: 31.2, longitude: 121.5 },
    ]);
  });

  it("adds nothing the second time, and what is missing after one that was cut off [GPS-01]", async () => {
    const car = await newDevice();
    const points = Array.from({ length: 9 }, (_, s) => point(s));
    expect(await imported(car, gpx(...points.slice(0, 4)))).toMatchObject({ stored: 4, repeated: 0 });
    expect(await imported(car, gpx(...points))).toMatchObject({ stored: 5, repeated: 4 });
    expect(await imported(car, gpx(...points))).toMatchObject({ stored: 0, repeated: 9 });
    expect(await positionsOf(car)).toHaveLength(9);
  });

  it("leaves a position that the device has sent as it is [GPS-01]", async () => {
    const car = await newDevice();
    const own = { time: AT + 1000, latitude: -5, longitude: 7 };
    await world.store.points.addPositions([{ bindingNumber: car.bindingNumber, position: own }]);
    expect(await imported(car, gpx(point(1), point(2)))).toMatchObject({ stored: 1, repeated: 1 });
    expect((await positionsOf(car)).map(({ latitude }) => latitude)).toEqual([-5, 31.2]);
  });

  it("takes NMEA and says what it left out [GPS-01]", async () => {
    const car = await newDevice();
    const gga = (clock: string) => nmeaLine(`GPGGA,${clock},3100.00,N,12100.00,E,1,08,1.2,36.3,M,48.5,M,,`);
    const rmc = nmeaLine("GPRMC,080001,A,3100.00,N,12100.00,E,10.0,90.0,141124,,,A");
    const answer = await imported(
      car,
      [gga("080000"), rmc, gga("080001"), "$GPGGA,broken*00\r\n", gga("080002")].join(""),
    );
    expect(answer).toMatchObject({ format: "nmea", positions: 2, stored: 2, start_time: AT + 1000 });
    expect(answer.left_out).toEqual({
      no_time: { count: 1, line: 1 },
      wrong_time: NO_LEFT_OUT,
      unreadable: { count: 1, line: 4 },
    });
    const [first] = await positionsOf(car);
    expect(first).toMatchObject({ latitude: 31, longitude: 121, course: 90, satellites: 8 });
  });

  it.each([
    ["without times", gpx('<trkpt lat="31" lon="121"/>'), "places.noTimes", /line 3/],
    [
      "of 1980",
      gpx('<trkpt lat="31" lon="121"><time>1980-01-06T00:00:00Z</time></trkpt>'),
      "places.wrongTimes",
      /line 3/,
    ],
    ["without a track", "<gpx><wpt lat='1' lon='2'/></gpx>", "places.noPositions", /track points/],
    ["of another kind", "latitude,longitude\n31,121", "places.notPositions", /neither NMEA nor GPX/],
  ])("refuses a file %s and stores nothing [GPS-01]", async (_, file, code, text) => {
    const car = await newDevice();
    const answer = await send(car, file);
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect(answer.json().message).toMatch(text);
    expect(await positionsOf(car)).toEqual([]);
  });

  it("refuses a larger file before it is read, and a second file under the same key [GPS-01]", async () => {
    const car = await newDevice();
    const large = await send(car, new Uint8Array(MAX_TRACK_FILE_BYTES + 1));
    expect([large.statusCode, large.json().code]).toEqual([413, "platform.bodyTooLarge"]);
    const first = await send(car, gpx(point(1)), acme, "track-1");
    const again = await send(car, gpx(point(1)), acme, "track-1");
    expect([first.json(), again.headers["idempotency-replayed"]]).toEqual([again.json(), "true"]);
    expect((await send(car, gpx(point(2)), acme, "track-1")).json().code).toBe("platform.idempotencyMismatch");
  });

  it("needs the right to change the device, and its own tenant [USR-03] [USR-06]", async () => {
    const car = await newDevice();
    const sub = await world.user({ tenant: "acme", name: "sub", role: "sub", level: "none" });
    const stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
    await grantLevel(world.database.db, sub, car.thingsId, "read");
    expect((await send(car, gpx(point(1)), sub)).statusCode).toBe(403);
    expect((await send(car, gpx(point(1)), stranger)).statusCode).toBe(404);
    const writer = await world.user({ tenant: "acme", name: "writer", role: "sub", level: "none" });
    await grantLevel(world.database.db, writer, car.thingsId, "write");
    expect((await send(car, gpx(point(1)), writer)).statusCode).toBe(200);
  });

  describe.skipIf(!hasCorpus)(`of the corpus${noCorpus}`, () => {
    let collector: TestUser;

    beforeAll(async () => {
      collector = await world.user({ tenant: "acme", name: "collector", role: "manager" });
    });

    it.each(corpusFiles("gps"))("stores all of %s, or says why not [GPS-01]", async (name) => {
      const car = await newDevice();
      const file = corpusBytes(`gps/${name}`);
      const read = await inTurns(readPositionFile(file, Date.now()), new AbortController().signal);
      const answer = await send(car, file, collector);
      if (!read.ok) return expect(answer.json().code).toBe(`places.${read.problem.code}`);
      expect(answer.json().data).toMatchObject({ stored: read.positions.length, repeated: 0 });
      const stored = await positionsOf(car);
      expect(stored.map(({ time, latitude }) => [time, latitude])).toEqual(
        read.positions.map(({ timeUs, latitude }) => [timeUs / 1000, latitude]),
      );
    });
  });
});
