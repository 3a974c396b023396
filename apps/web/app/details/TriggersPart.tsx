import { useNavigate } from "@tanstack/react-router";
import { EVENT_FILTERS, EventsTab } from "../../alarms/EventsTab.tsx";
import { RulesTab } from "../../alarms/RulesTab.tsx";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useListOfTab } from "../../devices/details/tab-list.ts";

/** TRG-01: the rules that watch the device. */
export function RulesPart(props: DeviceTabProps) {
  const navigate = useNavigate();
  const list = useListOfTab("alarms.rules", ["keyword"], props);
  return (
    <RulesTab
      {...list}
      thingsId={props.device.id}
      onEdit={(id) =>
        void navigate({ to: "/Container/EditTriggerRule", search: { device: props.device.id, ...(id && { id }) } })
      }
    />
  );
}

/** TRG-05: the alarm events of the device. */
export function EventsPart(props: DeviceTabProps) {
  const list = useListOfTab("alarms.events", EVENT_FILTERS, props);
  const { timeline, onTab } = props;
  return (
    <EventsTab
      {...list}
      thingsId={props.device.id}
      onCurve={({ start_time, conditions }) => {
        timeline.setRange({ fromMs: start_time - 300_000, toMs: start_time + 300_000 }, start_time);
        if (conditions.some(({ kind }) => kind === "signal")) onTab("dbc", "curve");
        else onTab("data", "history");
      }}
    />
  );
}
