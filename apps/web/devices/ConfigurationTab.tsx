import { Skeleton } from "../ui/Skeleton.tsx";
import type { DeviceTabProps } from "./device-tab.tsx";

/** Its place on the page of a device. */
export function ConfigurationTab(_: DeviceTabProps) {
  return <Skeleton rows={8} columns={6} />;
}
