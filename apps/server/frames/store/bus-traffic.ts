import type { Frame } from "@canopy/can/frame/frame";
import type { FrameType } from "./frame-filter.ts";
import type { TimeWindow } from "./time-window.ts";

export interface ChannelQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly channel: number;
}

/** Everything of one identifier on a channel; error frames have no identifier and are one entry. */
export interface IdTraffic {
  readonly id: number;
  readonly isExtended: boolean;
  readonly isError: boolean;
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
  /** Ascending. */
  readonly sizes: readonly number[];
  /** Some of its frames in the order of time. */
  readonly some: readonly Frame[];
}

export interface TrafficQuery extends ChannelQuery {
  /** Frames of each identifier in `some`: those that follow each other from the beginning, or spread over the range. */
  readonly take: { readonly count: number; readonly from: "beginning" | "range" };
  /** Only frames of these types count. Left out: all. */
  readonly types?: readonly FrameType[] | undefined;
}

export interface LoadQuery extends ChannelQuery {
  /** Whole seconds; buckets begin at `fromUs`, which is a whole second. */
  readonly bucketUs: number;
  /** How long a frame of an identifier occupies the bus, by `loadKey`. */
  readonly frameUs: ReadonlyMap<string, number>;
}

export const loadKey = ({ id, isExtended, isError }: Pick<IdTraffic, "id" | "isExtended" | "isError">): string =>
  isError ? "error" : `${id}${isExtended ? "x" : ""}`;

export interface LoadBucket {
  readonly index: number;
  readonly frames: number;
  readonly errors: number;
  /** Microseconds that frames took, in all and in the busiest second. */
  readonly busyUs: number;
  readonly peakUs: number;
  readonly peakAtUs: number;
}
