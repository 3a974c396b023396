import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { listSignalBindings } from "@canopy/contract/signals/bindings";
import { listStrategies } from "@canopy/contract/signals/strategies";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

const STRATEGIES_KEY = ["signals", "strategies"] as const;
const BINDINGS_KEY = ["signals", "bindings"] as const;
export const STRATEGY_KEYS = [STRATEGIES_KEY, BINDINGS_KEY] as const;

const MOST = 500;
/** Polling interval during a computation. */
const BUSY_MS = 2000;
const QUIET_MS = 20_000;

export function strategiesQuery(query: NonNullable<CallArguments<typeof listStrategies>["query"]>) {
  return queryOptions({
    queryKey: [...STRATEGIES_KEY, query],
    queryFn: ({ signal }) => api(listStrategies, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Strategies for a select. */
export const allStrategiesQuery = strategiesQuery({ current_page: 1, page_size: MOST, keyword: "" });

/** For pages that need what is bound, not how far a computation is. */
export function bindingsQuery(thingsId: string) {
  return queryOptions({
    queryKey: [...BINDINGS_KEY, thingsId],
    queryFn: async ({ signal }) =>
      (await api(listSignalBindings, { params: { things_id: thingsId } }, { signal })).list,
    refetchInterval: QUIET_MS,
  });
}

/** For the page that shows computations. */
export function followedBindingsQuery(thingsId: string) {
  return queryOptions({
    ...bindingsQuery(thingsId),
    refetchInterval: ({ state }) =>
      state.data?.some(({ backfill, days, days_done }) => isRunning(backfill) || days_done < days) ? BUSY_MS : QUIET_MS,
  });
}

export const isRunning = (backfill: { state: string } | null): boolean =>
  backfill !== null && ["queued", "running"].includes(backfill.state);
