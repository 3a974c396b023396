import { describe, expect, it } from "vitest";
import { journeyRows } from "./journey-rows.ts";
import { colouredLines, openEnds, scaleAround, stepOf, valuesOf } from "./track-colour.ts";
import { lineOf } from "./track-line.ts";

const COLOURS = ["slow", "fast"];
const straight = (times: readonly number[], speeds: readonly (number | null)[]) => ({
  time: [...times],
  latitude: times.map((time) => time / 1000),
  longitude: times.map(() => 0),
  speed_kmh: [...speeds],
  course: times.map(() => null),
});
const line = lineOf([straight([0, 1, 2, 3], [10, 10, 90, 90]), straight([8, 9], [90, null])]);
const look = { values: line.speedKmh, scale: { from: 0, to: 100 }, colours: COLOURS, unknown: "grey" };

describe("the colour of a track", () => {
  it("changes with the value, in runs that touch, and leaves gaps open [GPS-01]", () => {
    const { features } = colouredLines(line, look);
    const runs = features.map(({ properties, geometry }) => [
      properties?.colour,
      geometry.type === "MultiLineString" ? geometry.coordinates.map((run) => run.map(([, y = 0]) => y * 1000)) : [],
    ]);
    expect(runs).toEqual([
      ["slow", [[0, 1]]],
      ["fast", [[1, 2, 3]]],
      ["grey", [[8, 9]]],
    ]);
    expect(openEnds(line).features.map(({ geometry }) => geometry)).toMatchObject([
      { coordinates: [0, 0.003] },
      { coordinates: [0, 0.008] },
    ]);
  });

  it("is drawn for one trip alone when it is chosen", () => {
    const { features } = colouredLines(line, { ...look, span: { fromMs: 1, toMs: 2 } });
    expect(features).toHaveLength(1);
    expect(features[0]?.geometry).toMatchObject({
      coordinates: [
        [
          [0, 0.001],
          [0, 0.002],
        ],
      ],
    });
  });

  it("takes the newest sample of a signal that is not too old [GPS-01]", () => {
    const series = { name: "Soc", unit: "%", times: [1, 2.5], values: [70, 69], holdMs: 2 };
    expect(Array.from(valuesOf(line, series))).toEqual([Number.NaN, 70, 70, 69, Number.NaN, Number.NaN]);
  });

  it.each([
    [[12, 93.4], { from: 0, to: 100 }],
    [[70.2, 72.9], { from: 70, to: 73 }],
    [[-6.2, 60], { from: -20, to: 60 }],
    [[5, 5], { from: 5, to: 5.2 }],
    [[Number.NaN], { from: 0, to: 1 }],
  ])("has a scale with round ends for %j", (values, scale) => {
    expect(scaleAround(values)).toEqual(scale);
  });

  it("puts what is beyond the scale into its first and last step", () => {
    const scale = { from: 0, to: 60 };
    expect([-5, 0, 9.9, 10, 59, 60, 300, Number.NaN].map((value) => stepOf(value, scale, 6))).toEqual([
      0, 0, 0, 1, 5, 5, 5, -1,
    ]);
  });
});

it("lists trips, stops and times without a position in their order [GPS-01]", () => {
  const trip = { distance_m: 1, max_speed_kmh: 1, mean_speed_kmh: 1 };
  const answer = {
    trips: [
      { start_time: 0, end_time: 1, ...trip },
      { start_time: 8, end_time: 9, ...trip },
    ],
    stops: [{ start_time: 1, end_time: 3, latitude: 0, longitude: 0 }],
    parts: [straight([0, 1, 2, 3], [1, 1, 1, 1]), straight([8, 9], [1, 1])],
  };
  const rows = journeyRows({ ...EMPTY, ...answer });
  expect(rows.map(({ kind }) => kind)).toEqual(["trip", "stop", "gap", "trip"]);
  expect(rows[3]).toMatchObject({ number: 2 });
});

const EMPTY = {
  total: 0,
  newest_time: null,
  drawn: 0,
  thinned: false,
  tolerance_m: 0,
  set_aside: { zero: 0, poor: 0, jump: 0 },
  jumps: [],
  bounds: null,
  distance_m: 0,
  moving_ms: 0,
  max_speed_kmh: 0,
  mean_speed_kmh: 0,
};
