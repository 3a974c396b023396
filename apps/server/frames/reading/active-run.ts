import { type Plane, type Run, rowAt } from "../segments/run.ts";
import type { DataMask } from "../store/frame-filter.ts";
import type { FramePosition } from "../store/frame-position.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { rowsWithData } from "./run-filter.ts";
import { runOf, type SourceRun } from "./source-run.ts";

/** Which rows of a run take part. */
export interface RowsWanted extends TimeWindow {
  /** Only rows after it. */
  readonly after?: FramePosition | undefined;
  readonly data?: DataMask | undefined;
}

/** A run that takes part, at its next row. */
export interface ActiveRun {
  readonly run: Run;
  next: number;
  /** The first row that does not take part any more. */
  readonly end: number;
}

/** Of a run whose bytes were read; undefined: no row of it takes part. */
export function activeRun(source: SourceRun, { fromUs, toUs, after, data }: RowsWanted): ActiveRun | undefined {
  const run = data === undefined ? runOf(source) : matchingRun(runOf(source), data);
  if (run === undefined) return undefined;
  let next = rowAt(run.timesUs, run.count, fromUs);
  if (after !== undefined)
    while (next < run.count && run.timesUs[next] === after.timeUs && (run.ks?.[next] ?? 0) <= after.k) next += 1;
  const end = rowAt(run.timesUs, run.count, toUs);
  return next < end ? { run, next, end } : undefined;
}

/** The rows with the data that is wanted, as a run of their own. */
function matchingRun(run: Run, data: DataMask): Run | undefined {
  const matches = rowsWithData(run, run.count, (k) => run.planes[k] as Plane, data);
  if (matches === undefined) return undefined;
  const isWanted = (_: number, row: number) => matches[row] === 1;
  const timesUs = run.timesUs.subarray(0, run.count).filter(isWanted);
  return {
    ...run,
    count: timesUs.length,
    timesUs,
    ks: run.ks === null ? null : run.ks.filter(isWanted),
    planes: run.planes.map((plane) => (typeof plane === "number" ? plane : plane.filter(isWanted))),
  };
}
