import type { Findings } from "@canopy/can/find-signal/find-signal";
import type { FindTarget } from "@canopy/can/find-signal/target";
import type { TimeWindow } from "./time-window.ts";

export interface FindQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly target: FindTarget;
  /** More frames are only counted. */
  readonly mostFrames: number;
}

export type Found = Findings | { readonly tooMany: number };
