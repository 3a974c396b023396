import type { DeviceTabProps } from "../../devices/device-tab.tsx";
import { ComingTab } from "./ComingTab.tsx";

export function OverviewTab(_: DeviceTabProps) {
  return <ComingTab title="app.details.overview" does="app.details.overviewDoes" />;
}
