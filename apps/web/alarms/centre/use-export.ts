import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { useState } from "react";
import { saveText } from "../../devices/config/save-text.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { askEvents, type EventsAsked } from "../alarm-queries.ts";
import { eventsCsv } from "./event-csv.ts";

/** Rows that a file holds at most: the first of the list. */
const MOST_ROWS = 10_000;

/** The chosen events as a file, or all that the filters let through. */
export function useExport() {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const save = async (asked: EventsAsked, chosen: readonly AlarmEvent[]): Promise<void> => {
    setBusy(true);
    try {
      const { events, isCut } = chosen.length > 0 ? { events: chosen, isCut: false } : await newestOf(asked, askEvents);
      saveText(eventsCsv(events), `alarms-${new Date().toISOString().slice(0, 10)}.csv`);
      if (isCut) addNote({ tone: "ordinary", text: t("alarms.centre.cut", { count: formatNumber(MOST_ROWS) }) });
    } catch (problem) {
      addNote({ tone: "ordinary", text: troubleOf(problem).text });
    }
    setBusy(false);
  };
  return { isBusy, save };
}

/** `isCut`: the filters let more through than a file holds. */
export async function newestOf(
  asked: EventsAsked,
  ask: typeof askEvents,
): Promise<{ events: AlarmEvent[]; isCut: boolean }> {
  const events = new Map<string, AlarmEvent>();
  for (let page = 1; ; page++) {
    const { list, pagination } = await ask({ ...asked, current_page: page, page_size: MAX_PAGE_SIZE });
    for (const event of list) events.set(event.event_id, event);
    if (page * MAX_PAGE_SIZE >= Math.min(MOST_ROWS, pagination.total_size))
      return { events: [...events.values()], isCut: pagination.total_size > MOST_ROWS };
  }
}
