import type { OverviewRow } from "@canopy/contract/devices/overview";

export const OPERATION_SCENES = ["growth", "capacity", "spread", "desk"] as const;

/** A work order as the screen shows it. */
export interface ScreenOrder {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly sinceMs: number;
}

/** What the page hands over; undefined: not known yet. */
export interface OperationData {
  readonly rows: readonly OverviewRow[] | undefined;
  /** How many work orders are open, and those that wait longest. */
  readonly orders: { readonly open: number; readonly list: readonly ScreenOrder[] } | undefined;
}
