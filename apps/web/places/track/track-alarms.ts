import type { Place } from "@canopy/can/gps/gcj02";
import type { Level } from "../../ui/marks/levels.ts";
import { indexFrom, nearestInTime, placeAt, type TrackLine } from "./track-line.ts";

export interface TrackAlarm {
  readonly id: string;
  readonly atMs: number;
  readonly level: Level;
  /** Of its rule. */
  readonly name: string;
  /** Of a fence alarm, the position that showed it. */
  readonly place: Place | undefined;
}

export interface TrackAlarms {
  /** The newest first. */
  readonly list: readonly TrackAlarm[];
  /** Of all in the range. */
  readonly total: number;
}

export interface PlacedAlarm extends TrackAlarm {
  readonly place: Place;
}

/** Before the first position of a part of the line and after its last one. */
const NEAR_MS = 60_000;

/** Alarms where the device was at that time; those without a position near in time are left out. */
export function placeAlarms(line: TrackLine, alarms: readonly TrackAlarm[]): PlacedAlarm[] {
  const starts = new Set(line.starts);
  return alarms.flatMap((alarm) => {
    const place = alarm.place ?? placeInTime(line, starts, alarm.atMs);
    return place ? [{ ...alarm, place }] : [];
  });
}

/** A thinned line has few positions on straight roads: between two of one part, the nearer one. */
function placeInTime(line: TrackLine, starts: ReadonlySet<number>, atMs: number): Place | undefined {
  const nearest = nearestInTime(line, atMs);
  if (nearest === undefined) return undefined;
  const after = indexFrom(line, atMs);
  const isWithin = after > 0 && after < line.count && !starts.has(after);
  const isNear = Math.abs((line.time[nearest] as number) - atMs) <= NEAR_MS;
  return isWithin || isNear ? placeAt(line, nearest) : undefined;
}
