import { EVIDENCE_MS } from "@canopy/contract/alarms/events";
import { z } from "zod";
import type { LimitOf } from "../../capacity/limits.ts";
import type { FrameStore } from "../../frames/store/frame-store.ts";
import type { PinnedWindowStore } from "../../frames/store/pinned-windows.ts";
import { defineJob, type JobDefinition } from "../../platform/jobs/job-definition.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { dropPin, type PinnedEvent, pinnedEvents } from "./pin-store.ts";

/** TRG-05: pinned windows take at most this share of a tenant's data space. */
const MAX_PINNED_SHARE = 0.2;
const GB = 1e9;
/** CAP-05: a frame counts 15 bytes and its payload, here as of eight bytes. */
const FRAME_BYTES = 23;

export interface PinServices {
  readonly db: Db;
  readonly pins: PinnedWindowStore;
  readonly frames: Pick<FrameStore, "count">;
  readonly limitOf: LimitOf;
}

/** Beyond the share the oldest open event loses its pin; how many did. */
export async function limitPins(services: PinServices): Promise<number> {
  const byTenant = Map.groupBy(await pinnedEvents(services.db), ({ tenantId }) => tenantId);
  let dropped = 0;
  for (const [tenantId, events] of byTenant) {
    const spaceGb = await services.limitOf(tenantId, "database_storage_space");
    if (spaceGb !== null) dropped += await limitTenant(services, events, spaceGb * GB * MAX_PINNED_SHARE);
  }
  return dropped;
}

/** From the newest on, as long as they fit. */
async function limitTenant(services: PinServices, events: readonly PinnedEvent[], mostBytes: number): Promise<number> {
  let bytes = 0;
  let dropped = 0;
  for (const event of events.toReversed()) {
    if (bytes <= mostBytes) bytes += FRAME_BYTES * (await framesOf(services, event));
    if (bytes <= mostBytes) continue;
    await services.pins.remove([event]);
    await dropPin(services.db, event);
    dropped += 1;
  }
  return dropped;
}

function framesOf({ frames }: PinServices, { binding, startedUs }: PinnedEvent): Promise<number> {
  const windowUs = EVIDENCE_MS * 1000;
  const query = { bindingNumber: binding, fromUs: startedUs - windowUs, toUs: startedUs + windowUs, filter: {} };
  return frames.count(query);
}

type SystemJob = JobDefinition<Record<string, never>>;

export const PINS_CRON = "*/10 * * * *";

export function limitPinsJob(services: PinServices): SystemJob {
  return defineJob("alarms.limitPins", {
    input: z.object({}),
    handler: async () => ({ dropped: await limitPins(services) }),
  });
}
