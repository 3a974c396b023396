import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { type HistoryShown, HistoryTab } from "../../frames/history/HistoryTab.tsx";
import { DownloadButton } from "../../transfers/DownloadButton.tsx";
import { DownloadDialog } from "../../transfers/DownloadDialog.tsx";
import { ImportButton } from "../../transfers/ImportButton.tsx";
import { ImportDialog } from "../../transfers/ImportDialog.tsx";

/** The stored frames, with download and import. */
export function HistoryPart(props: DeviceTabProps) {
  const [asked, setAsked] = useState<HistoryShown>();
  // One that waits is continued from the tasks.
  const waiting = props.search.import;
  const [isImporting, setImporting] = useState(false);
  const closeImport = () => {
    setImporting(false);
    if (waiting) props.onSearch({ import: undefined });
  };
  return (
    <>
      <HistoryTab
        {...props}
        tools={(shown) => [
          {
            key: "download",
            content: <DownloadButton onOpen={() => setAsked(shown)} />,
            priority: 3,
            atEnd: true,
          },
          { key: "import", content: <ImportButton onOpen={() => setImporting(true)} />, priority: 4, atEnd: true },
        ]}
        onExport={setAsked}
        orElse={(shown) => <DownloadButton link onOpen={() => setAsked(shown)} />}
      />
      {asked && <DownloadDialog device={props.device} shown={asked} onClose={() => setAsked(undefined)} />}
      {(isImporting || waiting) && (
        <ImportDialog
          key={waiting}
          device={props.device}
          taskId={waiting}
          onShow={(range) => {
            props.timeline.setRange(range);
            closeImport();
          }}
          onClose={closeImport}
        />
      )}
    </>
  );
}
