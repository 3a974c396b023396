import fc from "fast-check";
import type { FeatureCollection, Geometry } from "geojson";
import { expect, it } from "vitest";
import type { LayerLook } from "./map-part.ts";
import { paintLayer, shapesOf } from "./paint-layer.ts";

const view = { centre: { latitude: 0, longitude: 179 }, zoom: 4, width: 800, height: 600 };
const line: LayerLook = { kind: "lines", colour: "#111111", widthPx: 4, casing: { colour: "#ffffff", widthPx: 8 } };

/** What was done to the canvas, in order. */
function recorder() {
  const done: string[] = [];
  const moves: number[][] = [];
  const state: Record<string, unknown> = {};
  const ctx = new Proxy(state, {
    get:
      (_, name: string) =>
      (...given: unknown[]) => {
        if (name === "moveTo" || name === "lineTo") moves.push(given.map(Number));
        if (name === "stroke") done.push(`stroke ${state.strokeStyle} ${state.lineWidth}`);
        if (name === "fill") done.push(`fill ${state.fillStyle}`);
      },
  }) as unknown as CanvasRenderingContext2D;
  return { ctx, done, moves };
}

const collection = (...made: { geometry: Geometry; colour?: string }[]): FeatureCollection => ({
  type: "FeatureCollection",
  features: made.map(({ geometry, colour }) => ({ type: "Feature", properties: colour ? { colour } : {}, geometry })),
});

it("draws the casing of all lines below all of them, and each line in its colour", () => {
  const { ctx, done } = recorder();
  const east = {
    type: "LineString" as const,
    coordinates: [
      [178, 0],
      [179, 1],
    ],
  };
  const west = {
    type: "LineString" as const,
    coordinates: [
      [179, 1],
      [179.5, 0],
    ],
  };
  paintLayer(ctx, view, line, shapesOf(collection({ geometry: east, colour: "#222222" }, { geometry: west })));
  expect(done).toEqual(["stroke #ffffff 8", "stroke #ffffff 8", "stroke #222222 4", "stroke #111111 4"]);
});

it("draws a place beyond the date line where it is seen, also when its longitude is on the other side", () => {
  const { ctx, done, moves } = recorder();
  const beyond = {
    type: "LineString" as const,
    coordinates: [
      [-179, 0],
      [-178, 0],
    ],
  };
  paintLayer(ctx, view, { kind: "lines", colour: "#111111", widthPx: 1 }, shapesOf(collection({ geometry: beyond })));
  expect(done).toEqual(["stroke #111111 1"]);
  expect(moves[0]?.[0]).toBeCloseTo(400 + (2 / 360) * 512 * 16, 3);
});

it("draws nothing that is out of sight, and keeps the bends of a long line [GPS-01]", () => {
  const { ctx, done, moves } = recorder();
  const far = {
    type: "LineString" as const,
    coordinates: [
      [10, 0],
      [11, 0],
    ],
  };
  paintLayer(ctx, view, line, shapesOf(collection({ geometry: far })));
  expect(done).toEqual([]);
  const dense = Array.from({ length: 10_001 }, (_, i) => [178 + Math.min(i, 10_000 - i) / 10_000, i / 10_000]);
  const plain: LayerLook = { kind: "lines", colour: "#111111", widthPx: 1 };
  paintLayer(ctx, view, plain, shapesOf(collection({ geometry: { type: "LineString", coordinates: dense } })));
  expect(moves.length).toBeLessThan(100);
  const farthest = Math.max(...moves.map(([x = 0]) => x));
  expect(farthest).toBeCloseTo(400 - (0.5 / 360) * 512 * 16, 0);
});

it("leaves out points beyond the sight, and the area in sight stays the same [GPS-01]", () => {
  const shore = Array.from({ length: 20_000 }, (_, i) => {
    const angle = (i / 20_000) * 2 * Math.PI;
    return [100 + 60 * Math.cos(angle), 60 * Math.sin(angle)];
  });
  const near = { ...view, centre: { latitude: 0, longitude: 160 }, zoom: 12 };
  const { ctx, moves } = recorder();
  const area: LayerLook = { kind: "areas", colour: "#111111", opacity: 1 };
  paintLayer(ctx, near, area, shapesOf(collection({ geometry: { type: "Polygon", coordinates: [shore] } })));
  expect(moves.length).toBeLessThan(40);

  const corner = fc.tuple(
    fc.double({ min: 150, max: 170, noNaN: true }),
    fc.double({ min: -10, max: 10, noNaN: true }),
  );
  const spot = fc.tuple(fc.double({ min: 0, max: 800, noNaN: true }), fc.double({ min: 0, max: 600, noNaN: true }));
  const plain = { ...view, centre: { latitude: 0, longitude: 160 }, zoom: 8 };
  const whole = { ...plain, width: 1e6, height: 1e6 };
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 40 }), fc.array(spot, { minLength: 5 }), (ring, spots) => {
      const geometry: Geometry = { type: "Polygon", coordinates: [[...ring, ring[0] ?? [0, 0]]] };
      const [clipped, all] = [recorder(), recorder()];
      paintLayer(clipped.ctx, plain, area, shapesOf(collection({ geometry })));
      paintLayer(all.ctx, whole, area, shapesOf(collection({ geometry })));
      // The same points where everything is in sight, moved into the small one.
      const corners = all.moves.map(([x = 0, y = 0]) => [x - (1e6 - 800) / 2, y - (1e6 - 600) / 2]);
      for (const [x, y] of spots) expect(isInside(clipped.moves, x, y)).toBe(isInside(corners, x, y));
    }),
    // A spot within a rounding of an edge is on either side of it.
    { seed: 20_261_119, numRuns: 300 },
  );
});

/** By the even-odd rule. */
function isInside(ring: readonly number[][], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i < ring.length; i++) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[i] ?? [], ring[(i + 1) % ring.length] ?? []];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
