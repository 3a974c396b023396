import { FRAME_BYTES } from "./frame-store-columns.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { type ClockProblem, clockProblem } from "./ingest-clock.ts";
import { daysOf, spanOf, type TimeSpan } from "./ingest-days.ts";
import type { DayKey, DaySequences } from "./ingest-sequences.ts";

/** In place of a day: the sequences that are in quarantine, which may look right to a later clock. */
export const QUARANTINE_DAY = -1;

/** Beyond so many holes in a day something else than a terminal counts; what it sends must not cost the others. */
const MOST_RANGES = 20_000;

/** What has to be known of a batch before anything is asked. */
export interface Plan {
  readonly span: TimeSpan;
  readonly clock: ClockProblem | undefined;
  /** The sets that say whether it is a duplicate, the quarantine last. */
  readonly keys: readonly DayKey[];
  readonly bytes: number;
}

/** Undefined for a batch without frames: there is nothing to store. */
export function planBatch(batch: IncomingBatch, nowMs: number): Plan | undefined {
  const { bindingNumber, epoch, frames } = batch;
  const span = spanOf(frames);
  if (span === undefined) return undefined;
  const clock = clockProblem(span, nowMs);
  const days = clock === undefined ? daysOf(frames, span) : [];
  const keys = [...days, QUARANTINE_DAY].map((day) => ({ bindingNumber, epoch, day }));
  return { span, clock, keys, bytes: FRAME_BYTES * frames.length + frames.dataLength };
}

export type Verdict =
  | { readonly kind: "duplicate" }
  | { readonly kind: "tooManyGaps" }
  | { readonly kind: "quarantine"; readonly problem: ClockProblem; readonly sequences: DaySequences }
  /** The days that are missing: of a batch across midnight perhaps only the second. */
  | { readonly kind: "store"; readonly missing: readonly DaySequences[] };

/** `known`: the sets of the plan's keys, in their order. */
export function judgeBatch(sequence: number, plan: Plan, known: readonly DaySequences[]): Verdict {
  const quarantine = known.at(-1);
  if (quarantine === undefined || quarantine.set.has(sequence)) return { kind: "duplicate" };
  if (known.some(({ set }) => set.rangeCount >= MOST_RANGES && !set.has(sequence - 1) && !set.has(sequence + 1)))
    return { kind: "tooManyGaps" };
  if (plan.clock !== undefined) return { kind: "quarantine", problem: plan.clock, sequences: quarantine };
  const missing = known.slice(0, -1).filter(({ set }) => !set.has(sequence));
  return missing.length === 0 ? { kind: "duplicate" } : { kind: "store", missing };
}
