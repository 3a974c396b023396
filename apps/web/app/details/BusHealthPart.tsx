import { useNavigate } from "@tanstack/react-router";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { BusHealthTab } from "../../frames/bus-health/BusHealthTab.tsx";

/** Bus health with the way to a rule on the load of the channel. */
export function BusHealthPart(props: DeviceTabProps) {
  const navigate = useNavigate();
  const onAlarm = (channel: number) =>
    void navigate({
      to: "/Container/EditTriggerRule",
      search: { device: props.device.id, from: "bus", channel: String(channel) },
    });
  return <BusHealthTab {...props} onAlarm={onAlarm} />;
}
