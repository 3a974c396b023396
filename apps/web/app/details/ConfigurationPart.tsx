import { ConfigurationTab } from "../../devices/config/ConfigurationTab.tsx";
import type { WatchTraffic } from "../../devices/config/FilterPreview.tsx";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { liveClient } from "../../frames/live/live-client.ts";

const watchTraffic: WatchTraffic = (deviceId, onBatch) => liveClient().watchFrames({ deviceId }, { onBatch });

/** The configuration of a device, with the live channel for the preview of its filters. */
export function ConfigurationPart(props: DeviceTabProps) {
  return <ConfigurationTab {...props} watchTraffic={watchTraffic} />;
}
