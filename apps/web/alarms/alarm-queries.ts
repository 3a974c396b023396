import { listAlarmDevices } from "@canopy/contract/alarms/alarm-devices";
import {
  type AlarmEvent,
  type EventOrder,
  getAlarmEvent,
  listAlarmEvents,
  listAlarmPeople,
} from "@canopy/contract/alarms/events";
import { listAlarmMutes } from "@canopy/contract/alarms/mutes";
import { getAlarmRule, listAlarmRules, type RuleOrder } from "@canopy/contract/alarms/rules";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { type TimeAsked, timesOf } from "./centre/event-times.ts";

export const RULES_KEY = ["alarms", "rules"] as const;
export const EVENTS_KEY = ["alarms", "events"] as const;
export const MUTES_KEY = ["alarms", "mutes"] as const;

/** How soon an open list notices rules of other users. */
const RULES_MS = 20_000;
/** Events are asked for again when the live channel says so; this is for the time without it. */
const EVENTS_MS = 60_000;

interface Page {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
  readonly things_id?: string;
}

interface RulesAsked extends Page {
  readonly level?: AlarmEvent["level"];
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

export interface EventsAsked extends Page {
  readonly level?: AlarmEvent["level"];
  readonly open?: true;
  readonly label_id?: string;
  readonly rule_id?: string;
  readonly who?: string;
  readonly order_param?: EventOrder;
  readonly order_type?: number;
  /** Turned into times when it is asked: "today" goes along with the clock. */
  readonly time?: TimeAsked;
}

export const askEvents = ({ time, ...query }: EventsAsked, signal?: AbortSignal) =>
  api(listAlarmEvents, { query: { ...query, ...timesOf(time, Date.now()) } }, signal && { signal });

export function eventsQuery(asked: EventsAsked) {
  return queryOptions({
    queryKey: [...EVENTS_KEY, asked],
    queryFn: ({ signal }) => askEvents(asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EVENTS_MS,
  });
}

/** The newest open events, and how many there are. */
export const openEventsQuery = eventsQuery({ current_page: 1, page_size: 25, keyword: "", open: true });

/** One event with its story. */
export function eventQuery(eventId: string) {
  return queryOptions({
    queryKey: [...EVENTS_KEY, "one", eventId],
    queryFn: async ({ signal }) => (await api(getAlarmEvent, { params: { event_id: eventId } }, { signal })).data,
    enabled: eventId !== "",
    refetchInterval: EVENTS_MS,
  });
}

/** Devices with open events. */
export const alarmDevicesQuery = queryOptions({
  queryKey: [...EVENTS_KEY, "devices"],
  queryFn: async ({ signal }) => (await api(listAlarmDevices, {}, { signal })).list,
  refetchInterval: EVENTS_MS,
});

export const peopleQuery = queryOptions({
  queryKey: ["alarms", "people"],
  queryFn: async ({ signal }) => (await api(listAlarmPeople, {}, { signal })).list,
});

export const mutesQuery = queryOptions({
  queryKey: MUTES_KEY,
  queryFn: async ({ signal }) => (await api(listAlarmMutes, {}, { signal })).list,
  refetchInterval: RULES_MS,
});
