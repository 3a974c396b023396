import type { KnownSet } from "../landing/known-set.ts";
import { channelsOf, countDays, type DayCount, spanOf, type TimeSpan } from "./batch-span.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { type ClockProblem, clockProblem } from "./ingest-clock.ts";

/** Day under which quarantined batches are counted. */
export const QUARANTINE_DAY = -1;

/** An epoch with more holes is not a terminal's; its sets must not cost the other terminals. */
const MOST_RANGES = 20_000;

/** Terminals draw epochs of 32 bits; those of the server lie above: epoch + n × 2^32. */
const OWN_EPOCHS = 2 ** 32;
/**
 * Starts of a terminal that have one epoch: some are weeks of a terminal which always draws the same. One whose every
 * batch looks like another start does not count its sequences, and must not make a set of each.
 */
export const MOST_STARTS = 256;

/** Facts of a batch that need no lookup. */
export interface Plan {
  readonly span: TimeSpan;
  readonly clock: ClockProblem | undefined;
  readonly days: readonly DayCount[];
  readonly bytes: number;
  /** Ascending. */
  readonly channels: Uint8Array;
}

/** Undefined for a batch without frames: there is nothing to store. */
export function planBatch({ frames }: IncomingBatch, nowMs: number): Plan | undefined {
  const span = spanOf(frames);
  if (span === undefined) return undefined;
  const clock = clockProblem(span, nowMs);
  const counted = countDays(frames, span);
  const bytes = counted.reduce((sum, day) => sum + day.bytes, 0);
  const days = clock === undefined ? counted : [{ day: QUARANTINE_DAY, frames: frames.length, bytes }];
  return { span, clock, days, bytes, channels: channelsOf(frames) };
}

export type Verdict =
  | { readonly kind: "duplicate" }
  | { readonly kind: "refused"; readonly reason: "sequenceGaps" | "epochReused" }
  /** Two boots of a terminal drew one epoch: this one is stored under an epoch of the server's own. */
  | { readonly kind: "collision"; readonly epoch: number }
  | { readonly kind: "new" };

export function judgeBatch(sequence: number, { span, clock }: Plan, set: KnownSet): Verdict {
  if (set.has(sequence)) {
    const isLater = clock === undefined && set.newestUs > 0 && span.firstUs > set.newestUs;
    if (!isLater) return { kind: "duplicate" };
    const epoch = set.epoch + OWN_EPOCHS;
    return epoch < MOST_STARTS * OWN_EPOCHS ? { kind: "collision", epoch } : { kind: "refused", reason: "epochReused" };
  }
  const isHole = set.rangeCount >= MOST_RANGES && !set.has(sequence - 1) && !set.has(sequence + 1);
  return isHole ? { kind: "refused", reason: "sequenceGaps" } : { kind: "new" };
}
