import type { OverviewRow } from "@canopy/contract/devices/overview";
import type { LivePlace } from "@canopy/contract/frames/live-places";
import type { Level } from "../../ui/marks/levels.ts";

/** GPS-04: an older position of a device that is online is drawn grey. */
const STALE_MS = 10_000;
/** Slower than this a receiver's course is noise. */
const MOVING_KMH = 2;

/** Of a device: how many alarms are open, and the highest level among them. */
export interface OpenAlarms {
  readonly level: Level;
  readonly count: number;
}

/** A device of the list with what the map shows of it. */
export interface FleetDevice {
  readonly row: OverviewRow;
  readonly online: boolean;
  /** Undefined: it never had a position. */
  readonly place: LivePlace | undefined;
  readonly alarms: OpenAlarms | undefined;
}

export type PlacedDevice = FleetDevice & { readonly place: LivePlace };
export const isPlaced = (device: FleetDevice): device is PlacedDevice => device.place !== undefined;

export type PlaceState = "live" | "stale" | "offline";

export function stateOf({ online, place }: PlacedDevice, serverMs: number): PlaceState {
  if (!online) return "offline";
  return serverMs - place.time > STALE_MS ? "stale" : "live";
}

/** Degrees clockwise from north; null: it stands, or its course is not known. */
export function headingOf({ speedKmh, course }: Pick<LivePlace, "speedKmh" | "course">): number | null {
  return course === null || (speedKmh !== null && speedKmh < MOVING_KMH) ? null : course;
}
