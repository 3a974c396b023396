import { EVENT_ORDERS } from "@canopy/contract/alarms/events";
import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ListState } from "../../ui/list/list-address.ts";
import { type ListProps, orderOf } from "../../ui/list/list-parts.ts";
import { type EventsAsked, eventsQuery } from "../alarm-queries.ts";
import { EventDesk } from "./EventDesk.tsx";
import { CLEARED, EventTable } from "./EventTable.tsx";
import type { EventWays } from "./event-ways.ts";

export const EVENT_FILTERS = [...CLEARED, "which", "tab", "event"];

interface EventListProps extends ListProps {
  /** Of one device; else of the fleet. */
  thingsId?: string;
  /** Not closed only. */
  open: boolean;
  ways: EventWays;
  /** A choice before the filters, such as open or all. */
  lead?: ReactNode;
}

/** TRG-05: alarm events, newest first unless sorted, with one of them beside the list. */
export function EventList(props: EventListProps) {
  const { state, onState, thingsId, ways } = props;
  const asked = askedOf(props);
  const query = useQuery(eventsQuery(asked));
  const set = (changes: ListState["filters"]) => onState({ ...state, filters: { ...state.filters, ...changes } });
  return (
    <EventDesk
      rows={query.data?.list ?? []}
      opened={state.filters.event ?? ""}
      onOpen={(id) => set({ event: id ?? "" })}
      ways={ways}
    >
      {({ onClose }) => (
        <EventTable
          state={state}
          onState={onState}
          ways={ways}
          lead={props.lead}
          asked={asked}
          query={query}
          isFleet={thingsId === undefined}
          onOpen={(id) => set({ event: id })}
          onCloseEvents={onClose}
        />
      )}
    </EventDesk>
  );
}

function askedOf({ state, thingsId, open }: EventListProps): EventsAsked {
  const { keyword = "", level, device, label, rule, who, time } = state.filters;
  const known = RULE_LEVELS.find((one) => one === level);
  const things_id = thingsId ?? device;
  return {
    current_page: state.page,
    page_size: state.size,
    keyword,
    ...(known && { level: known }),
    ...(open && { open: true }),
    ...(things_id && { things_id }),
    ...(label && { label_id: label }),
    ...(rule && { rule_id: rule }),
    ...(who && { who }),
    ...(time && { time }),
    ...orderOf(state, EVENT_ORDERS),
  };
}
