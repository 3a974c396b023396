import { type AlarmEvent, EVIDENCE_GAP_MS, EVIDENCE_MS } from "@canopy/contract/alarms/events";
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { readWatched, type Watched } from "../watched-curve.ts";

/** TRG-05: the window that an event keeps. */
export const windowOf = ({ start_time }: Pick<AlarmEvent, "start_time">): TimeSpan => ({
  fromMs: start_time - EVIDENCE_MS,
  toMs: start_time + EVIDENCE_MS,
});

export function evidenceQuery(thingsId: string, watched: Watched | undefined, span: TimeSpan) {
  return queryOptions({
    queryKey: ["alarms", "evidence", thingsId, watched, span.fromMs],
    queryFn: watched ? ({ signal }) => readWatched(thingsId, watched, span, signal) : skipToken,
    // The second half of the window arrives while one looks.
    refetchInterval: () => (Date.now() < span.toMs ? 5000 : false),
  });
}

/** Pauses told one by one. */
const MAX_GAPS = 5;

export interface Stored {
  readonly first_time: number | null;
  readonly last_time: number | null;
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/** A part of the window without data; without an end it reaches to that end of the window. */
type Missing = { fromMs?: undefined; toMs: number } | { fromMs: number; toMs?: number };

/** TRG-05: the parts of the window that are missing, `more` pauses beyond those; the end may still be coming. */
export function missingOf(
  event: Pick<AlarmEvent, "start_time">,
  { first_time, last_time, gaps }: Stored,
  nowMs: number,
): { missing: Missing[]; more: number; isComing: boolean } {
  const { fromMs, toMs } = windowOf(event);
  const isComing = nowMs < toMs + EVIDENCE_GAP_MS;
  const missing: Missing[] = [];
  if (first_time !== null && first_time - fromMs > EVIDENCE_GAP_MS) missing.push({ toMs: first_time });
  missing.push(...gaps.slice(0, MAX_GAPS).map(({ from, to }) => ({ fromMs: from, toMs: to })));
  if (last_time !== null && !isComing && toMs - last_time > EVIDENCE_GAP_MS) missing.push({ fromMs: last_time });
  return { missing, more: Math.max(0, gaps.length - MAX_GAPS), isComing };
}
