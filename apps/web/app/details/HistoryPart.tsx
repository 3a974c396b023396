import { useState } from "react";
import type { DeviceTabProps } from "../../devices/device-tab.tsx";
import { type HistoryShown, HistoryTab } from "../../frames/HistoryTab.tsx";
import { DownloadButton } from "../../transfers/DownloadButton.tsx";
import { DownloadDialog } from "../../transfers/DownloadDialog.tsx";

/** The stored frames, and the way out for what is shown of them. */
export function HistoryPart(props: DeviceTabProps) {
  const [asked, setAsked] = useState<HistoryShown>();
  return (
    <>
      <HistoryTab
        {...props}
        tools={(shown) => <DownloadButton onOpen={() => setAsked(shown)} />}
        orElse={(shown) => <DownloadButton link onOpen={() => setAsked(shown)} />}
      />
      {asked && <DownloadDialog device={props.device} shown={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
