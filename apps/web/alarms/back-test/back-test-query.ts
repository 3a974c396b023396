import { backTestRule } from "@canopy/contract/alarms/back-test";
import type { RuleDraft } from "@canopy/contract/alarms/rule-content";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { readWatched, type Watched } from "../watched-curve.ts";

/** TRG-07: the draft over stored data of a device, with the time that it took. */
export function backTestQuery(thingsId: string, { fromMs, toMs }: TimeSpan, draft: RuleDraft | undefined) {
  return queryOptions({
    queryKey: ["alarms", "backTest", thingsId, fromMs, toMs, draft],
    queryFn: draft
      ? async ({ signal }) => {
          const beganMs = performance.now();
          const body = { from_time: fromMs, to_time: toMs, ...draft };
          const { data } = await api(backTestRule, { params: { things_id: thingsId }, body }, { signal });
          return { ...data, tookMs: performance.now() - beganMs };
        }
      : skipToken,
    staleTime: 60_000,
    retry: false,
  });
}

/** The curve that a rule judges. While another range of it comes, the curve before stays. */
export function watchedQuery(thingsId: string, watched: Watched, span: TimeSpan) {
  const of = ["alarms", "watched", thingsId, watched] as const;
  return queryOptions({
    queryKey: [...of, span.fromMs, span.toMs],
    queryFn: ({ signal }) => readWatched(thingsId, watched, span, signal),
    staleTime: 60_000,
    retry: false,
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey.slice(0, of.length)) === JSON.stringify(of) ? before : undefined,
  });
}
