import { type ComponentType, useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import type { FullResolution } from "../../signals/choose/frames-of-signals.ts";
import { HistoryCurveTab } from "../../signals/curves/HistoryCurveTab.tsx";
import { HistoryDataTab } from "../../signals/decoded/HistoryDataTab.tsx";
import { DownloadDialog } from "../../transfers/DownloadDialog.tsx";

type WithDownload = DeviceTabProps & { onDownload(asked: FullResolution): void };

function SignalsPart({ Tab, ...props }: DeviceTabProps & { Tab: ComponentType<WithDownload> }) {
  const [asked, setAsked] = useState<FullResolution>();
  return (
    <>
      <Tab {...props} onDownload={setAsked} />
      {asked && <DownloadDialog device={props.device} shown={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** Stored curves, and the way out for every sample of them. */
export const CurvePart = (props: DeviceTabProps) => <SignalsPart Tab={HistoryCurveTab} {...props} />;

/** The decoded table, and the way out for the whole range. */
export const DecodedPart = (props: DeviceTabProps) => <SignalsPart Tab={HistoryDataTab} {...props} />;
