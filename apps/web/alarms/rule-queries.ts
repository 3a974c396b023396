import { listAlarmMutes } from "@canopy/contract/alarms/mutes";
import type { RuleLevel } from "@canopy/contract/alarms/rule-content";
import { getAlarmRule, listAlarmRules, type RuleOrder } from "@canopy/contract/alarms/rules";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { MUTES_KEY, RULES_KEY } from "./alarm-keys.ts";
import type { AlarmPage } from "./alarm-page.ts";

/** How soon an open list notices rules of other users. */
const RULES_MS = 20_000;

interface RulesAsked extends AlarmPage {
  readonly level?: RuleLevel;
  readonly enabled?: "true" | "false";
  readonly active?: "true";
  readonly order_param?: RuleOrder;
  readonly order_type?: number;
}

export function rulesQuery(query: RulesAsked) {
  return queryOptions({
    queryKey: [...RULES_KEY, query],
    queryFn: ({ signal }) => api(listAlarmRules, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RULES_MS,
  });
}

/** The names of all rules, for a choice among them. */
export const ruleNamesQuery = queryOptions({
  queryKey: [...RULES_KEY, "names"],
  queryFn: async ({ signal }) => (await api(listAlarmRules, { query: { page_size: MAX_PAGE_SIZE } }, { signal })).list,
});

export function ruleQuery(ruleId: string) {
  return queryOptions({
    queryKey: [...RULES_KEY, "one", ruleId],
    queryFn: async ({ signal }) => (await api(getAlarmRule, { params: { rule_id: ruleId } }, { signal })).data,
    enabled: ruleId !== "",
  });
}

export const mutesQuery = queryOptions({
  queryKey: MUTES_KEY,
  queryFn: async ({ signal }) => (await api(listAlarmMutes, {}, { signal })).list,
  refetchInterval: RULES_MS,
});
