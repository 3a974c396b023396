import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { createOrder } from "@canopy/contract/work-orders/orders";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { callDenied } from "../../../accounts/permissions.ts";
import type { EventWays } from "../../../alarms/centre/event-ways.ts";
import { windowOf } from "../../../alarms/centre/evidence.ts";
import { deviceQuery } from "../../../devices/device-query.ts";
import { DownloadDialog } from "../../../transfers/DownloadDialog.tsx";
import { lazyPage } from "../../../ui/lazy-page.tsx";
import { DETAILS_PATH } from "../../details/use-details-address.ts";
import { toCard, toCurve, toFrames } from "./alarm-places.ts";

const CENTRE = "/Container/AlarmCenter";
const EventOrders = lazyPage(() => import("../../../work-orders/EventOrders.tsx"), "EventOrders");
const ClosingOrders = lazyPage(() => import("../../../work-orders/EventOrders.tsx"), "ClosingOrders");

/** TRG-05: from an event to frames, curve and download of its window, on the device's shared time. */
export function useEventWays(): { ways: EventWays; dialog: ReactNode } {
  const navigate = useNavigate();
  const [downloaded, setDownloaded] = useState<AlarmEvent>();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const ways: EventWays = {
    addressOf: ({ event_id }) => `${CENTRE}?tab=all&event=${event_id}`,
    onDevice: ({ things_id }) => void navigate({ to: DETAILS_PATH, search: { id: things_id } }),
    onFrames: (event) => void navigate(toFrames(placeOf(event))),
    onCurve: (event) => void navigate(toCurve(placeOf(event))),
    onDownload: setDownloaded,
    onRecall: (event) => void navigate(toCard(placeOf(event))),
    orderDenied: callDenied(createOrder),
    onOrder: ({ event_id }) =>
      void navigate({ to: "/Container/WorkOrderList", search: { tab: "mine", new: "1", event: event_id } }),
    orders: ({ event_id }) => (
      <Suspense>
        <EventOrders
          eventId={event_id}
          onOpen={(id) => void navigate({ to: "/Container/WorkOrderDetail", search: { id } })}
        />
      </Suspense>
    ),
    onClosed: setClosed,
  };
  const dialog = (
    <>
      {downloaded && <EventDownload event={downloaded} onClose={() => setDownloaded(undefined)} />}
      {closed.length > 0 && (
        <Suspense>
          <ClosingOrders key={closed.join()} eventIds={closed} onEnd={() => setClosed([])} />
        </Suspense>
      )}
    </>
  );
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
