import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useListOfTab } from "../../devices/details/tab-list.ts";
import { CLOUD_FILTERS, CloudFilesTab } from "../../files/CloudFilesTab.tsx";
import { FILE_FILTERS } from "../../files/FileList.tsx";
import { FtpFilesTab } from "../../files/FtpFilesTab.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";

/** To the history at a range that an analysis found. */
const showIn =
  ({ onTab }: DeviceTabProps) =>
  ({ fromMs, toMs }: TimeSpan) =>
    onTab("data", "history", { from: String(Math.floor(fromMs)), to: String(Math.ceil(toMs)) });

export function CloudFilesPart(props: DeviceTabProps) {
  const list = useListOfTab("files.cloud", CLOUD_FILTERS, props);
  return <CloudFilesTab {...list} device={props.device} onShow={showIn(props)} />;
}

export function FtpFilesPart(props: DeviceTabProps) {
  const list = useListOfTab("files.ftp", FILE_FILTERS, props);
  return <FtpFilesTab {...list} device={props.device} onShow={showIn(props)} />;
}
