import type { Transmission } from "@canopy/contract/devices/transmissions";
import { type DeviceNotice, liveNotice } from "@canopy/contract/frames/live";
import { type Bus, subjectPart } from "../../platform/bus/bus.ts";
import { parseJson } from "../dialects/parse-json.ts";

const subject = (tenantId: string) => `canopy.device-news.${subjectPart(tenantId)}`;

interface NewsOf {
  readonly tenantId: string;
  readonly thingsId: string;
}

function publish(bus: Bus, tenantId: string, notice: DeviceNotice): void {
  bus.publish(subject(tenantId), Buffer.from(JSON.stringify(notice)));
}

/** DEV-06: cyclic transmissions of a device, to every process with a viewer. */
export function publishTransmissions(bus: Bus) {
  return ({ tenantId, thingsId }: NewsOf, list: readonly Transmission[]): void =>
    publish(bus, tenantId, { type: "transmissions", device_id: thingsId, list: [...list] });
}

/** DAT-04: stored frames were deleted, to every process with a viewer. */
export function publishDeleted(bus: Bus) {
  return ({ tenantId, thingsId }: NewsOf, { fromUs, toUs }: { fromUs: number; toUs: number }): void => {
    const range = { from_ms: Math.floor(fromUs / 1000), to_ms: Math.ceil(toUs / 1000) };
    publish(bus, tenantId, { type: "deleted", device_id: thingsId, ...range });
  };
}

/** UDS-01: the diagnosis of a device went on, to every process with a viewer. */
export function publishDiagnosis(bus: Bus) {
  return ({ tenantId, thingsId }: NewsOf, jobId: string | null): void =>
    publish(bus, tenantId, { type: "diagnosis", device_id: thingsId, job_id: jobId });
}

export function subscribeDeviceNews(bus: Bus, tenantId: string, hear: (notice: DeviceNotice) => void): () => void {
  return bus.subscribe(subject(tenantId), (payload) => {
    const { data } = liveNotice.safeParse(parseJson(Buffer.from(payload)));
    if (data && "device_id" in data) hear(data);
  });
}
