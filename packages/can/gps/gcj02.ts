import { distanceM } from "./position.ts";

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** North, west, south, east. */
type Rectangle = readonly [number, number, number, number];

/** Mainland China in rectangles, and those of its neighbours cut out again; maps elsewhere are WGS-84. */
const INSIDE: readonly Rectangle[] = [
  [49.2204, 79.4462, 42.8899, 96.33],
  [54.1415, 109.6872, 39.3742, 135.0002],
  [42.8899, 73.1246, 29.5297, 124.143255],
  [29.5297, 82.9684, 26.7186, 97.0352],
  [29.5297, 97.0253, 20.414096, 124.367395],
  [20.414096, 107.975793, 17.871542, 111.744104],
];
const OUTSIDE: readonly Rectangle[] = [
  [25.398623, 119.921265, 21.785006, 122.497559],
  [22.284, 101.8652, 20.0988, 106.665],
  [21.5422, 106.4525, 20.4878, 108.051],
  [55.8175, 109.0323, 50.3257, 119.127],
  [55.8175, 127.4568, 49.5574, 137.0227],
  [44.8922, 131.2662, 42.5692, 137.0227],
];

/** Krasovsky 1940, on which GCJ-02 is defined. */
const SEMI_MAJOR_M = 6_378_245;
const ECCENTRICITY_SQUARED = 0.006_693_421_622_965_943;
const CLOSE_ENOUGH_M = 0.01;
const MAX_ROUNDS = 20;

export function isInChina(place: Place): boolean {
  const isIn = ([north, west, south, east]: Rectangle) =>
    place.latitude <= north && place.latitude >= south && place.longitude >= west && place.longitude <= east;
  return INSIDE.some(isIn) && !OUTSIDE.some(isIn);
}

/** A stored place as maps of China show it; elsewhere unchanged. */
export function toGcj02(place: Place): Place {
  return isInChina(place) ? shifted(place) : place;
}

/** A place picked on a map of China, to be stored. */
export function fromGcj02(place: Place): Place {
  if (!isInChina(place)) return place;
  let found = place;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const shown = shifted(found);
    if (distanceM(shown, place) < CLOSE_ENOUGH_M) break;
    found = {
      latitude: found.latitude - shown.latitude + place.latitude,
      longitude: found.longitude - shown.longitude + place.longitude,
    };
  }
  return found;
}

function shifted({ latitude, longitude }: Place): Place {
  const [x, y] = [longitude - 105, latitude - 35];
  const rad = (latitude / 180) * Math.PI;
  const flatness = 1 - ECCENTRICITY_SQUARED * Math.sin(rad) ** 2;
  const root = Math.sqrt(flatness);
  const metresNorth = ((SEMI_MAJOR_M * (1 - ECCENTRICITY_SQUARED)) / (flatness * root)) * Math.PI;
  const metresEast = (SEMI_MAJOR_M / root) * Math.cos(rad) * Math.PI;
  return {
    latitude: latitude + (northing(x, y) * 180) / metresNorth,
    longitude: longitude + (easting(x, y) * 180) / metresEast,
  };
}

const wave = (amplitude: number, angle: number) => (amplitude * Math.sin(angle * Math.PI) * 2) / 3;

const northing = (x: number, y: number): number =>
  -100 +
  2 * x +
  3 * y +
  0.2 * y * y +
  0.1 * x * y +
  0.2 * Math.sqrt(Math.abs(x)) +
  wave(20, 6 * x) +
  wave(20, 2 * x) +
  wave(20, y) +
  wave(40, y / 3) +
  wave(160, y / 12) +
  wave(320, y / 30);

const easting = (x: number, y: number): number =>
  300 +
  x +
  2 * y +
  0.1 * x * x +
  0.1 * x * y +
  0.1 * Math.sqrt(Math.abs(x)) +
  wave(20, 6 * x) +
  wave(20, 2 * x) +
  wave(20, x) +
  wave(40, x / 3) +
  wave(150, x / 12) +
  wave(300, x / 30);
