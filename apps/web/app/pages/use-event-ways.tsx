import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { EventWays } from "../../alarms/centre/event-ways.ts";
import { windowOf } from "../../alarms/centre/evidence.ts";
import { deviceQuery } from "../../devices/device-query.ts";
import { DownloadDialog } from "../../transfers/DownloadDialog.tsx";
import { DETAILS_PATH } from "../details/use-details-address.ts";
import { toCurve, toFrames } from "./alarm-places.ts";

const CENTRE = "/Container/AlarmCenter";

/** TRG-05: from an event to frames, curve and download of its window, on the device's shared time. */
export function useEventWays(): { ways: EventWays; dialog: ReactNode } {
  const navigate = useNavigate();
  const [downloaded, setDownloaded] = useState<AlarmEvent>();
  const ways: EventWays = {
    addressOf: ({ event_id }) => `${CENTRE}?tab=all&event=${event_id}`,
    onDevice: ({ things_id }) => void navigate({ to: DETAILS_PATH, search: { id: things_id } }),
    onFrames: (event) => void navigate(toFrames(placeOf(event))),
    onCurve: (event) => void navigate(toCurve(placeOf(event))),
    onDownload: setDownloaded,
  };
  const dialog = downloaded && <EventDownload event={downloaded} onClose={() => setDownloaded(undefined)} />;
  return { ways, dialog };
}

const placeOf = (event: AlarmEvent) => ({
  thingsId: event.things_id,
  conditions: event.conditions,
  channel: event.channel,
  span: windowOf(event),
  atMs: event.start_time,
});

function EventDownload({ event, onClose }: { event: AlarmEvent; onClose(): void }) {
  const device = useQuery(deviceQuery(event.things_id)).data;
  return device && <DownloadDialog device={device} shown={{ ...windowOf(event), filters: {} }} onClose={onClose} />;
}
