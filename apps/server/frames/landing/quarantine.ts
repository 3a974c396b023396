import type { ClockProblem } from "../ingest/ingest-clock.ts";

/** A batch among those of its binding. */
export interface BatchId {
  readonly epoch: number;
  readonly sequence: number;
}

export interface QuarantinedBatch extends BatchId {
  readonly reason: ClockProblem;
  readonly frames: number;
  /** As the package counts them. */
  readonly bytes: number;
  /** By the clock of the terminal. */
  readonly firstUs: number;
  readonly lastUs: number;
  /** By ours. */
  readonly receivedAtMs: number;
}

export type QuarantinePosition = Pick<QuarantinedBatch, "epoch" | "sequence" | "receivedAtMs">;

export interface QuarantinePage {
  readonly batches: readonly QuarantinedBatch[];
  /** Undefined: there are no more. */
  readonly next: QuarantinePosition | undefined;
}

export interface QuarantineTotals {
  readonly batches: number;
  readonly frames: number;
  readonly bytes: number;
  /** Undefined: there are none. */
  readonly firstReceivedMs: number | undefined;
}

/** Some batches, or all that had arrived by a time. */
export type WhichBatches = readonly BatchId[] | { readonly receivedByMs: number };

/** Microseconds; `arrival`: each batch by its own `arrivalShiftUs`. */
export type ClockShift = number | "arrival";

export interface BatchCount {
  readonly batches: number;
  readonly frames: number;
}

export interface TakeOverCount extends BatchCount {
  /** Where they are in history; undefined: none was taken over. */
  readonly times: { readonly firstUs: number; readonly lastUs: number } | undefined;
  /** Their times would still be wrong: they stay. */
  readonly left: BatchCount;
}

export interface QuarantineWork {
  readonly signal?: AbortSignal | undefined;
  /** How many batches were looked at so far. */
  readonly onProgress?: (batches: number) => Promise<void>;
}

/** Puts the last frame of a batch at the time of its arrival. */
export const arrivalShiftUs = ({ receivedAtMs, lastUs }: Pick<QuarantinedBatch, "receivedAtMs" | "lastUs">): number =>
  receivedAtMs * 1000 - lastUs;

/** Batches with impossible times: acknowledged and kept, but not part of history until a user decides. */
export interface Quarantine {
  /** Newest arrival first. */
  list(bindingNumber: number, limit: number, after?: QuarantinePosition): Promise<QuarantinePage>;
  totals(bindingNumber: number): Promise<QuarantineTotals>;
  /** Into history, under the same identity. Ends between two groups of batches when its signal aborts. */
  takeOver(
    bindingNumber: number,
    which: WhichBatches,
    shift: ClockShift,
    work?: QuarantineWork,
  ): Promise<TakeOverCount>;
  /** For ever: their sequences stay known, so that nothing comes back. */
  remove(bindingNumber: number, which: WhichBatches, work?: QuarantineWork): Promise<BatchCount>;
}
