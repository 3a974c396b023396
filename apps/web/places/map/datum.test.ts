import { distanceM } from "@canopy/can/gps/position";
import { expect, it } from "vitest";
import { datumOf } from "./datum.ts";

const tiles = { url: "https://tiles.example/{z}/{x}/{y}", credit: "Tiles" };
const shanghai = { latitude: 31.2304, longitude: 121.4737 };

it("moves places and features where the tiles are drawn in GCJ-02, and back [GPS-01]", () => {
  const datum = datumOf({ ...tiles, datum: "gcj02" });
  const shown = datum.shown(shanghai);
  expect(distanceM(shown, shanghai)).toBeGreaterThan(300);
  expect(distanceM(datum.stored(shown), shanghai)).toBeLessThan(0.1);
  const line = { type: "LineString" as const, coordinates: [[shanghai.longitude, shanghai.latitude]] };
  const data = datum.shownFeatures({
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: { colour: "#000000" }, geometry: line }],
  });
  expect(data.features[0]).toEqual({
    type: "Feature",
    properties: { colour: "#000000" },
    geometry: { type: "LineString", coordinates: [[shown.longitude, shown.latitude]] },
  });
});

it("leaves all as it is stored on the built-in map and on tiles in WGS-84 [GPS-01]", () => {
  for (const source of [undefined, { ...tiles, datum: "wgs84" as const }])
    expect(datumOf(source).shown(shanghai)).toBe(shanghai);
});
