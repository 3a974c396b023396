import { type Fence, rectangleCorners } from "./fence.ts";
import type { Place } from "./gcj02.ts";
import {
  crossing,
  distanceToSegment,
  flattened,
  isOriginInside,
  type Point,
  type Segment,
  segmentDistance,
} from "./plane.ts";
import { distanceM } from "./position.ts";

const ORIGIN: Point = { x: 0, y: 0 };

/** Metres from the border: negative inside, zero on it. */
export function distanceFromFence(fence: Fence, place: Place): number {
  if (fence.kind === "circle") return distanceM(fence.centre, place) - fence.radiusM;
  if (fence.kind === "corridor") {
    const sides = openSides(flattened(fence.path, place));
    return nearest(sides) - fence.halfWidthM;
  }
  let isInside = false;
  let distance = Number.POSITIVE_INFINITY;
  for (const ring of ringsOf(fence)) {
    const corners = flattened(ring, place);
    distance = Math.min(distance, nearest(closedSides(corners)));
    if (isOriginInside(corners)) isInside = !isInside;
  }
  return isInside ? -distance : distance;
}

export const isInFence = (fence: Fence, place: Place): boolean => distanceFromFence(fence, place) <= 0;

/** Whether the straight way between two places touches the area. */
export function crossesFence(fence: Fence, from: Place, to: Place): boolean {
  if (isInFence(fence, from) || isInFence(fence, to)) return true;
  if (fence.kind === "circle")
    return distanceToSegment(ORIGIN, flattened([from, to], fence.centre) as [Point, Point]) <= fence.radiusM;
  const way = flattened([from, to], from) as [Point, Point];
  if (fence.kind === "corridor") {
    const sides = openSides(flattened(fence.path, from));
    return sides.some((side) => segmentDistance(side, way) <= fence.halfWidthM);
  }
  return ringsOf(fence).some((ring) => closedSides(flattened(ring, from)).some((side) => crossing(side, way)));
}

/** The closed lines around an area that has corners. */
export function ringsOf(fence: Fence & { kind: "polygon" | "rectangle" | "region" }): readonly (readonly Place[])[] {
  if (fence.kind === "region") return fence.rings;
  return [fence.kind === "polygon" ? fence.corners : rectangleCorners(fence)];
}

const nearest = (sides: readonly Segment[]): number =>
  sides.reduce((least, side) => Math.min(least, distanceToSegment(ORIGIN, side)), Number.POSITIVE_INFINITY);

const openSides = (points: readonly Point[]): Segment[] =>
  points.slice(1).map((point, at): Segment => [points[at] as Point, point]);

const closedSides = (points: readonly Point[]): Segment[] =>
  points.map((point, at): Segment => [point, points[(at + 1) % points.length] as Point]);
