import { type Track, TrackBuilder } from "./track.ts";
import type { TimedPosition } from "./track-judge.ts";

export const START_US = Date.UTC(2026, 10, 14, 8) * 1000;
const METRES_PER_DEG = 111_194.93;

/** Metres north and east of a place in Shanghai, seconds after the start. */
export function at(seconds: number, northM: number, eastM = 0, more: Partial<TimedPosition> = {}): TimedPosition {
  const latitude = 31 + northM / METRES_PER_DEG;
  const longitude = 121 + eastM / METRES_PER_DEG / Math.cos((31 * Math.PI) / 180);
  return { timeUs: START_US + seconds * 1_000_000, latitude, longitude, ...more };
}

export function trackOf(positions: Iterable<TimedPosition>): Track {
  const builder = new TrackBuilder();
  for (const position of positions) builder.add(position);
  return builder.finish();
}

/** Northward at this speed, one position a second. */
export function* drive(fromS: number, seconds: number, metresPerS: number, fromM = 0): Generator<TimedPosition> {
  for (let s = 0; s < seconds; s++) yield at(fromS + s, fromM + s * metresPerS);
}

/** Each step is seconds, metres north, metres east. */
export function* walked(steps: Iterable<readonly [number, number, number]>): Generator<TimedPosition> {
  let [seconds, north, east] = [0, 0, 0];
  for (const [s, n, e] of steps) {
    seconds += s;
    north += n;
    east += e;
    yield at(seconds, north, east);
  }
}

/** A sentence with its checksum and line end. */
export function nmeaLine(body: string): string {
  const sum = [...body].reduce((x, char) => x ^ char.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, "0")}\r\n`;
}
