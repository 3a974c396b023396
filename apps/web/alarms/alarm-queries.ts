import { listAlarmDevices } from "@canopy/contract/alarms/alarm-devices";
import {
  type AlarmEvent,
  type EventOrder,
  getAlarmEvent,
  listAlarmEvents,
  listAlarmPeople,
} from "@canopy/contract/alarms/events";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { EVENTS_KEY } from "./alarm-keys.ts";
import type { AlarmPage } from "./alarm-page.ts";
import { type TimeAsked, timesOf } from "./centre/event-times.ts";

/** Events are asked for again when the live channel says so; this is for the time without it. */
const EVENTS_MS = 60_000;

export interface EventsAsked extends AlarmPage {
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
