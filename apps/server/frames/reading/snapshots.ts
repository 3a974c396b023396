import type { Run } from "../segments/run.ts";
import { cutToWindow } from "../settling/landed-runs.ts";
import { numberBehindSettled } from "../settling/tie-numbers.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { damageOf, MissingFile } from "./footer-cache.ts";
import { type LandedBatch, type LandedRow, type SegmentRow, SnapshotGone } from "./segment-index.ts";
import type { SegmentAccess } from "./segment-sources.ts";

/** Merging and settling change the index every few minutes at most: more would be a fault of ours. */
const MOST_ATTEMPTS = 10;

/**
 * Does work on a snapshot of the index, and again on a new one where the snapshot is gone. A file that is still named
 * by the new one is missing for good.
 */
export async function onSnapshot<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const missing = new Set<number>();
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SnapshotGone)) throw error;
      if (error instanceof MissingFile) {
        if (missing.has(error.row.id)) throw damageOf(error.row, error.message);
        missing.add(error.row.id);
      }
      if (attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** A part of a range with the landed batches that lie in it. */
export interface LandedWindow extends TimeWindow {
  readonly rows: readonly LandedRow[];
}

/** Bodies that are read and held together: those of terminals, and fewer where one has thousands of frames. */
export interface WindowBounds {
  readonly rows: number;
  readonly frames: number;
}

/** A page ends within a few batches. */
export const PAGE_WINDOW: WindowBounds = { rows: 64, frames: 20_000 };
/**
 * A stream goes through all of them, and each window costs it a snapshot of the rest and the planes of every segment
 * beside: as few windows as memory allows.
 */
export const STREAM_WINDOW: WindowBounds = { rows: 8192, frames: 2_000_000 };

/**
 * A range in windows, oldest first, so that no more bodies are read than are needed, and held than there is room for.
 * Every batch that has a frame in a window is in its rows.
 */
export function landedWindows(landed: readonly LandedRow[], range: TimeWindow, most: WindowBounds): LandedWindow[] {
  const byTime = [...landed].sort((a, b) => a.firstUs - b.firstUs);
  const cuts = new Set<number>();
  let held = { rows: 0, frames: 0 };
  for (const row of byTime) {
    if (held.rows >= most.rows || (held.rows > 0 && held.frames + row.frames > most.frames)) {
      cuts.add(row.firstUs);
      held = { rows: 0, frames: 0 };
    }
    held.rows += 1;
    held.frames += row.frames;
  }
  const bounds = [...cuts].filter((cut) => cut > range.fromUs && cut < range.toUs);
  const edges = [range.fromUs, ...bounds, range.toUs];
  return edges.slice(1).map((toUs, i) => {
    const fromUs = edges[i] as number;
    return { fromUs, toUs, rows: byTime.filter((row) => row.lastUs >= fromUs && row.firstUs < toUs) };
  });
}

/** The runs of landed batches in a window, with k after the settled frames. */
export async function runsOfLanded(
  access: SegmentAccess,
  batches: readonly LandedBatch[],
  segments: readonly SegmentRow[],
  window: TimeWindow,
): Promise<Run[]> {
  if (batches.length === 0) return [];
  return numberBehindSettled(cutToWindow(access.landed.runsOf(batches), window), segments, access);
}
