import { failure, type Result, success } from "../bytes/result.ts";
import type { Place } from "./gcj02.ts";
import { crossing, flattened, type Point, type Segment } from "./plane.ts";
import { isOnEarth } from "./position.ts";
import { eastwardDeg } from "./track.ts";

/** GPS-02: an area on the earth, WGS-84. */
export type Fence =
  | { readonly kind: "circle"; readonly centre: Place; readonly radiusM: number }
  | { readonly kind: "polygon"; readonly corners: readonly Place[] }
  /** Across the date line `east` is smaller than `west`. */
  | {
      readonly kind: "rectangle";
      readonly south: number;
      readonly west: number;
      readonly north: number;
      readonly east: number;
    }
  | { readonly kind: "corridor"; readonly path: readonly Place[]; readonly halfWidthM: number };

/** GPS-02: of a circle's radius and of half a corridor's width. */
export const MIN_FENCE_M = 50;
export const MAX_FENCE_M = 10_000;
export const MAX_CORNERS = 1000;
/** A wider one would be the rest of the earth just as well. */
const MAX_WIDTH_DEG = 180;

export type FenceProblem =
  | { readonly code: "fenceSize" }
  | { readonly code: "fenceOffEarth" }
  | { readonly code: "fenceTooFewCorners" }
  | { readonly code: "fenceTooManyCorners" }
  | { readonly code: "fenceTooWide" }
  | { readonly code: "fenceEmpty" }
  /** The two sides that meet, by the number of their first corner, from 1. */
  | { readonly code: "fenceCrossesItself"; readonly sides: readonly [number, number] };

/** The fence, or what is wrong with it. */
export function checkFence(fence: Fence): Result<Fence, FenceProblem> {
  const problem = problemOf(fence);
  return problem ? failure(problem) : success(fence);
}

function problemOf(fence: Fence): FenceProblem | undefined {
  if (!placesOf(fence).every(({ latitude, longitude }) => isOnEarth(latitude, longitude)))
    return { code: "fenceOffEarth" };
  if (fence.kind === "circle") return sizeProblem(fence.radiusM);
  if (fence.kind === "rectangle") return rectangleProblem(fence);
  const corners = fence.kind === "polygon" ? fence.corners : fence.path;
  if (corners.length < (fence.kind === "polygon" ? 3 : 2)) return { code: "fenceTooFewCorners" };
  if (corners.length > MAX_CORNERS) return { code: "fenceTooManyCorners" };
  if (widthDeg(corners) >= MAX_WIDTH_DEG) return { code: "fenceTooWide" };
  return fence.kind === "polygon" ? polygonProblem(fence.corners) : sizeProblem(fence.halfWidthM);
}

function placesOf(fence: Fence): readonly Place[] {
  if (fence.kind === "circle") return [fence.centre];
  if (fence.kind === "polygon") return fence.corners;
  return fence.kind === "corridor" ? fence.path : rectangleCorners(fence);
}

export const rectangleCorners = ({ south, west, north, east }: Fence & { kind: "rectangle" }): Place[] => [
  { latitude: south, longitude: west },
  { latitude: south, longitude: east },
  { latitude: north, longitude: east },
  { latitude: north, longitude: west },
];

const sizeProblem = (metres: number): FenceProblem | undefined =>
  metres >= MIN_FENCE_M && metres <= MAX_FENCE_M ? undefined : { code: "fenceSize" };

function rectangleProblem({ south, west, north, east }: Fence & { kind: "rectangle" }): FenceProblem | undefined {
  const width = (east - west + 360) % 360;
  if (south >= north || west === east) return { code: "fenceEmpty" };
  return width === 0 || width >= MAX_WIDTH_DEG ? { code: "fenceTooWide" } : undefined;
}

function widthDeg(corners: readonly Place[]): number {
  let at = corners[0]?.longitude ?? 0;
  let [west, east] = [at, at];
  for (const { longitude } of corners) {
    at += eastwardDeg(at, longitude);
    west = Math.min(west, at);
    east = Math.max(east, at);
  }
  return east - west;
}

/** Sides that follow each other share a corner; any other two must not meet. */
function polygonProblem(corners: readonly Place[]): FenceProblem | undefined {
  const points = flattened(corners, corners[0] as Place);
  const count = points.length;
  const side = (i: number): Segment => [points[i] as Point, points[(i + 1) % count] as Point];
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const areNeighbours = other === one + 1 || (one === 0 && other === count - 1);
      if (crossing(side(one), side(other), areNeighbours))
        return { code: "fenceCrossesItself", sides: [one + 1, other + 1] };
    }
  }
  return areaOf(points) === 0 ? { code: "fenceEmpty" } : undefined;
}

function areaOf(points: readonly Point[]): number {
  let before = points.at(-1);
  let sum = 0;
  for (const point of points) {
    if (before) sum += before.x * point.y - point.x * before.y;
    before = point;
  }
  return Math.abs(sum) / 2;
}
