import type { SegmentRow } from "../reading/segment-index.ts";
import type { SegmentAccess } from "../reading/segment-sources.ts";
import { loadRuns, runOf, type SourceRun } from "../reading/source-run.ts";
import { joinRuns } from "../segments/join-runs.ts";
import type { Run, RunKey } from "../segments/run.ts";
import { runsByWindow, sameKeys } from "../settling/merge-file.ts";
import { HOUR_US } from "../store/time-window.ts";

/** Rows of a row group, about: enough for readers to skip whole ones by time and identifier. */
const GROUP_ROWS = 1_000_000;

/** Divisors of a day, so that a window never crosses midnight. */
const WINDOW_HOURS = [24, 12, 8, 6, 4, 3, 2, 1];

/** Of a day with this number of frames: the longest window that makes one row group. */
export function windowOf(frames: number): number {
  const hours = WINDOW_HOURS.find((length) => (frames * length) / 24 <= GROUP_ROWS) ?? 1;
  return hours * HOUR_US;
}

/**
 * The settled frames of a day, window by window, in each the runs of a key as one, in the order of keys. It does not
 * depend on how the frames are spread over segments.
 */
export async function* windowRuns(
  access: SegmentAccess,
  sources: readonly SegmentRow[],
  windowUs: number,
): AsyncGenerator<Iterable<Run>, void, undefined> {
  for await (const runs of windowSources(access, sources, windowUs)) yield joinedRuns(runs);
}

/** The same as they are stored; their bytes are there until the next window is asked for. */
export async function* windowSources(
  access: SegmentAccess,
  sources: readonly SegmentRow[],
  windowUs: number,
  isWanted?: (key: RunKey) => boolean,
): AsyncGenerator<readonly SourceRun[], void, undefined> {
  for (const runs of await runsByWindow(access, sources, windowUs, isWanted)) {
    await loadRuns(access.files, runs);
    yield runs;
    for (const run of runs) run.parts = undefined;
  }
}

function* joinedRuns(runs: Parameters<typeof sameKeys>[0]): Generator<Run, void, undefined> {
  for (const group of sameKeys(runs)) yield joinRuns(group.map(runOf));
}
