import type { Place } from "./gcj02.ts";
import { EARTH_RADIUS_M } from "./position.ts";
import { eastwardDeg } from "./track.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Segment = readonly [Point, Point];

export const METRES_PER_DEG = (EARTH_RADIUS_M * Math.PI) / 180;

/**
 * Metres east and north of an origin. Right near the origin; far from it as on a map, where sides of fences are straight.
 * Longitudes are followed from place to place: one across the date line stays whole.
 */
export function flattened(places: readonly Place[], origin: Place): Point[] {
  const shrink = Math.cos((origin.latitude * Math.PI) / 180);
  let at = origin.longitude;
  return places.map(({ latitude, longitude }) => {
    at += eastwardDeg(at, longitude);
    return {
      x: (at - origin.longitude) * METRES_PER_DEG * shrink,
      y: (latitude - origin.latitude) * METRES_PER_DEG,
    };
  });
}

export function distanceToSegment(point: Point, [from, to]: Segment): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = x * x + y * y;
  const along = length === 0 ? 0 : ((point.x - from.x) * x + (point.y - from.y) * y) / length;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - share * x, point.y - from.y - share * y);
}

/** On which side of the line from `a` to `b`: 1, -1, or 0 on it. */
const sideOf = (a: Point, b: Point, point: Point): number =>
  Math.sign((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x));

/** Whether a point that is on the line of a segment is on the segment. */
const isWithin = ([from, to]: Segment, { x, y }: Point): boolean =>
  x >= Math.min(from.x, to.x) &&
  x <= Math.max(from.x, to.x) &&
  y >= Math.min(from.y, to.y) &&
  y <= Math.max(from.y, to.y);

/** Whether two segments meet. Neighbours share the end of one and the start of the other, which is no meeting. */
export function crossing(one: Segment, other: Segment, areNeighbours = false): boolean {
  if (areNeighbours) return foldsBack(one, other);
  const [a, b] = one;
  const [c, d] = other;
  const sides = [sideOf(c, d, a), sideOf(c, d, b), sideOf(a, b, c), sideOf(a, b, d)] as const;
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return true;
  return (
    (sides[0] === 0 && isWithin(other, a)) ||
    (sides[1] === 0 && isWithin(other, b)) ||
    (sides[2] === 0 && isWithin(one, c)) ||
    (sides[3] === 0 && isWithin(one, d))
  );
}

/** The second of two neighbours runs back over the first, or has no length. */
function foldsBack([a, b]: Segment, [c, d]: Segment): boolean {
  const [shared, first, second] = b.x === c.x && b.y === c.y ? [b, a, d] : [a, b, c];
  if (sideOf(first, shared, second) !== 0) return false;
  return (first.x - shared.x) * (second.x - shared.x) + (first.y - shared.y) * (second.y - shared.y) >= 0;
}

export function segmentDistance(one: Segment, other: Segment): number {
  if (crossing(one, other)) return 0;
  const [a, b] = one;
  const [c, d] = other;
  return Math.min(
    distanceToSegment(a, other),
    distanceToSegment(b, other),
    distanceToSegment(c, one),
    distanceToSegment(d, one),
  );
}

/** The origin of the plane is the asked point: a ray from it to the east meets the border an odd number of times. */
export function isOriginInside(corners: readonly Point[]): boolean {
  let isInside = false;
  let before = corners.at(-1);
  for (const corner of corners) {
    if (before && corner.y > 0 !== before.y > 0) {
      const x = before.x + ((corner.x - before.x) * -before.y) / (corner.y - before.y);
      if (x > 0) isInside = !isInside;
    }
    before = corner;
  }
  return isInside;
}
