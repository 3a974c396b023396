import { useText } from "../platform/i18n.ts";
import { Segmented } from "../ui/form/Segmented.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import type { ListProps } from "../ui/list/list-parts.ts";
import { EventList } from "./centre/EventList.tsx";
import type { EventWays } from "./centre/event-ways.ts";
import "./texts.ts";

interface EventsTabProps extends ListProps {
  thingsId: string;
  ways: EventWays;
}

/** TRG-05: the alarm events of a device, newest first. */
export function EventsTab({ state, onState, thingsId, ways }: EventsTabProps) {
  const t = useText();
  const which = state.filters.which === "all" ? "all" : "open";
  return (
    <EventList
      state={state}
      onState={onState}
      thingsId={thingsId}
      open={which === "open"}
      ways={ways}
      lead={
        <Segmented
          label={t("alarms.events.which")}
          options={[
            { value: "open", label: t("alarms.events.open") },
            { value: "all", label: t("alarms.events.all") },
          ]}
          value={which}
          onChange={(next) => onState(withFilter(state, "which", next))}
        />
      }
    />
  );
}
