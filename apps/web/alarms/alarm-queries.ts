import { type AlarmEvent, listAlarmEvents } from "@canopy/contract/alarms/events";
import { getAlarmRule, listAlarmRules } from "@canopy/contract/alarms/rules";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

export const RULES_KEY = ["alarms", "rules"] as const;
export const EVENTS_KEY = ["alarms", "events"] as const;

/** How soon an open list notices rules of other users, and new events. */
const RULES_MS = 20_000;
const EVENTS_MS = 2000;

interface Page {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
  readonly things_id: string;
}

export function rulesQuery(query: Page) {
  return queryOptions({
    queryKey: [...RULES_KEY, query],
    queryFn: ({ signal }) => api(listAlarmRules, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RULES_MS,
  });
}

export function ruleQuery(ruleId: string) {
  return queryOptions({
    queryKey: [...RULES_KEY, "one", ruleId],
    queryFn: async ({ signal }) => (await api(getAlarmRule, { params: { rule_id: ruleId } }, { signal })).data,
    enabled: ruleId !== "",
  });
}

export function eventsQuery(query: Page & { readonly level?: AlarmEvent["level"] | undefined; readonly open?: true }) {
  return queryOptions({
    queryKey: [...EVENTS_KEY, query],
    queryFn: ({ signal }) => api(listAlarmEvents, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVENTS_MS,
  });
}
