import type { Fence } from "./fence.ts";
import { isInFence } from "./fence-area.ts";
import { cutAtDateLine, isCounterClockwise, outlineOf } from "./fence-outline.ts";
import type { Place } from "./gcj02.ts";

export interface NamedFence {
  readonly name: string;
  readonly region: string;
  readonly fence: Fence;
}

/** About a centimetre. */
const DECIMALS = 7;

/** GPS-02: fences as a GeoJSON file (RFC 7946); a circle is a ring of 72 places, a corridor its line. */
export function writeGeoJson(fences: readonly NamedFence[]): string {
  return `${JSON.stringify({ type: "FeatureCollection", features: fences.map(featureOf) }, null, 1)}\n`;
}

function featureOf({ name, region, fence }: NamedFence) {
  return {
    type: "Feature",
    properties: { name, region, ...propertiesOf(fence) },
    geometry: geometryOf(fence),
  };
}

function propertiesOf(fence: Fence): Record<string, unknown> {
  if (fence.kind === "circle") return { kind: fence.kind, centre: placeOf(fence.centre), radius_m: fence.radiusM };
  return fence.kind === "corridor" ? { kind: fence.kind, half_width_m: fence.halfWidthM } : { kind: fence.kind };
}

function geometryOf(fence: Fence) {
  if (fence.kind === "corridor") return { type: "LineString", coordinates: fence.path.map(placeOf) };
  const polygons = outlineOf(fence)
    .filter((_, at, rings) => !isHole(rings, at))
    .flatMap((ring) => polygonsOf(ring, holesIn(fence, ring)));
  const [only] = polygons;
  if (polygons.length === 1 && only) return { type: "Polygon", coordinates: only };
  return { type: "MultiPolygon", coordinates: polygons };
}

/** Holes go with the part of their side of the date line. */
function polygonsOf(outer: readonly Place[], holes: readonly (readonly Place[])[]) {
  return cutAtDateLine(outer).map((part) => {
    const inner = holes.flatMap(cutAtDateLine).filter((hole) => isWithin(hole, part));
    return [closedRing(part, true), ...inner.map((hole) => closedRing(hole, false))];
  });
}

const isWithin = (ring: readonly Place[], corners: readonly Place[]): boolean => {
  const [first] = ring;
  return first !== undefined && isInFence({ kind: "polygon", corners }, first);
};

/** A ring inside an odd number of others. */
const isHole = (rings: readonly (readonly Place[])[], at: number): boolean =>
  rings.filter((other, i) => i !== at && isWithin(rings[at] ?? [], other)).length % 2 === 1;

function holesIn(fence: Fence, outer: readonly Place[]): Place[][] {
  if (fence.kind !== "region") return [];
  return outlineOf(fence).filter((ring, at, rings) => isHole(rings, at) && isWithin(ring, outer));
}

/** RFC 7946: outer rings counter-clockwise, holes clockwise, the first place again as the last. */
function closedRing(ring: readonly Place[], isOuter: boolean): [number, number][] {
  const turned = isCounterClockwise(ring) === isOuter ? ring : ring.toReversed();
  return [...turned, ...turned.slice(0, 1)].map(placeOf);
}

const placeOf = ({ latitude, longitude }: Place): [number, number] => [rounded(longitude), rounded(latitude)];
const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
