import { getPushDelivery, listPushDeliveries, listPushReplays, type PushState } from "@canopy/contract/push/deliveries";
import { listPushRules } from "@canopy/contract/push/rules";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

/** Deliveries go out while one looks. */
const LOOK_AGAIN_MS = 3000;
const RUNNING_MS = 1000;

export const PUSH_KEY = ["push"] as const;

interface RuleQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
  readonly enabled?: "true" | "false";
}

export const pushRulesQuery = (asked: RuleQuery) =>
  queryOptions({
    queryKey: [...PUSH_KEY, "rules", asked],
    queryFn: ({ signal }) => api(listPushRules, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Of every rule; a tenant has some dozens. */
export const ALL_RULES = { current_page: 1, page_size: 500, keyword: "" };

interface DeliveryQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly rule_id?: string;
  readonly state?: PushState;
}

export const deliveriesQuery = (asked: DeliveryQuery) =>
  queryOptions({
    queryKey: [...PUSH_KEY, "deliveries", asked],
    queryFn: ({ signal }) => api(listPushDeliveries, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...PUSH_KEY, "delivery", id],
    queryFn: async ({ signal }) => (await api(getPushDelivery, { params: { delivery_id: id } }, { signal })).data,
  });

export const replaysQuery = (ruleId: string) =>
  queryOptions({
    queryKey: [...PUSH_KEY, "replays", ruleId],
    queryFn: async ({ signal }) => (await api(listPushReplays, { params: { rule_id: ruleId } }, { signal })).list,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : false),
  });

export const isRunning = ({ state }: { readonly state: string }): boolean => state === "queued" || state === "running";
