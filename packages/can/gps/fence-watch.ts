import type { Fence } from "./fence.ts";
import { crossesFence, distanceFromFence } from "./fence-area.ts";
import { isPoor, isZeroIsland, stepOf, type TimedPosition } from "./track-judge.ts";

/** `passed`: outside before and after, and the way between goes through the fence. */
export type FenceEventKind = "enter" | "exit" | "passed" | "alreadyOutside";

export interface FenceEvent {
  readonly kind: FenceEventKind;
  /** When the device was first seen on the new side; positions after it confirmed it. */
  readonly atUs: number;
}

type Side = "inside" | "outside";

/** What is known of one device and one fence: plain data, kept between positions. */
export interface FenceState {
  /** Null: no usable position yet. */
  readonly side: Side | null;
  /** Since when the device is seen on the other side. */
  readonly pendingUs: number | null;
  readonly last: TimedPosition | null;
}

export const UNKNOWN_FENCE_STATE: FenceState = { side: null, pendingUs: null, last: null };

/** GPS-03: the other side counts after this time on it. */
export const DWELL_US = 30_000_000;
const MIN_MARGIN_M = 20;
const MARGIN_SHARE = 0.1;

/** GPS-03: leaving counts beyond this distance from the border, so that jitter on it is no alarm. */
export function exitMarginM(fence: Fence): number {
  if (fence.kind === "circle") return Math.max(MIN_MARGIN_M, fence.radiusM * MARGIN_SHARE);
  return fence.kind === "corridor" ? Math.max(MIN_MARGIN_M, fence.halfWidthM * MARGIN_SHARE) : MIN_MARGIN_M;
}

interface Watched {
  readonly state: FenceState;
  readonly event?: FenceEvent;
}

/** The state after one more position. Poor positions, those without a fix and those that come late change nothing. */
export function watchFence(fence: Fence, state: FenceState, position: TimedPosition, dwellUs = DWELL_US): Watched {
  const { last, side } = state;
  if (isZeroIsland(position) || isPoor(position)) return { state };
  if (last && position.timeUs <= last.timeUs) return { state };
  const distance = distanceFromFence(fence, position);
  if (side === null) return first(distance, position);
  const seen = sideAt(distance, side, exitMarginM(fence));
  if (seen !== side) return turning(state, seen, position, dwellUs);
  const settled = { side, pendingUs: null, last: position };
  const isPassed = side === "outside" && last && state.pendingUs === null && hasPassed(fence, last, position, dwellUs);
  return isPassed ? { state: settled, event: { kind: "passed", atUs: position.timeUs } } : { state: settled };
}

/** Between the border and the margin a device stays where it was. */
function sideAt(distance: number, side: Side, marginM: number): Side {
  if (distance <= 0) return "inside";
  return distance > marginM ? "outside" : side;
}

function first(distance: number, position: TimedPosition): Watched {
  if (distance <= 0) return { state: { side: "inside", pendingUs: null, last: position } };
  const state: FenceState = { side: "outside", pendingUs: null, last: position };
  return { state, event: { kind: "alreadyOutside", atUs: position.timeUs } };
}

function turning(state: FenceState, seen: Side, position: TimedPosition, dwellUs: number): Watched {
  const sinceUs = state.pendingUs ?? position.timeUs;
  if (position.timeUs - sinceUs < dwellUs) return { state: { ...state, pendingUs: sinceUs, last: position } };
  const event = { kind: seen === "inside" ? "enter" : "exit", atUs: sinceUs } as const;
  return { state: { side: seen, pendingUs: null, last: position }, event };
}

/** Positions closer in time would have shown a stay that counts; over a gap or a jump the way is not known. */
function hasPassed(fence: Fence, from: TimedPosition, to: TimedPosition, dwellUs: number): boolean {
  return to.timeUs - from.timeUs >= dwellUs && stepOf(from, to) === "joined" && crossesFence(fence, from, to);
}
