import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { DataPoint } from "@canopy/contract/device-link/points";
import type { PlaceWrite, PositionRow } from "../../landing/position-write.ts";
import type { EachBinding } from "../each-binding.ts";
import type { DeleteRange, Expiry } from "../frame-store.ts";
import type { TimeWindow } from "../time-window.ts";

/** A position as it is read; times in epoch milliseconds. */
export interface StoredPosition {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude_m: number | null;
  readonly speed_kmh: number | null;
  readonly course: number | null;
  readonly satellites: number | null;
  readonly hdop: number | null;
}

export interface StoredPoint {
  readonly group: string;
  readonly time: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface PointQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly group: string;
}

export interface PositionQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly limit: number;
}

/** Of one field in one pixel: the numbers of its points, yes and no as 1 and 0. */
export interface PointPixel {
  readonly at: number;
  readonly min: number;
  readonly max: number;
  readonly last: number;
  /** Of the last, epoch milliseconds. */
  readonly time: number;
}

export type ExpiringBinding = Pick<Expiry, "bindingNumber" | "keep">;

/** DEV-04: reported values of a type's fields, and positions. A repeated one replaces the first. */
export interface PointStore {
  addPositions(rows: readonly PositionRow[]): Promise<void>;
  /** GPS-01: positions of a file, in the order of time; those that are there stay. Gives how many were not there. */
  importPositions(bindingNumber: number, positions: readonly GpsPosition[]): Promise<number>;
  /** GPS-03: with the states of rules on fences; gives the watched bindings that were stored. */
  landPositions(rows: readonly PositionRow[], write: PlaceWrite): Promise<ReadonlySet<number>>;
  addPoints(rows: readonly { readonly bindingNumber: number; readonly point: DataPoint }[]): Promise<void>;
  newestPosition(bindingNumber: number): Promise<StoredPosition | null>;
  /** GPS-04: by binding, the newest position with a fix among the last thousand. */
  newestPlaces(bindings: readonly number[]): Promise<ReadonlyMap<number, StoredPosition>>;
  /** Oldest first; the next page begins a millisecond after the last. */
  positions(query: PositionQuery): Promise<StoredPosition[]>;
  /** Of each data group the newest. */
  newestPoints(bindingNumber: number): Promise<StoredPoint[]>;
  /** Newest first. */
  page(query: PointQuery & { readonly limit: number }): Promise<StoredPoint[]>;
  count(query: PointQuery): Promise<number>;
  pixels(query: PointQuery & { readonly field: string; readonly pixelUs: number }): Promise<PointPixel[]>;
  /** DAT-04: positions and points of a window, counted up to `most`. */
  countRange(bindingNumber: number, window: TimeWindow, most: number): Promise<number>;
  /** DAT-04: deletes positions and points of a window; gives how many went. */
  deleteRange(range: Omit<DeleteRange, "channels">, signal?: AbortSignal): Promise<number>;
  /** All, or all outside these windows. */
  drop(bindingNumber: number, keep?: readonly TimeWindow[], signal?: AbortSignal): Promise<void>;
  /**
   * DAT-06: deletes older points of these bindings, and positions that are older and were stored before, too; what is
   * pinned stays. What one binding cannot do keeps no other: the first fault is thrown in the end.
   */
  expire(bindings: readonly ExpiringBinding[], beforeUs: number, going?: EachBinding): Promise<void>;
}
