import { useNavigate } from "@tanstack/react-router";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useListOfTab } from "../../devices/details/tab-list.ts";
import { STORED_FILTERS, StoredFilesTab } from "../../files/stored/StoredFilesTab.tsx";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";

export function StoredFilesPart(props: DeviceTabProps) {
  const { device, timeline } = props;
  const list = useListOfTab("files.stored", STORED_FILTERS, props);
  // A range that moves on with the clock would be another list every few seconds, and the choice in it gone.
  const { range } = useSteadyRange(timeline);
  const navigate = useNavigate();
  const upgrade = () => void navigate({ to: "/Container/FirmwareManager" });
  return (
    <StoredFilesTab
      {...list}
      device={device}
      range={range}
      isLive={timeline.live}
      onRange={timeline.setRange}
      onUpgrade={upgrade}
    />
  );
}
