import type { Fence } from "./fence.ts";
import { ringsOf } from "./fence-area.ts";
import type { Place } from "./gcj02.ts";
import { METRES_PER_DEG } from "./plane.ts";
import { EARTH_RADIUS_M } from "./position.ts";
import { eastwardDeg } from "./track.ts";

const CIRCLE_STEP_DEG = 5;
const RAD = Math.PI / 180;
const DATE_LINE = 180;

/** Longitudes run on past the date line: a box or a ring is one piece wherever it lies. */
export interface FenceBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Where one comes to from a place. */
export function destination({ latitude, longitude }: Place, bearingDeg: number, metres: number): Place {
  const [lat, bearing, arc] = [latitude * RAD, bearingDeg * RAD, metres / EARTH_RADIUS_M];
  const to = Math.asin(Math.sin(lat) * Math.cos(arc) + Math.cos(lat) * Math.sin(arc) * Math.cos(bearing));
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(arc) * Math.cos(lat),
    Math.cos(arc) - Math.sin(lat) * Math.sin(to),
  );
  return { latitude: to / RAD, longitude: longitude + east / RAD };
}

/** The border as rings to draw, `growM` outside of it; corners of polygons stay corners. */
export function outlineOf(fence: Fence, growM = 0): Place[][] {
  if (fence.kind === "circle") return [arc(fence.centre, fence.radiusM + growM, 0, 360 - CIRCLE_STEP_DEG)];
  if (fence.kind === "corridor") return [corridorOutline(continuous(fence.path), fence.halfWidthM + growM)];
  const rings = ringsOf(fence).map(continuous);
  return growM === 0 ? rings : rings.map((ring) => grown(ring, growM));
}

export function fenceBox(fence: Fence, growM = 0): FenceBox {
  if (fence.kind === "circle") return around([fence.centre], fence.radiusM + growM);
  if (fence.kind === "corridor") return around(continuous(fence.path), fence.halfWidthM + growM);
  const boxes = ringsOf(fence).map((ring) => around(continuous(ring), growM));
  const first = boxes[0]?.west ?? 0;
  return boxes
    .map((box) => shifted(box, first + eastwardDeg(first, box.west) - box.west))
    .reduce((a, b) => ({
      south: Math.min(a.south, b.south),
      north: Math.max(a.north, b.north),
      west: Math.min(a.west, b.west),
      east: Math.max(a.east, b.east),
    }));
}

/** A ring in the parts that lie on one side of the date line, each with longitudes from -180 to 180. */
export function cutAtDateLine(ring: readonly Place[]): Place[][] {
  return [-360, 0, 360]
    .map((turn) => {
      const moved = ring.map(({ latitude, longitude }) => ({ latitude, longitude: longitude + turn }));
      return clipped(clipped(moved, -DATE_LINE, 1), DATE_LINE, -1);
    })
    .filter((part) => part.length >= 3);
}

function continuous(places: readonly Place[]): Place[] {
  let at = places[0]?.longitude ?? 0;
  return places.map(({ latitude, longitude }) => {
    at += eastwardDeg(at, longitude);
    return { latitude, longitude: at };
  });
}

function around(places: readonly Place[], metres: number): FenceBox {
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  const south = Math.min(...latitudes) - metres / METRES_PER_DEG;
  const north = Math.max(...latitudes) + metres / METRES_PER_DEG;
  // A degree of longitude is shortest at the latitude nearest to a pole.
  const shrink = Math.cos(Math.min(89.9, Math.max(Math.abs(south), Math.abs(north))) * RAD);
  const wide = metres / METRES_PER_DEG / shrink;
  return { south, north, west: Math.min(...longitudes) - wide, east: Math.max(...longitudes) + wide };
}

const shifted = (box: FenceBox, byDeg: number): FenceBox => ({
  ...box,
  west: box.west + byDeg,
  east: box.east + byDeg,
});

/** Clockwise. */
function arc(centre: Place, metres: number, fromDeg: number, toDeg: number): Place[] {
  const steps = Math.max(1, Math.ceil((toDeg - fromDeg) / CIRCLE_STEP_DEG));
  return Array.from({ length: steps + 1 }, (_, i) =>
    destination(centre, fromDeg + ((toDeg - fromDeg) * i) / steps, metres),
  );
}

const bearingDeg = (from: Place, to: Place): number => {
  const shrink = Math.cos(((from.latitude + to.latitude) / 2) * RAD);
  return Math.atan2((to.longitude - from.longitude) * shrink, to.latitude - from.latitude) / RAD;
};

/** Along one side and back along the other, round at the ends and at outer bends. */
function corridorOutline(path: readonly Place[], metres: number): Place[] {
  return [...besideOf(path, metres), ...besideOf(path.toReversed(), metres)];
}

function besideOf(path: readonly Place[], metres: number): Place[] {
  const beside: Place[] = [];
  for (const [i, from] of path.entries()) {
    const to = path[i + 1];
    const before = path[i - 1];
    if (to === undefined) {
      if (before) beside.push(...arc(from, metres, bearingDeg(before, from) - 90, bearingDeg(before, from) + 90));
      continue;
    }
    const next = bearingDeg(from, to) - 90;
    const turn = before ? eastwardDeg(bearingDeg(before, from), bearingDeg(from, to)) : 0;
    beside.push(...(turn > 0 ? arc(from, metres, next - turn, next) : [destination(from, next, metres)]));
  }
  return beside;
}

/** Each side moved out, round at outer corners. */
function grown(ring: readonly Place[], metres: number): Place[] {
  const clockwise = isCounterClockwise(ring) ? ring.toReversed() : ring;
  return clockwise.flatMap((corner, i) => {
    const before = clockwise.at(i - 1) ?? corner;
    const after = clockwise[(i + 1) % clockwise.length] ?? corner;
    const [into, out] = [bearingDeg(before, corner), bearingDeg(corner, after)];
    const turn = eastwardDeg(into, out);
    return turn > 0 ? arc(corner, metres, into - 90, into - 90 + turn) : [destination(corner, out - 90, metres)];
  });
}

export function isCounterClockwise(ring: readonly Place[]): boolean {
  let sum = 0;
  let before = ring.at(-1);
  for (const corner of ring) {
    if (before) sum += before.longitude * corner.latitude - corner.longitude * before.latitude;
    before = corner;
  }
  return sum > 0;
}

/** The part of a ring on one side of a meridian: to the east where `side` is 1. */
function clipped(ring: readonly Place[], meridian: number, side: 1 | -1): Place[] {
  const kept: Place[] = [];
  let before = ring.at(-1);
  for (const corner of ring) {
    const [was, is] = [before, corner].map((place) => place !== undefined && side * (place.longitude - meridian) >= 0);
    if (before && was !== is) {
      const share = (meridian - before.longitude) / (corner.longitude - before.longitude);
      kept.push({
        latitude: before.latitude + share * (corner.latitude - before.latitude),
        longitude: meridian,
      });
    }
    if (is) kept.push(corner);
    before = corner;
  }
  return kept;
}
