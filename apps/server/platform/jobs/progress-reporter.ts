import type { JobRows } from "./job-definition.ts";
import type { JobProgress } from "./jobs-store.ts";

/** Progress is for people: more often than this would only cost writes. */
const PROGRESS_INTERVAL_MS = 250;

type Report = (progress: JobProgress) => Promise<unknown>;

/** Reports now and then, and every new stage at once; the rate of rows is the mean of the stage. */
export function progressReporter(report: Report, nowMs: () => number = () => performance.now()) {
  let reportedMs = Number.NEGATIVE_INFINITY;
  let stage: string | null = null;
  let first: { done: number; atMs: number } | undefined;
  return async (fraction: number, nextStage?: string, rows?: JobRows): Promise<void> => {
    const atMs = nowMs();
    const isNew = nextStage !== undefined && nextStage !== stage;
    if (isNew) first = undefined;
    if (rows && (first === undefined || rows.done < first.done)) first = { done: rows.done, atMs };
    if (!isNew && atMs - reportedMs < PROGRESS_INTERVAL_MS) return;
    reportedMs = atMs;
    stage = nextStage ?? stage;
    const tookMs = first === undefined ? 0 : atMs - first.atMs;
    await report({
      progress: Math.min(1, Math.max(0, fraction)),
      stage,
      done_rows: rows?.done ?? null,
      all_rows: rows?.all ?? null,
      rows_per_second: rows && first && tookMs > 0 ? ((rows.done - first.done) / tookMs) * 1000 : null,
    });
  };
}
