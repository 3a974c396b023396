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
