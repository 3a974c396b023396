import type { Message, Signal } from "@canopy/can/dbc/model";
import type { IdSpans } from "../signal-query.ts";

/** A message on a channel whose signals are kept by second and minute, each under the number of its series. */
export interface KeptMessage {
  readonly bindingNumber: number;
  readonly channel: number;
  readonly message: Message;
  readonly alsoIds?: IdSpans | undefined;
  readonly series: readonly { readonly number: number; readonly signal: Signal }[];
}

export interface KeptDays {
  /** Days with frames. */
  readonly days: number;
  /**
   * Days on which every segment of a finished hour has a body for every series. Frames of the current hour are decoded
   * on read.
   */
  readonly kept: number;
}

/** Values of signals that a strategy keeps ready. A body belongs to one segment and goes with it. */
export interface KeptSignalStore {
  /** Makes the bodies that settled segments of these days lack, newest day first; returns how many segments it did. */
  keep(
    messages: readonly KeptMessage[],
    days: { readonly fromDay: number; readonly onDay?: (done: number, days: number) => Promise<void> },
    signal: AbortSignal,
  ): Promise<number>;
  /** Whether `keep` would find anything to do. */
  isBehind(bindingNumber: number, series: readonly number[], fromDay: number): Promise<boolean>;
  daysOf(bindingNumber: number, series: readonly number[]): Promise<KeptDays>;
  /** The bodies of these series, of every binding. */
  drop(series: readonly number[]): Promise<void>;
}
