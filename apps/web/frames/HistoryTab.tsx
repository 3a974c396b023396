import type { DeviceTabProps } from "../devices/device-tab.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

/** Its place on the page of a device. */
export function HistoryTab(_: DeviceTabProps) {
  return <Skeleton rows={8} columns={6} />;
}
