import { expect, it } from "vitest";
import { placeAlarms, type TrackAlarm } from "./track-alarms.ts";
import { lineOf } from "./track-line.ts";

const part = (...seconds: number[]) => ({
  time: seconds.map((s) => s * 1000),
  latitude: seconds.map((s) => s / 1000),
  longitude: seconds.map(() => 121),
  speed_kmh: seconds.map(() => null),
  course: seconds.map(() => null),
});
const alarm = (second: number, place?: TrackAlarm["place"]): TrackAlarm => ({
  id: `${second}`,
  atMs: second * 1000,
  level: "tip",
  name: "hot",
  place,
});

it("alarms stand at the stored position that is nearest in time, a fence alarm at its own [GPS-01]", () => {
  // Thinned: 400 s of a straight road without a position, then none for an hour.
  const line = lineOf([part(0, 10, 410), part(4000, 4010)]);
  const at = (second: number) => placeAlarms(line, [alarm(second)])[0]?.place.latitude;
  expect([4, 9, 100, 300, 465, 3950].map(at)).toEqual([0, 0.01, 0.01, 0.41, 0.41, 4]);
  expect([-100, 500, 3900, 4100].map(at)).toEqual([undefined, undefined, undefined, undefined]);
  const own = { latitude: 1, longitude: 2 };
  expect(placeAlarms(line, [alarm(500, own)])[0]?.place).toEqual(own);
  expect(placeAlarms(lineOf([]), [alarm(5)])).toEqual([]);
});
