import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { shiftCb1 } from "@canopy/can/frame/cb1-shift";
import { inflate } from "../dialects/inflate.ts";
import { channelsOf, countDays, type DayCount, spanOf, type TimeSpan } from "../ingest/batch-span.ts";
import { clockProblem } from "../ingest/ingest-clock.ts";
import { arrivalShiftUs, type BatchId, type ClockShift } from "./quarantine.ts";

/** A quarantined batch with its bytes. */
export interface HeldBatch extends BatchId {
  readonly tenantId: string;
  readonly frames: number;
  readonly lastUs: number;
  readonly receivedAtMs: number;
  /** CB1. */
  readonly content: Uint8Array;
}

/** The same batch as history takes it. */
export interface ShiftedBatch extends BatchId, TimeSpan {
  readonly frames: number;
  readonly bytes: number;
  /** Ascending. */
  readonly channels: Uint8Array;
  readonly days: readonly DayCount[];
  /** CB1. */
  readonly body: Uint8Array;
}

export interface ShiftPlan {
  readonly right: readonly ShiftedBatch[];
  readonly stillWrong: readonly HeldBatch[];
}

export function shiftBatches(held: readonly HeldBatch[], shift: ClockShift, nowMs: number): ShiftPlan {
  const right: ShiftedBatch[] = [];
  const stillWrong: HeldBatch[] = [];
  for (const batch of held) {
    const shifted = shiftBatch(batch, shift === "arrival" ? arrivalShiftUs(batch) : shift);
    if (shifted !== undefined && clockProblem(shifted, nowMs) === undefined) right.push(shifted);
    else stillWrong.push(batch);
  }
  return { right, stillWrong };
}

/** Undefined where the shift leads out of the times that a batch can have. */
function shiftBatch({ epoch, sequence, content }: HeldBatch, shiftUs: number): ShiftedBatch | undefined {
  const body = shiftCb1(content, shiftUs);
  const frames = new FrameBatch(512, 4096);
  const span = decodeCb1(body, frames, inflate).ok ? spanOf(frames) : undefined;
  if (span === undefined) return undefined;
  const days = countDays(frames, span);
  const bytes = days.reduce((sum, day) => sum + day.bytes, 0);
  return { epoch, sequence, ...span, frames: frames.length, bytes, channels: channelsOf(frames), days, body };
}
