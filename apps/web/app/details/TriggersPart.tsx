import { useNavigate } from "@tanstack/react-router";
import { EVENT_FILTERS } from "../../alarms/centre/EventList.tsx";
import { EventsTab } from "../../alarms/EventsTab.tsx";
import { RulesTab } from "../../alarms/RulesTab.tsx";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useListOfTab } from "../../devices/details/tab-list.ts";
import { useEventWays } from "../pages/use-event-ways.tsx";

/** TRG-01: the rules that watch the device. */
export function RulesPart(props: DeviceTabProps) {
  const navigate = useNavigate();
  const list = useListOfTab("alarms.rules", ["keyword"], props);
  return (
    <RulesTab
      {...list}
      thingsId={props.device.id}
      onEdit={({ ruleId }) =>
        void navigate({
          to: "/Container/EditTriggerRule",
          search: { device: props.device.id, ...(ruleId && { id: ruleId }) },
        })
      }
    />
  );
}

/** TRG-05: the alarm events of the device. */
export function EventsPart(props: DeviceTabProps) {
  const list = useListOfTab("alarms.events", EVENT_FILTERS, props);
  const { ways, dialog } = useEventWays();
  return (
    <>
      <EventsTab {...list} thingsId={props.device.id} ways={ways} />
      {dialog}
    </>
  );
}
