import type { OverviewRow } from "@canopy/contract/devices/overview";

export const OPERATION_SCENES = ["growth", "capacity", "spread", "desk"] as const;

/** A work order as the screen shows it. */
export interface ScreenOrder {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly sinceMs: number;
}

/** A rollout that has not ended. */
export interface ScreenRollout {
  readonly id: string;
  readonly name: string;
  readonly state: "running" | "paused" | "scheduled";
  /** It paused by itself: too many failed. */
  readonly isHalted: boolean;
  /** From 1. */
  readonly wave: number;
  readonly waves: number;
  readonly done: number;
  readonly failed: number;
  readonly devices: number;
}

/** Deliveries to receivers of push rules. */
export interface ScreenPush {
  /** Of the last 24 hours. */
  readonly sent: number;
  readonly waiting: number;
  /** Given up. */
  readonly failed: number;
  readonly month: number;
  readonly monthLimit: number | null;
}

/** What the page hands over; undefined: not known yet. */
export interface OperationData {
  readonly rows: readonly OverviewRow[] | undefined;
  /** How many work orders are open, and those that wait longest. */
  readonly orders: { readonly open: number; readonly list: readonly ScreenOrder[] } | undefined;
  /** Null: the viewer may not see them. */
  readonly rollouts: { readonly count: number; readonly list: readonly ScreenRollout[] } | null | undefined;
  readonly push: ScreenPush | null | undefined;
}
