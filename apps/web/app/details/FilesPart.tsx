import { Suspense } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useListOfTab } from "../../devices/details/tab-list.ts";
import { CLOUD_FILTERS, CloudFilesTab } from "../../files/CloudFilesTab.tsx";
import { FILE_FILTERS } from "../../files/FileList.tsx";
import { FtpFilesTab } from "../../files/FtpFilesTab.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";

/** With the frame table and the curves: loaded when somebody looks into a file. */
const FilePreview = lazyPage(() => import("../../files/FilePreview.tsx"), "FilePreview");

/** To the history at a range that an analysis found. */
const showIn =
  ({ onTab }: DeviceTabProps) =>
  ({ fromMs, toMs }: TimeSpan) =>
    onTab("data", "history", { from: String(Math.floor(fromMs)), to: String(Math.ceil(toMs)) });

/** The file that is looked into stands in the address, in the place of the list. */
function Previewed(props: DeviceTabProps) {
  return (
    <Suspense fallback={<Skeleton rows={8} columns={4} />}>
      <FilePreview {...props} />
    </Suspense>
  );
}

const previewIn =
  ({ onSearch }: DeviceTabProps) =>
  (fileId: string) =>
    onSearch({ preview: fileId });

export function CloudFilesPart(props: DeviceTabProps) {
  const isAnalyses = props.search.view === "analyses";
  const list = useListOfTab(isAnalyses ? "files.analyses" : "files.cloud", CLOUD_FILTERS, props);
  if (props.search.preview) return <Previewed {...props} />;
  return <CloudFilesTab {...list} device={props.device} onShow={showIn(props)} onPreview={previewIn(props)} />;
}

export function FtpFilesPart(props: DeviceTabProps) {
  const list = useListOfTab("files.ftp", FILE_FILTERS, props);
  if (props.search.preview) return <Previewed {...props} />;
  return <FtpFilesTab {...list} device={props.device} onShow={showIn(props)} onPreview={previewIn(props)} />;
}
