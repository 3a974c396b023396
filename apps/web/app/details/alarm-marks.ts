import { type AlarmEvent, listAlarmEvents } from "@canopy/contract/alarms/events";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { EVENTS_KEY } from "../../alarms/alarm-keys.ts";
import type { AlarmMarkKind, Mark, MarksQuery } from "../../frames/time-bar/time-bar-data.ts";
import type { TrackAlarms } from "../../places/track/track-alarms.ts";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";

/** More are not told apart on a bar anyway. */
const MAX_MARKS = 300;

const KIND: Record<AlarmEvent["level"], AlarmMarkKind> = {
  tip: "alarmTip",
  ordinary: "alarmOrdinary",
  urgent: "alarmUrgent",
};

const eventsOf = (thingsId: string, { fromMs, toMs }: TimeSpan, signal: AbortSignal) => {
  const span = { from_time: Math.max(0, Math.floor(fromMs)), to_time: Math.ceil(toMs) };
  return api(listAlarmEvents, { query: { things_id: thingsId, ...span, page_size: MAX_MARKS } }, { signal });
};

/** TRG-05: the alarm events of a device as marks of its time bar; a click opens the event. */
export const alarmMarks =
  (thingsId: string) =>
  ({ fromMs, toMs }: TimeSpan): MarksQuery => ({
    queryKey: [...EVENTS_KEY, "marks", thingsId, fromMs, toMs],
    queryFn: async ({ signal }) => {
      const { list } = await eventsOf(thingsId, { fromMs, toMs }, signal);
      return list.map(
        ({ event_id, level, rule_name, start_time, reason }): Mark => ({
          atMs: start_time,
          kind: reason !== null && level === "tip" ? "fence" : KIND[level],
          name: rule_name,
          opens: event_id,
          ...(reason !== null && { reason }),
        }),
      );
    },
    placeholderData: keepPreviousData,
  });

/** The alarm events of a device for the map of its track. */
export const trackAlarmsQuery = (thingsId: string, { fromMs, toMs }: TimeSpan) =>
  queryOptions({
    queryKey: [...EVENTS_KEY, "track", thingsId, fromMs, toMs],
    queryFn: async ({ signal }): Promise<TrackAlarms> => {
      const { list, pagination } = await eventsOf(thingsId, { fromMs, toMs }, signal);
      const alarms = list.map(({ event_id, start_time, level, rule_name, latitude, longitude }) => ({
        id: event_id,
        atMs: start_time,
        level,
        name: rule_name,
        place: latitude === null || longitude === null ? undefined : { latitude, longitude },
      }));
      return { list: alarms, total: pagination.total_size };
    },
    placeholderData: keepPreviousData,
  });
