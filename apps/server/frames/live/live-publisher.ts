import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { DeviceStatus } from "@canopy/contract/device-link/status";
import { LIVE_STATUS_MS } from "@canopy/contract/frames/live";
import { type LiveStatus, writeStatusMessage } from "@canopy/contract/frames/live-binary";
import { type LivePlace, writePlacesMessage } from "@canopy/contract/frames/live-places";
import { writeRatesMessage } from "@canopy/contract/frames/live-rates";
import type { Bus } from "../../platform/bus/bus.ts";
import type { GatewayDevice } from "../dialects/device-message.ts";
import type { PresenceEvent } from "../gateway/presence.ts";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import { packBatch } from "./live-batch.ts";
import { LivePlaces } from "./live-places.ts";
import { type BitRatesOf, LiveStatuses } from "./live-statuses.ts";
import { framesSubject, placesSubject, ratesSubject, statusSubject, WANTED, WANTED_MS } from "./live-subjects.ts";

/** Of one message of statuses: NATS carries 1 MiB at most. */
const ROWS_PER_MESSAGE = 4000;

export interface LivePublisher {
  /** As soon as a batch has come; the store and the live stream do not wait for each other. */
  batch(batch: IncomingBatch): void;
  presence(event: PresenceEvent): void;
  status(device: GatewayDevice, status: DeviceStatus, atMs: number): void;
  /** GPS-04 */
  positions(device: GatewayDevice, positions: readonly GpsPosition[]): void;
  stop(): void;
}

/** Publishes batches at once, and statuses and positions twice a second to subscribed processes. */
export function startLivePublisher(bus: Bus, bitRatesOf: BitRatesOf, now: () => number): LivePublisher {
  const statuses = new LiveStatuses(bitRatesOf);
  const places = new LivePlaces();
  const wanted = new Map<string, number>();
  const wantedPlaces = new Map<string, number>();
  const stopListening = bus.subscribe("canopy.status-wanted.*", (payload, subject) => {
    const tenant = subject.slice(subject.lastIndexOf(".") + 1);
    if (payload[0] === WANTED.rates[0]) {
      bus.publish(ratesSubject(tenant), writeRatesMessage({ atMs: now(), rows: statuses.rates(tenant, now()) }));
      return;
    }
    if (payload[0] === WANTED.places[0]) {
      wantedPlaces.set(tenant, now() + WANTED_MS);
      return;
    }
    wanted.set(tenant, now() + WANTED_MS);
    if (payload[0] === WANTED.all[0]) publish(tenant, statuses.all(tenant));
  });

  function publish(tenantId: string, rows: readonly LiveStatus[]): void {
    for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE) {
      const part = rows.slice(from, from + ROWS_PER_MESSAGE);
      bus.publish(statusSubject(tenantId), writeStatusMessage(part, now()));
    }
  }

  function publishPlaces(tenantId: string, rows: readonly LivePlace[]): void {
    for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE) {
      const part = rows.slice(from, from + ROWS_PER_MESSAGE);
      bus.publish(placesSubject(tenantId), writePlacesMessage({ atMs: now(), rows: part }));
    }
  }

  const timer = setInterval(() => {
    const changed = statuses.takeChanged(now(), (tenantId) => wanted.has(tenantId));
    for (const [tenantId, rows] of changed) publish(tenantId, rows);
    for (const [tenantId, rows] of places.takeChanged()) if (wantedPlaces.has(tenantId)) publishPlaces(tenantId, rows);
    for (const asked of [wanted, wantedPlaces])
      for (const [tenantId, until] of asked) if (until < now()) asked.delete(tenantId);
  }, LIVE_STATUS_MS);

  return {
    batch(batch) {
      const bytes = batch.raw ?? encoded(batch);
      const channels = statuses.count(batch);
      if (bytes) bus.publish(framesSubject(batch.bindingNumber), packBatch(channels, bytes));
    },
    presence({ device, online, reason, atMs }) {
      if (online) statuses.connected(device, atMs);
      else if (reason === "takenOver") statuses.forget(device);
      else statuses.disconnected(device, atMs);
    },
    status(device, { sd_state: sdState, channels }, atMs) {
      if (sdState) statuses.card(device, sdState, atMs);
      if (channels) statuses.controllers(device, channels, atMs);
    },
    positions: (device, positions) => places.take(device, positions),
    stop() {
      clearInterval(timer);
      stopListening();
    },
  };
}

/** A dialect with bytes of its own goes live in ours. */
function encoded({ frames, epoch, sequence }: IncomingBatch): Uint8Array | undefined {
  const result = encodeCb1(frames, { epoch, sequence });
  return result.ok ? result.value : undefined;
}
