import { distanceM } from "@canopy/can/gps/position";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitted, type MapView, metresPerPixel, panned, project, scaleOf, unproject, zoomedAbout } from "./mercator.ts";

const box = { width: 800, height: 600 };
const near = (latitude: number, longitude: number, zoom = 12): MapView => ({
  ...box,
  centre: { latitude, longitude },
  zoom,
});
const views = fc
  .tuple(
    fc.double({ min: -80, max: 80, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.integer({ min: 3, max: 18 }),
  )
  .map(([latitude, longitude, zoom]) => near(latitude, longitude, zoom));

describe("the projection of the map", () => {
  it("leads from a point to its place and back [GPS-01]", () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }), (view, x, y) => {
        const again = project(view, unproject(view, { x, y }));
        expect(again.x).toBeCloseTo(x, 3);
        expect(again.y).toBeCloseTo(y, 3);
      }),
    );
  });

  it("shows a place beyond the date line beside the middle, not a world away", () => {
    const { x } = project(near(0, 179.99, 8), { latitude: 0, longitude: -179.99 });
    expect(x - 400).toBeCloseTo((0.02 / 360) * 512 * 2 ** 8, 6);
  });

  it("keeps the place below the pointer while it zooms", () => {
    fc.assert(
      fc.property(views, (view) => {
        const point = { x: 200, y: 150 };
        const before = unproject(view, point);
        const after = unproject(zoomedAbout(view, point, view.zoom + 1), point);
        expect(distanceM(before, after)).toBeLessThan(metresPerPixel(view));
      }),
    );
  });

  it("moves the ground with the hand", () => {
    const view = near(31, 121);
    const place = unproject(view, { x: 100, y: 100 });
    const moved = project(panned(view, 30, -20), place);
    expect(moved.x).toBeCloseTo(130, 6);
    expect(moved.y).toBeCloseTo(80, 6);
  });

  it("fits an area into the box with its padding and above a panel, across the date line too [GPS-01]", () => {
    for (const [bounds, footPx] of [
      [{ south: 31, north: 31.2, west: 121.1, east: 121.6 }, 0],
      [{ south: -17, north: -16, west: 179.5, east: -179.2 }, 0],
      [{ south: 31, north: 31.8, west: 121.1, east: 121.2 }, 100],
    ] as const) {
      const view = { ...box, ...fitted(bounds, box, 48, footPx) };
      const corners = [
        project(view, { latitude: bounds.north, longitude: bounds.west }),
        project(view, { latitude: bounds.south, longitude: bounds.east }),
      ];
      expect(Math.min(...corners.map(({ x }) => x))).toBeGreaterThanOrEqual(71.9);
      expect(Math.max(...corners.map(({ x }) => x))).toBeLessThanOrEqual(728.1);
      expect(Math.min(...corners.map(({ y }) => y))).toBeGreaterThanOrEqual(47.9);
      expect(Math.max(...corners.map(({ y }) => y))).toBeLessThanOrEqual(552.1 - footPx);
    }
  });

  it("shows a single place with the streets around it", () => {
    expect(fitted({ south: 31, north: 31, west: 121, east: 121 }, box, 48)).toMatchObject({ zoom: 15 });
  });

  it("has a scale of a round length", () => {
    const view = near(31, 121);
    const { metres, px } = scaleOf(view, 90);
    expect([1, 2, 5].map((one) => one * 10 ** Math.floor(Math.log10(metres)))).toContain(metres);
    expect(px).toBeLessThanOrEqual(90);
    expect(px * metresPerPixel(view)).toBeCloseTo(metres, 6);
  });
});
