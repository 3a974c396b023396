import { type AlarmEvent, EVIDENCE_MS } from "@canopy/contract/alarms/events";
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
