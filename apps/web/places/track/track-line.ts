import { distanceM } from "@canopy/can/gps/position";
import { eastwardDeg } from "@canopy/can/gps/track";
import type { TrackAnswer } from "@canopy/contract/places/tracks";

/** The drawn positions of a track as columns; NaN: not known. */
export interface TrackLine {
  readonly count: number;
  /** Epoch milliseconds, ascending. */
  readonly time: Float64Array;
  readonly latitude: Float64Array;
  /** Goes on beyond 180 where the line crosses the date line. */
  readonly longitude: Float64Array;
  readonly speedKmh: Float64Array;
  readonly course: Float64Array;
  /** Index of the first position of each part; parts are not joined. */
  readonly starts: readonly number[];
}

export function lineOf(parts: TrackAnswer["parts"]): TrackLine {
  const count = parts.reduce((sum, { time }) => sum + time.length, 0);
  const column = () => new Float64Array(count);
  const line = { count, time: column(), latitude: column(), longitude: column(), speedKmh: column(), course: column() };
  const starts: number[] = [];
  let at = 0;
  let east = parts[0]?.longitude[0] ?? 0;
  for (const part of parts) {
    if (part.time.length > 0) starts.push(at);
    for (let i = 0; i < part.time.length; i++, at++) {
      east += eastwardDeg(east, part.longitude[i] as number);
      line.time[at] = part.time[i] as number;
      line.latitude[at] = part.latitude[i] as number;
      line.longitude[at] = east;
      line.speedKmh[at] = part.speed_kmh[i] ?? Number.NaN;
      line.course[at] = part.course[i] ?? Number.NaN;
    }
  }
  return { ...line, starts };
}

/** From its first to behind its last position. */
export function partsOf({ starts, count }: TrackLine): { from: number; to: number }[] {
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? count }));
}

/** The first index whose time is at or after it; `count` where there is none. */
export function indexFrom({ time, count }: TrackLine, atMs: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((time[middle] as number) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The stored position nearest in time, never one between; undefined for an empty line. */
export function nearestInTime(line: TrackLine, atMs: number): number | undefined {
  if (line.count === 0) return undefined;
  const after = Math.min(indexFrom(line, atMs), line.count - 1);
  const before = Math.max(0, after - 1);
  return atMs - (line.time[before] as number) < (line.time[after] as number) - atMs ? before : after;
}

export interface Stretch {
  readonly distanceM: number;
  readonly durationMs: number;
  /** Null where no time passes. */
  readonly meanSpeedKmh: number | null;
}

/** Between two moments, along the line; what lies between two parts counts no metre. */
export function stretchBetween(line: TrackLine, oneMs: number, otherMs: number): Stretch {
  const [fromMs, toMs] = oneMs < otherMs ? [oneMs, otherMs] : [otherMs, oneMs];
  const starts = new Set(line.starts);
  const end = Math.min(line.count, indexFrom(line, toMs + 1));
  let metres = 0;
  for (let i = indexFrom(line, fromMs) + 1; i < end; i++)
    if (!starts.has(i)) metres += distanceM(placeAt(line, i - 1), placeAt(line, i));
  const durationMs = toMs - fromMs;
  return { distanceM: metres, durationMs, meanSpeedKmh: durationMs > 0 ? (metres / durationMs) * 3600 : null };
}

export const placeAt = ({ latitude, longitude }: TrackLine, index: number) => ({
  latitude: latitude[index] as number,
  longitude: longitude[index] as number,
});
