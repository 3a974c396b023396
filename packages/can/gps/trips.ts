import { distanceM, EARTH_RADIUS_M } from "./position.ts";
import { eastwardDeg, partsOf, type Track } from "./track.ts";

/** GPS-01: a stop is this time within this distance. */
const STOP_US = 180_000_000;
const STOP_RADIUS_M = 200;
/** The next place that is tried as that of a stop is so far or so late: each position is looked at some 20 times at most. */
const STEP_US = STOP_US / 18;
const STEP_M = STOP_RADIUS_M / 10;
/** Over a shorter time the jitter of positions looks like speed. */
const MIN_SPEED_US = 1_000_000;
const RAD = Math.PI / 180;
const KMH_PER_M_PER_US = 3_600_000;

export interface Stop {
  /** Indexes in the track, both included. */
  readonly first: number;
  readonly last: number;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Trip {
  readonly first: number;
  readonly last: number;
  readonly distanceM: number;
  readonly maxSpeedKmh: number;
  readonly meanSpeedKmh: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Journey {
  readonly stops: readonly Stop[];
  readonly trips: readonly Trip[];
  /** Of the trips; the jitter of stops counts no metre. */
  readonly distanceM: number;
  readonly movingUs: number;
  readonly maxSpeedKmh: number;
  readonly meanSpeedKmh: number;
}

/** Stops and trips of a track, in the order of time. A trip ends with a stop or with its part of the line. */
export function journeyOf(track: Track): Journey {
  const stops: Stop[] = [];
  const trips: Trip[] = [];
  for (const part of partsOf(track)) {
    const ofPart = stopsOf(track, part);
    const starts = [part.from, ...ofPart.map(({ last }) => last)];
    const ends = [...ofPart.map(({ first }) => first), part.to - 1];
    for (const [at, first] of starts.entries()) {
      const trip = tripOf(track, first, ends[at] as number);
      if (trip.distanceM >= STOP_RADIUS_M) trips.push(trip);
    }
    stops.push(...ofPart);
  }
  const length = trips.reduce((sum, trip) => sum + trip.distanceM, 0);
  const movingUs = trips.reduce((sum, { first, last }) => sum + timeBetween(track, first, last), 0);
  const maxSpeedKmh = trips.reduce((most, trip) => Math.max(most, trip.maxSpeedKmh), 0);
  return { stops, trips, distanceM: length, movingUs, maxSpeedKmh, meanSpeedKmh: speedOf(length, movingUs) };
}

const timeBetween = ({ timeUs }: Track, from: number, to: number) => (timeUs[to] as number) - (timeUs[from] as number);

const metresBetween = ({ latitude, longitude }: Track, from: number, to: number) =>
  distanceM(
    { latitude: latitude[from] as number, longitude: longitude[from] as number },
    { latitude: latitude[to] as number, longitude: longitude[to] as number },
  );

const speedOf = (metres: number, us: number) => (us > 0 ? (metres / us) * KMH_PER_M_PER_US : 0);

/** As on a plane, which is exact enough within the 200 m of a stop and cheaper. */
function distanceFrom({ latitude, longitude }: Track, anchor: number): (at: number) => number {
  const north = latitude[anchor] as number;
  const east = longitude[anchor] as number;
  const shrink = Math.cos(north * RAD);
  return (at) => {
    const y = ((latitude[at] as number) - north) * RAD;
    const x = eastwardDeg(east, longitude[at] as number) * RAD * shrink;
    return EARTH_RADIUS_M * Math.sqrt(x * x + y * y);
  };
}

function stopsOf(track: Track, { from, to }: Span): Stop[] {
  const stops: Stop[] = [];
  let anchor = from;
  while (anchor < to) {
    let step = to;
    let next = anchor + 1;
    const distanceTo = distanceFrom(track, anchor);
    for (; next < to; next++) {
      const distance = distanceTo(next);
      if (step === to && (distance > STEP_M || timeBetween(track, anchor, next) > STEP_US)) step = next;
      if (distance > STOP_RADIUS_M) break;
    }
    const last = next - 1;
    if (timeBetween(track, anchor, last) >= STOP_US) {
      const [latitude, longitude] = [track.latitude[anchor] as number, track.longitude[anchor] as number];
      stops.push({ first: anchor, last, latitude, longitude });
      anchor = next;
    } else anchor = step;
  }
  return stops;
}

function tripOf(track: Track, first: number, last: number): Trip {
  let length = 0;
  let maxSpeedKmh = 0;
  for (let i = first + 1; i <= last; i++) {
    const step = metresBetween(track, i - 1, i);
    length += step;
    maxSpeedKmh = Math.max(maxSpeedKmh, speedAt(track, i, step));
  }
  return {
    first,
    last,
    distanceM: length,
    maxSpeedKmh,
    meanSpeedKmh: speedOf(length, timeBetween(track, first, last)),
  };
}

/** The receiver's own speed; where it reports none, that from the position before. */
function speedAt(track: Track, at: number, stepM: number): number {
  const reported = track.speedKmh[at] as number;
  if (!Number.isNaN(reported)) return reported;
  const us = timeBetween(track, at - 1, at);
  return us < MIN_SPEED_US ? 0 : speedOf(stepM, us);
}
