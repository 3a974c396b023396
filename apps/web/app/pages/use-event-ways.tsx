import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { EventWays } from "../../alarms/centre/event-ways.ts";
import { windowOf } from "../../alarms/centre/evidence.ts";
import { watchedOf } from "../../alarms/watched-curve.ts";
import { deviceQuery } from "../../devices/device-query.ts";
import { writeView } from "../../signals/layouts/view-address.ts";
import { DownloadDialog } from "../../transfers/DownloadDialog.tsx";

const DETAILS = "/Container/HomePage/DeviceDetails";
const CENTRE = "/Container/AlarmCenter";

/** TRG-05: from an event to frames, curve and download of its window, on the device's shared time. */
export function useEventWays(): { ways: EventWays; dialog: ReactNode } {
  const navigate = useNavigate();
  const [downloaded, setDownloaded] = useState<AlarmEvent>();
  const toTab = (event: AlarmEvent, tab: string, sub: string, words: Record<string, string> = {}) => {
    const { fromMs, toMs } = windowOf(event);
    const time = { from: fromMs, to: toMs, at: event.start_time };
    void navigate({ to: DETAILS, search: { id: event.things_id, tab, sub, ...time, ...words } });
  };
  const ways: EventWays = {
    addressOf: ({ event_id }) => `${CENTRE}?tab=all&event=${event_id}`,
    onDevice: ({ things_id }) => void navigate({ to: DETAILS, search: { id: things_id } }),
    onFrames: (event) => toTab(event, "data", "history"),
    onCurve: (event) => {
      const panels = panelsOf(event);
      if (panels === undefined) toTab(event, "data", "history");
      else toTab(event, "dbc", "curve", { panels });
    },
    onDownload: setDownloaded,
  };
  const dialog = downloaded && <EventDownload event={downloaded} onClose={() => setDownloaded(undefined)} />;
  return { ways, dialog };
}

/** The signal of the rule in a panel of its own; undefined for a rule on raw frames. */
function panelsOf(event: AlarmEvent): string | undefined {
  const watched = watchedOf(event)?.watched;
  if (watched?.kind !== "signal") return undefined;
  const items = [{ key: formatSignal(watched.reference), colour: 1 }];
  return writeView({ panels: [{ name: watched.name, items }] }, { aUs: event.start_time * 1000, bUs: null }).panels;
}

function EventDownload({ event, onClose }: { event: AlarmEvent; onClose(): void }) {
  const device = useQuery(deviceQuery(event.things_id)).data;
  return device && <DownloadDialog device={device} shown={{ ...windowOf(event), filters: {} }} onClose={onClose} />;
}
