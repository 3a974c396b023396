import type { Reply } from "@canopy/contract/platform/endpoint";
import { findSignals } from "@canopy/contract/signals/find-signal";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { type FindAsked, targetOf, usText } from "./find-address.ts";

export type Found = Reply<typeof findSignals>["data"];

const KEPT_MS = 10 * 60_000;

/** The search of a span, made once for what was asked; leaving the page or cancelling ends it on the server too. */
export function useFind(thingsId: string, asked: FindAsked, span: TimeSpan | undefined) {
  const client = useQueryClient();
  const target = span && targetOf(asked);
  const queryKey = ["signals.find", thingsId, span, target] as const;
  const search = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      if (!span || !target) throw new Error("nothing was asked");
      const body = { start_time: usText(span.fromMs), end_time: usText(span.toMs), target };
      return (await api(findSignals, { params: { things_id: thingsId }, body }, { signal })).data;
    },
    enabled: target !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
    refetchOnReconnect: false,
  });
  return { search, cancel: () => void client.cancelQueries({ queryKey }) };
}
