import { expect, it } from "vitest";
import { unproject } from "../map/mercator.ts";
import { areaAround } from "./near-area.ts";

const view = (latitude: number, longitude: number, zoom: number) => ({
  centre: { latitude, longitude },
  zoom,
  width: 800,
  height: 600,
});

it("the area for fences holds the view and stays while the map moves a little [GPS-01]", () => {
  const seen = view(31.23, 121.47, 12);
  const area = areaAround(seen);
  for (const corner of [unproject(seen, { x: 0, y: 0 }), unproject(seen, { x: 800, y: 600 })]) {
    expect(corner.latitude).toBeGreaterThanOrEqual(area.south);
    expect(corner.latitude).toBeLessThanOrEqual(area.north);
    expect(corner.longitude).toBeGreaterThanOrEqual(area.west);
    expect(corner.longitude).toBeLessThanOrEqual(area.east);
  }
  expect(area.east - area.west).toBeLessThan(1);
  expect(areaAround(view(31.231, 121.471, 12))).toEqual(area);
});

it("the area runs on past the date line, and is the world at most [GPS-01]", () => {
  const { west, east } = areaAround(view(-17, 179.99, 12));
  expect(west).toBeLessThan(180);
  expect(east).toBeGreaterThan(180);
  expect(areaAround(view(0, 0, 0))).toEqual({ south: -90, north: 90, west: -180, east: 180 });
});
