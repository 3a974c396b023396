import { describe, expect, it } from "vitest";
import { NearestOnMap } from "./nearest-on-map.ts";
import { indexFrom, lineOf, nearestInTime, partsOf, stretchBetween } from "./track-line.ts";

const part = (rows: readonly (readonly [time: number, latitude: number, longitude: number, speed?: number])[]) => ({
  time: rows.map(([time]) => time),
  latitude: rows.map(([, latitude]) => latitude),
  longitude: rows.map(([, , longitude]) => longitude),
  speed_kmh: rows.map(([, , , speed]) => speed ?? null),
  course: rows.map(() => null),
});

describe("the line of a track", () => {
  it("has its parts one behind the other, and longitudes that go on across the date line [GPS-01]", () => {
    const line = lineOf([
      part([
        [0, 0, 179.9, 40],
        [1000, 0, -179.9],
      ]),
      part([[5000, 0, -179.8]]),
    ]);
    expect(Array.from(line.longitude, (one) => one.toFixed(1))).toEqual(["179.9", "180.1", "180.2"]);
    expect(Array.from(line.speedKmh)).toEqual([40, Number.NaN, Number.NaN]);
    expect(partsOf(line)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ]);
  });

  it("answers a moment with the stored position nearest to it, never with one between [GPS-01]", () => {
    const line = lineOf([
      part([
        [1000, 31, 121],
        [2000, 31.1, 121],
        [9000, 31.2, 121],
      ]),
    ]);
    expect([0, 1400, 1600, 5600, 99_000].map((at) => nearestInTime(line, at))).toEqual([0, 0, 1, 2, 2]);
    expect(nearestInTime(lineOf([]), 5)).toBeUndefined();
    expect([0, 2000, 2001, 9001].map((at) => indexFrom(line, at))).toEqual([0, 1, 2, 3]);
  });

  it("measures between two moments along the line, without what lies between two parts", () => {
    const line = lineOf([
      part([
        [0, 0, 0],
        [60_000, 0.01, 0],
      ]),
      part([
        [120_000, 0.5, 0],
        [180_000, 0.51, 0],
      ]),
    ]);
    const whole = stretchBetween(line, 180_000, 0);
    expect(whole.distanceM).toBeCloseTo(2 * 1112, -1);
    expect(whole).toMatchObject({ durationMs: 180_000 });
    expect(whole.meanSpeedKmh).toBeCloseTo((2.224 / 180) * 3600, 0);
    expect(stretchBetween(line, 5, 5)).toEqual({ distanceM: 0, durationMs: 0, meanSpeedKmh: null });
  });

  it("finds the position under the pointer, also on another copy of the world [GPS-01]", () => {
    const line = lineOf([
      part([
        [0, 0, 179.99],
        [1, 0, -179.99],
      ]),
    ]);
    const nearest = new NearestOnMap(line);
    const view = { centre: { latitude: 0, longitude: -179.99 }, zoom: 14, width: 800, height: 600 };
    expect(nearest.find(view, { x: 403, y: 302 }, 12)).toBe(1);
    expect(nearest.find(view, { x: 450, y: 302 }, 12)).toBeUndefined();
  });
});
