import { type AlarmEvent, listAlarmEvents } from "@canopy/contract/alarms/events";
import { keepPreviousData } from "@tanstack/react-query";
import { EVENTS_KEY } from "../../alarms/alarm-queries.ts";
import type { AlarmMarkKind, Mark, MarksQuery } from "../../frames/time-bar/time-bar-data.ts";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";

/** More are not told apart on a bar anyway. */
const MAX_MARKS = 300;

const KIND: Record<AlarmEvent["level"], AlarmMarkKind> = {
  tip: "alarmTip",
  ordinary: "alarmOrdinary",
  urgent: "alarmUrgent",
};

/** TRG-05: the alarm events of a device as marks of its time bar; a click opens the event. */
export const alarmMarks =
  (thingsId: string) =>
  ({ fromMs, toMs }: TimeSpan): MarksQuery => ({
    queryKey: [...EVENTS_KEY, "marks", thingsId, fromMs, toMs],
    queryFn: async ({ signal }) => {
      const query = { things_id: thingsId, from_time: Math.max(0, fromMs), to_time: toMs, page_size: MAX_MARKS };
      const { list } = await api(listAlarmEvents, { query }, { signal });
      return list.map(
        ({ event_id, level, rule_name, start_time }): Mark => ({
          atMs: start_time,
          kind: KIND[level],
          name: rule_name,
          opens: event_id,
        }),
      );
    },
    placeholderData: keepPreviousData,
  });
