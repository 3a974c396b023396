import type { RunKey } from "../segments/run.ts";
import { type FrameFilter, passesKey } from "../store/frame-filter.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { countRowsWithData } from "./run-filter.ts";
import type { LandedBatch, SegmentRow } from "./segment-index.ts";
import { runsOf, type SegmentAccess } from "./segment-sources.ts";
import { runsOfLanded } from "./snapshots.ts";
import { loadedParts, memorySource, partsOf, type SourceRun } from "./source-run.ts";

/** The input of a question: everything of a binding in a window. It can be sent to a worker. */
export interface ReadPlan {
  readonly segments: readonly SegmentRow[];
  readonly landed: readonly LandedBatch[];
  /** Of the landed batches, where the index was asked. */
  readonly landedFrames?: number;
}

/** Runs that are read at a time, of one segment. */
const RUNS_AT_ONCE = 64;

/** A loaded run, and its rows `from … to - 1` that lie in the window. */
export interface WindowRows {
  readonly source: SourceRun;
  readonly from: number;
  readonly to: number;
}

/**
 * Every wanted run of a plan: segments in the order of time, the runs of each in theirs, then landed batches. A run is
 * released when the next ones are read. `isRead` may skip runs of segments whose footer says enough.
 */
export async function* eachRun(
  access: SegmentAccess,
  { segments, landed }: ReadPlan,
  window: TimeWindow,
  isWanted: (key: RunKey) => boolean,
  isRead: (run: SourceRun) => boolean = () => true,
): AsyncGenerator<WindowRows, void, undefined> {
  for (const row of segments) {
    const runs = (await runsOf(access, row, window, isWanted)).filter(isRead);
    runs.sort((a, b) => a.firstUs - b.firstUs);
    for await (const part of loadedParts(access.files, runs, RUNS_AT_ONCE))
      for (const source of part) yield rowsInWindow(source, window);
  }
  for (const run of await runsOfLanded(access, landed, segments, window))
    if (isWanted(run)) yield { source: memorySource(run), from: 0, to: run.count };
}

/** Of a loaded run. */
export function rowsInWindow(source: SourceRun, { fromUs, toUs }: TimeWindow): WindowRows {
  // Times are inflated only where the window cuts the run.
  const from = source.firstUs >= fromUs ? 0 : partsOf(source).times.rowAt(fromUs);
  const to = source.lastUs < toUs ? source.count : partsOf(source).times.rowAt(toUs);
  return { source, from, to };
}

/** Rows that pass the conditions beyond the key. */
export function countMatches({ source, from, to }: WindowRows, { data }: FrameFilter): number {
  if (data === undefined) return Math.max(0, to - from);
  return countRowsWithData(source, { from, to }, (k) => partsOf(source).plane(k), data);
}

export const keyFilter =
  (filter: FrameFilter) =>
  (key: RunKey): boolean =>
    passesKey(key, filter);
