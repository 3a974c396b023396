import { describe, expect, it } from "vitest";
import { checkFence, type Fence } from "./fence.ts";
import { distanceFromFence, isInFence } from "./fence-area.ts";
import { cutAtDateLine, fenceBox, outlineOf } from "./fence-outline.ts";
import type { Place } from "./gcj02.ts";
import { readGeoJson } from "./geojson-read.ts";
import { writeGeoJson } from "./geojson-write.ts";
import { distanceM } from "./position.ts";

const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const place = (latitude: number, longitude: number): Place => ({ latitude, longitude });
const file = (...lines: string[]) => readGeoJson(lines.join("\n"));

describe("a region from a GeoJSON file", () => {
  it("has islands and holes [GPS-02]", () => {
    const geometry = {
      type: "MultiPolygon",
      coordinates: [[square(10, 50, 3), square(11, 51, 1)], [square(20, 50, 1)]],
    };
    const feature = { type: "Feature", properties: { name: "Land" }, geometry };
    const { regions, problems } = readGeoJson(JSON.stringify({ type: "FeatureCollection", features: [feature] }));
    expect(problems).toEqual([]);
    const region = regions[0]?.region as Fence;
    expect(regions[0]?.name).toBe("Land");
    expect([place(50.5, 10.5), place(51.5, 11.5), place(50.5, 20.5)].map((at) => isInFence(region, at))).toEqual([
      true,
      false,
      true,
    ]);
    expect(distanceFromFence(region, place(51.5, 11.01))).toBeGreaterThan(600);
    const again = readGeoJson(writeGeoJson([{ name: "Land", region: "", fence: region }]));
    expect(again.regions[0]?.region.rings).toHaveLength(3);
    expect(isInFence(again.regions[0]?.region as Fence, place(51.5, 11.5))).toBe(false);
  });

  it("is refused with the line of each problem [GPS-02]", () => {
    expect(file("{", ' "type": "Polygon",', ' "coordinates": [', "oops").problems).toEqual([
      { line: 4, code: "geoJsonSyntax" },
    ]);
    const features = file(
      '{ "type": "FeatureCollection", "features": [',
      '{ "type": "Feature", "geometry": { "type": "Point", "coordinates": [1, 2] } },',
      '{ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [[[0,0],',
      "[1,1],",
      "[1,0],[0,1],[0,0]]] } },",
      '{ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [[[0,0],',
      '["x",1],[1,1]]] } },',
      '{ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [[[0,0],[1,0],',
      "[200,1]]] } },",
      '{ "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [[[0,0],[0,1]]] } } ] }',
    );
    expect(features.regions).toEqual([]);
    expect(features.problems.map(({ line, code }) => [line, code])).toEqual([
      [2, "geoJsonNoArea"],
      [3, "fenceCrossesItself"],
      [7, "geoJsonPosition"],
      [9, "fenceOffEarth"],
      [10, "fenceTooFewCorners"],
    ]);
  });

  it("is never read from what is no GeoJSON [GPS-02]", () => {
    for (const text of ["", "[]", "null", "{}", '{"type":"Feature"}', "[".repeat(5000), '{"type":"Polygon"}'])
      expect(readGeoJson(text)).toMatchObject({ regions: [], problems: [{ line: 1 }] });
  });

  it("is checked fast with many corners [GPS-02]", () => {
    const ring = Array.from({ length: 5000 }, (_, i) =>
      place(10 + Math.sin((i * Math.PI) / 2500), 20 + Math.cos((i * Math.PI) / 2500)),
    );
    expect(checkFence({ kind: "region", rings: [ring] }).ok).toBe(true);
    expect(checkFence({ kind: "region", rings: [ring, ring.slice(0, 10)] })).toMatchObject({
      problem: { code: "fenceTooManyCorners" },
    });
    expect(checkFence({ kind: "region", rings: [] })).toMatchObject({ problem: { code: "fenceEmpty" } });
  });
});

describe("the outline of a fence", () => {
  const circle: Fence = { kind: "circle", centre: place(-17, 179.99), radiusM: 5000 };
  const corridor: Fence = {
    kind: "corridor",
    path: [place(31, 121), place(31.02, 121), place(31.02, 121.03)],
    halfWidthM: 200,
  };
  const polygon: Fence = {
    kind: "polygon",
    corners: [place(31, 121), place(31, 121.01), place(31.01, 121.01), place(31.01, 121)],
  };

  it("lies on the border, or a margin outside of it [GPS-02]", () => {
    for (const fence of [circle, corridor, polygon])
      for (const grow of [0, 45]) {
        const distances = outlineOf(fence, grow)
          .flat()
          .map((at) => distanceFromFence(fence, at));
        // At an inner bend both sides of a corridor run on into it.
        const outside = distances.filter((metres) => metres > grow - 1);
        expect(Math.max(...distances)).toBeLessThan(grow + 1);
        expect(outside.length).toBeGreaterThanOrEqual(distances.length - 2);
      }
  });

  it("is cut at the date line into parts on the globe [GPS-02]", () => {
    const [ring = []] = outlineOf(circle);
    const parts = cutAtDateLine(ring);
    expect(parts).toHaveLength(2);
    expect(parts.flat().every(({ longitude }) => Math.abs(longitude) <= 180)).toBe(true);
    expect(parts.map((part) => Math.sign(part[1]?.longitude ?? 0)).toSorted()).toEqual([-1, 1]);
    const written = JSON.parse(writeGeoJson([{ name: "n", region: "r", fence: circle }]));
    expect(written.features[0].geometry.type).toBe("MultiPolygon");
    expect(written.features[0].properties).toMatchObject({ kind: "circle", radius_m: 5000, name: "n", region: "r" });
    const whole = writeGeoJson([{ name: "", region: "", fence: corridor }]);
    expect(JSON.parse(whole).features[0].geometry).toMatchObject({ type: "LineString" });
  });

  it("is inside the box of its fence [GPS-02]", () => {
    for (const fence of [circle, corridor, polygon]) {
      const { south, north, west, east } = fenceBox(fence);
      const { kind } = fence;
      for (const { latitude, longitude } of outlineOf(fence).flat()) {
        expect(latitude >= south - 1e-9 && latitude <= north + 1e-9, kind).toBe(true);
        expect(longitude >= west - 1e-9 && longitude <= east + 1e-9, kind).toBe(true);
      }
    }
    expect(distanceM(place(fenceBox(circle).north, 179.99), place(-17, 179.99))).toBeCloseTo(5000, 0);
  });
});
