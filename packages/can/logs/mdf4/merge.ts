import type { FrameBatch } from "../../frame/batch.ts";
import type { FrameOutput } from "../frame-output.ts";
import type { Reading } from "./blocks.ts";
import type { Cursor } from "./cursor.ts";

interface Run {
  cursor: Cursor;
  index: number;
}

/** Frames of all data groups by time; at equal times the earlier group comes first. */
export function* mergeCursors(cursors: readonly Cursor[], out: FrameOutput): Reading<void> {
  const runs: Run[] = [];
  for (const cursor of cursors) {
    // A single group fills the outgoing batch itself.
    if (cursors.length === 1) cursor.batch = out.batch;
    yield* cursor.fill();
    if (cursor.batch.length > 0) runs.push({ cursor, index: 0 });
  }
  while (runs.length > 0 && cursors.length === 1) {
    out.flush();
    yield* (runs[0] as Run).cursor.fill();
    if (out.batch.length === 0) return;
  }
  while (runs.length > 0) {
    const k = earliest(runs);
    const run = runs[k] as Run;
    copyRun(run, limitOf(runs, k), out);
    if (run.index < run.cursor.batch.length) continue;
    yield* run.cursor.fill();
    run.index = 0;
    if (run.cursor.batch.length === 0) runs.splice(k, 1);
  }
}

function timeOf(run: Run): number {
  return run.cursor.batch.timeUs[run.index] as number;
}

function earliest(runs: readonly Run[]): number {
  let best = 0;
  for (let k = 1; k < runs.length; k++) if (timeOf(runs[k] as Run) < timeOf(runs[best] as Run)) best = k;
  return best;
}

/** How far run k may go before another one is due. */
function limitOf(runs: readonly Run[], k: number): { before: number; upTo: number } {
  let before = Number.POSITIVE_INFINITY;
  let upTo = Number.POSITIVE_INFINITY;
  for (let other = 0; other < runs.length; other++) {
    if (other < k) before = Math.min(before, timeOf(runs[other] as Run));
    else if (other > k) upTo = Math.min(upTo, timeOf(runs[other] as Run));
  }
  return { before, upTo };
}

/** At least one frame: it was found to be the earliest. */
function copyRun(run: Run, limit: { before: number; upTo: number }, out: FrameOutput): void {
  const from: FrameBatch = run.cursor.batch;
  let i = run.index;
  do {
    out.batch.push(
      from.timeUs[i] as number,
      from.channel[i] as number,
      from.id[i] as number,
      from.flags[i] as number,
      from.size[i] as number,
      from.data,
      from.start[i] as number,
    );
    i++;
    out.flushIfFull();
  } while (i < from.length && (from.timeUs[i] as number) < limit.before && (from.timeUs[i] as number) <= limit.upTo);
  run.index = i;
}
