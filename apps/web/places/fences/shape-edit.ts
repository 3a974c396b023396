import { destination } from "@canopy/can/gps/fence-outline";
import type { Place } from "@canopy/can/gps/gcj02";
import { distanceM } from "@canopy/can/gps/position";
import { eastwardDeg } from "@canopy/can/gps/track";
import type { FenceKind, FenceShape } from "@canopy/contract/places/fence-shape";

const FIRST_RADIUS_M = 500;
const FIRST_HALF_WIDTH_M = 100;
const LEAST_M = 50;
const MOST_M = 10_000;
/** A decimetre. */
const DECIMALS = 6;

/** A place of the border that can be taken and moved. */
export interface Handle {
  readonly key: string;
  readonly at: Place;
  /** The middle moves the whole, the edge sets the radius. */
  readonly role: "centre" | "edge" | "corner";
  /** From 1. */
  readonly number: number;
}

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
const onGlobe = ({ latitude, longitude }: Place): Place => ({
  latitude: rounded(Math.min(90, Math.max(-90, latitude))),
  longitude: rounded(eastwardDeg(0, longitude)),
});

/** A click on the map: the first makes the shape, later ones add corners or move its middle. */
export function drawnAt(shape: FenceShape | undefined, kind: FenceKind, at: Place): FenceShape | undefined {
  const place = onGlobe(at);
  switch (kind) {
    case "circle":
      return { kind, centre: place, radius_m: shape?.kind === kind ? shape.radius_m : FIRST_RADIUS_M };
    case "rectangle":
      return shape?.kind === kind ? shape : squareAt(place);
    case "polygon":
      return { kind, corners: [...(shape?.kind === kind ? shape.corners : []), place] };
    case "corridor":
      return shape?.kind === kind
        ? { ...shape, path: [...shape.path, place] }
        : { kind, path: [place], half_width_m: FIRST_HALF_WIDTH_M };
    default:
      return shape;
  }
}

function squareAt(place: Place): FenceShape {
  const side = (bearing: number) => onGlobe(destination(place, bearing, FIRST_RADIUS_M));
  const [north, east, south, west] = [side(0), side(90), side(180), side(270)];
  return {
    kind: "rectangle",
    south: south.latitude,
    west: west.longitude,
    north: north.latitude,
    east: east.longitude,
  };
}

export function handlesOf(shape: FenceShape | undefined): Handle[] {
  if (shape === undefined || shape.kind === "region") return [];
  if (shape.kind === "circle") {
    const edge = onGlobe(destination(shape.centre, 90, shape.radius_m));
    return [
      { key: "centre", at: shape.centre, role: "centre", number: 1 },
      { key: "edge", at: edge, role: "edge", number: 1 },
    ];
  }
  return cornersOf(shape).map((at, i) => ({ key: String(i), at, role: "corner", number: i + 1 }));
}

/** Corners of a polygon, places of a corridor, the four of a rectangle from the south-west on. */
export function cornersOf(shape: FenceShape): readonly Place[] {
  if (shape.kind === "polygon") return shape.corners;
  if (shape.kind === "corridor") return shape.path;
  if (shape.kind !== "rectangle") return [];
  const { south, west, north, east } = shape;
  return [
    { latitude: south, longitude: west },
    { latitude: south, longitude: east },
    { latitude: north, longitude: east },
    { latitude: north, longitude: west },
  ];
}

export function withHandle(shape: FenceShape, key: string, to: Place): FenceShape {
  const place = onGlobe(to);
  if (shape.kind === "circle") {
    if (key === "centre") return { ...shape, centre: place };
    const radius = Math.round(distanceM(shape.centre, place));
    return { ...shape, radius_m: Math.min(MOST_M, Math.max(LEAST_M, radius)) };
  }
  const at = Number(key);
  if (shape.kind === "polygon") return { ...shape, corners: shape.corners.with(at, place) };
  if (shape.kind === "corridor") return { ...shape, path: shape.path.with(at, place) };
  if (shape.kind === "region") return shape;
  return {
    ...shape,
    ...(at < 2 ? { south: place.latitude } : { north: place.latitude }),
    ...(at === 0 || at === 3 ? { west: place.longitude } : { east: place.longitude }),
  };
}

/** A corner of a polygon or corridor goes; others have no corners to spare. */
export function withoutHandle(shape: FenceShape, key: string): FenceShape {
  const at = Number(key);
  if (shape.kind === "polygon") return { ...shape, corners: shape.corners.toSpliced(at, 1) };
  return shape.kind === "corridor" ? { ...shape, path: shape.path.toSpliced(at, 1) } : shape;
}

/** One more corner, half way to the next. */
export function withCornerAfter(shape: FenceShape, at: number): FenceShape {
  if (shape.kind !== "polygon" && shape.kind !== "corridor") return shape;
  const corners = cornersOf(shape);
  const [one, other] = [corners[at], corners[(at + 1) % corners.length]];
  if (!one || !other) return shape;
  const between = onGlobe({
    latitude: (one.latitude + other.latitude) / 2,
    longitude: one.longitude + eastwardDeg(one.longitude, other.longitude) / 2,
  });
  const next = corners.toSpliced(at + 1, 0, between);
  return shape.kind === "polygon" ? { ...shape, corners: next } : { ...shape, path: next };
}

const BEARINGS: Readonly<Record<string, number>> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

/** Arrow keys move a place by a metre, with Shift by ten; undefined for other keys. */
export function nudged(at: Place, key: string, isShift: boolean): Place | undefined {
  const bearing = BEARINGS[key];
  return bearing === undefined ? undefined : destination(at, bearing, isShift ? 10 : 1);
}

/** "31.2304, 121.4737": undefined for a text that is no place. */
export function placeOfText(text: string): Place | undefined {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*[,，;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  const [latitude, longitude] = [Number(found?.[1]), Number(found?.[2])];
  if (!found || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
}
