import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { Files } from "../../platform/files/files.ts";
import type { OpenLake } from "../lake/open-lake.ts";
import type { RunKey } from "../segments/run.ts";
import { type FrameFilter, passesKey } from "../store/frame-filter.ts";
import type { IdSpans, SignalQuery } from "../store/signal-query.ts";
import { HOUR_US, type TimeWindow } from "../store/time-window.ts";
import type { FooterCache } from "./footer-cache.ts";
import type { LandedCache } from "./landed-cache.ts";
import { mayHaveData } from "./run-filter.ts";
import type { SegmentHour } from "./run-merge.ts";
import type { SegmentRow } from "./segment-index.ts";
import { type SourceRun, storedSource } from "./source-run.ts";

/** Shared by readers of segments, in the main thread and in each worker. */
export interface SegmentAccess {
  readonly files: Files;
  readonly footers: FooterCache;
  readonly landed: LandedCache;
  readonly openLake?: OpenLake;
}

/** A segment as hours that the merge opens one by one; a run never crosses an hour. */
export function hoursOf({ footers }: SegmentAccess, row: SegmentRow, filter: FrameFilter): SegmentHour[] {
  const first = Math.floor(row.firstUs / HOUR_US);
  const last = Math.floor(row.lastUs / HOUR_US);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const window = { fromUs: (first + i) * HOUR_US, toUs: (first + i + 1) * HOUR_US };
    return {
      firstUs: Math.max(row.firstUs, window.fromUs),
      lastUs: Math.min(row.lastUs, window.toUs - 1),
      runs: async () => {
        const footer = await footers.get(row);
        const runs: SourceRun[] = [];
        const { firstUs } = footer.columns;
        for (let index = 0; index < footer.runs; index += 1) {
          const beginsUs = firstUs[index] as number;
          if (beginsUs < window.fromUs || beginsUs >= window.toUs) continue;
          if (!passesKey(footer.keyOf(index), filter)) continue;
          if (filter.data && !mayHaveData(footer, index, filter.data)) continue;
          runs.push(storedSource(row, footer, index));
        }
        return runs;
      },
    };
  });
}

/** The runs of a segment that overlap a window and have a key that is wanted. */
export async function runsOf(
  { footers }: SegmentAccess,
  row: SegmentRow,
  { fromUs, toUs }: TimeWindow,
  isWanted: (key: RunKey) => boolean,
): Promise<SourceRun[]> {
  const footer = await footers.get(row);
  const { firstUs, lastUs } = footer.columns;
  const runs: SourceRun[] = [];
  for (let index = 0; index < footer.runs; index += 1) {
    if ((lastUs[index] as number) < fromUs || (firstUs[index] as number) >= toUs) continue;
    if (isWanted(footer.keyOf(index))) runs.push(storedSource(row, footer, index));
  }
  return runs;
}

/** Whether a run carries the message of a query. */
export function carriesMessage(query: SignalQuery): (key: RunKey) => boolean {
  const { channel, message, alsoIds } = query;
  const wanted = message.isExtended ? FLAG_EXTENDED : 0;
  const isOther = alsoIds ? inSpans(alsoIds) : () => false;
  return (key) =>
    key.channel === channel &&
    (key.flags & (FLAG_EXTENDED | FLAG_REMOTE | FLAG_ERROR)) === wanted &&
    (key.id === message.id || isOther(key.id));
}

function inSpans({ spans, except }: IdSpans): (id: number) => boolean {
  const excluded = new Set(except);
  return (id) => spans.some(({ from, to }) => id >= from && id <= to) && !excluded.has(id);
}
