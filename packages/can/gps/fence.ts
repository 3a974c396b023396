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
  | { readonly kind: "corridor"; readonly path: readonly Place[]; readonly halfWidthM: number }
  /** An administrative region: what an odd number of rings has inside, so that islands and holes are rings alike. */
  | { readonly kind: "region"; readonly rings: readonly (readonly Place[])[] };

/** GPS-02: of a circle's radius and of half a corridor's width. */
export const MIN_FENCE_M = 50;
export const MAX_FENCE_M = 10_000;
export const MAX_CORNERS = 1000;
/** Of all rings of a region. */
export const MAX_REGION_CORNERS = 5000;
/** A wider one would be the rest of the earth just as well. */
const MAX_WIDTH_DEG = 180;

export type FenceProblem =
  | { readonly code: "fenceSize" }
  | { readonly code: "fenceOffEarth" }
  | { readonly code: "fenceTooFewCorners" }
  | { readonly code: "fenceTooManyCorners" }
  | { readonly code: "fenceTooWide" }
  | { readonly code: "fenceEmpty" }
  | CrossingProblem;

/** The two sides that meet, by the number of their first corner, from 1; `ring` of a region, from 1. */
interface CrossingProblem {
  readonly code: "fenceCrossesItself";
  readonly sides: readonly [number, number];
  readonly ring?: number;
}

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
  if (fence.kind === "region") return regionProblem(fence.rings);
  const corners = fence.kind === "polygon" ? fence.corners : fence.path;
  if (corners.length < (fence.kind === "polygon" ? 3 : 2)) return { code: "fenceTooFewCorners" };
  if (corners.length > MAX_CORNERS) return { code: "fenceTooManyCorners" };
  if (widthDeg(corners) >= MAX_WIDTH_DEG) return { code: "fenceTooWide" };
  return fence.kind === "polygon" ? polygonProblem(fence.corners) : sizeProblem(fence.halfWidthM);
}

function placesOf(fence: Fence): readonly Place[] {
  if (fence.kind === "circle") return [fence.centre];
  if (fence.kind === "polygon") return fence.corners;
  if (fence.kind === "region") return fence.rings.flat();
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

function regionProblem(rings: readonly (readonly Place[])[]): FenceProblem | undefined {
  if (rings.length === 0) return { code: "fenceEmpty" };
  if (rings.some((ring) => ring.length < 3)) return { code: "fenceTooFewCorners" };
  if (rings.flat().length > MAX_REGION_CORNERS) return { code: "fenceTooManyCorners" };
  for (const [at, ring] of rings.entries()) {
    if (widthDeg(ring) >= MAX_WIDTH_DEG) return { code: "fenceTooWide" };
    const problem = polygonProblem(ring);
    if (problem) return problem.code === "fenceCrossesItself" ? { ...problem, ring: at + 1 } : problem;
  }
  return undefined;
}

/** Sides that follow each other share a corner; any other two must not meet. */
function polygonProblem(corners: readonly Place[]): FenceProblem | undefined {
  const points = flattened(corners, corners[0] as Place);
  const count = points.length;
  const sides = points.map((point, i): NumberedSide => sideOf(i, [point, points[(i + 1) % count] as Point]));
  // From west to east, a side is compared with those that begin before it ends.
  const eastward = sides.toSorted((a, b) => a.west - b.west);
  for (const [at, one] of eastward.entries()) {
    for (let next = at + 1; next < count; next++) {
      const other = eastward[next] as NumberedSide;
      if (other.west > one.east) break;
      if (other.south > one.north || one.south > other.north) continue;
      const [first, second] = one.at < other.at ? [one, other] : [other, one];
      const areNeighbours = second.at === first.at + 1 || (first.at === 0 && second.at === count - 1);
      if (crossing(first.segment, second.segment, areNeighbours))
        return { code: "fenceCrossesItself", sides: [first.at + 1, second.at + 1] };
    }
  }
  return areaOf(points) === 0 ? { code: "fenceEmpty" } : undefined;
}

interface NumberedSide {
  readonly at: number;
  readonly segment: Segment;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

const sideOf = (at: number, [a, b]: Segment): NumberedSide => ({
  at,
  segment: [a, b],
  west: Math.min(a.x, b.x),
  east: Math.max(a.x, b.x),
  south: Math.min(a.y, b.y),
  north: Math.max(a.y, b.y),
});

function areaOf(points: readonly Point[]): number {
  let before = points.at(-1);
  let sum = 0;
  for (const point of points) {
    if (before) sum += before.x * point.y - point.x * before.y;
    before = point;
  }
  return Math.abs(sum) / 2;
}
