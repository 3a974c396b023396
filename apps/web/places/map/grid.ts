import type { FeatureCollection, Position } from "geojson";
import { type MapView, mercatorX, placeAt, unproject, worldPx } from "./mercator.ts";

const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45];
const APART_PX = 140;
/** The grid is drawn for so many views in each direction. */
const AROUND = 3;

export interface GridLine {
  readonly axis: "latitude" | "longitude";
  readonly degrees: number;
}

/** Parallels and meridians of round degrees, some APART_PX from each other; longitudes may go on beyond 180. */
export function gridOf(view: MapView): GridLine[] {
  const wanted = (APART_PX * 360) / worldPx(view.zoom);
  const step = STEPS.find((one) => one >= wanted) ?? 45;
  const left = (mercatorX(view.centre.longitude) - view.width / 2 / worldPx(view.zoom)) * 360 - 180;
  const right = left + (view.width * 360) / worldPx(view.zoom);
  const north = unproject(view, { x: 0, y: 0 }).latitude;
  const south = unproject(view, { x: 0, y: view.height }).latitude;
  return [
    ...multiples(step, Math.max(south, -85), Math.min(north, 85)).map((degrees) => line("latitude", degrees)),
    ...multiples(step, left, right).map((degrees) => line("longitude", degrees)),
  ];
}

const line = (axis: GridLine["axis"], degrees: number): GridLine => ({ axis, degrees });

function multiples(step: number, from: number, to: number): number[] {
  const found: number[] = [];
  // Counted in whole steps: sums of 0.1 would drift.
  for (let n = Math.ceil(from / step); n * step <= to && found.length < 100; n++)
    found.push(Number((n * step).toFixed(4)));
  return found;
}

/** The same as lines that reach beyond the view on all sides. */
export function gridFeatures(view: MapView): FeatureCollection {
  const around = { ...view, width: view.width * AROUND, height: view.height * AROUND };
  const half = 180 / worldPx(view.zoom);
  const west = view.centre.longitude - around.width * half;
  const east = view.centre.longitude + around.width * half;
  const north = placeAt(0, 0).latitude;
  const coordinatesOf = ({ axis, degrees }: GridLine): Position[] =>
    axis === "latitude"
      ? [
          [west, degrees],
          [east, degrees],
        ]
      : [
          [degrees, -north],
          [degrees, north],
        ];
  const geometry = { type: "MultiLineString" as const, coordinates: gridOf(around).map(coordinatesOf) };
  return { type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry }] };
}

/** As 31.25° N. */
export function gridText({ axis, degrees }: GridLine): string {
  const turned = axis === "longitude" ? ((((degrees + 180) % 360) + 360) % 360) - 180 : degrees;
  const [positive, negative] = axis === "latitude" ? ["N", "S"] : ["E", "W"];
  const side = turned === 0 ? "" : ` ${turned > 0 ? positive : negative}`;
  return `${Number(Math.abs(turned).toFixed(4))}°${side}`;
}
