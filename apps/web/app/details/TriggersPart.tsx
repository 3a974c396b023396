import { EVENT_ORDERS } from "@canopy/contract/alarms/events";
import { RULE_ORDERS } from "@canopy/contract/alarms/rules";
import { useNavigate } from "@tanstack/react-router";
import { EVENT_FILTERS } from "../../alarms/centre/EventList.tsx";
import { EventsTab } from "../../alarms/EventsTab.tsx";
import { RULE_FILTERS } from "../../alarms/rules/RuleFilters.tsx";
import { RulesTab } from "../../alarms/rules/RulesTab.tsx";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useListOfTab } from "../../devices/details/tab-list.ts";
import { REQUEST_HASH } from "../capacity-hash.ts";
import { useEventWays } from "../pages/alarms/use-event-ways.tsx";

/** TRG-01: the rules that watch the device. */
export function RulesPart(props: DeviceTabProps) {
  const navigate = useNavigate();
  const list = useListOfTab("alarms.rules", RULE_FILTERS, props, RULE_ORDERS);
  return (
    <RulesTab
      {...list}
      device={props.device}
      onEdit={({ ruleId, ready }) =>
        void navigate({
          to: "/Container/EditTriggerRule",
          search: { device: props.device.id, ...(ruleId && { id: ruleId }), ...(ready && { ready }) },
        })
      }
      onMore={() => void navigate({ to: ".", search: true, hash: REQUEST_HASH })}
      onEvents={(rule) => props.onTab("triggers", "events", { which: "all", rule })}
    />
  );
}

/** TRG-05: the alarm events of the device. */
export function EventsPart(props: DeviceTabProps) {
  const list = useListOfTab("alarms.events", EVENT_FILTERS, props, EVENT_ORDERS);
  const { ways, dialog } = useEventWays();
  return (
    <>
      <EventsTab {...list} thingsId={props.device.id} ways={ways} />
      {dialog}
    </>
  );
}
