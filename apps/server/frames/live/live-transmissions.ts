import { type Transmission, transmission } from "@canopy/contract/devices/transmissions";
import { z } from "zod";
import { type Bus, subjectPart } from "../../platform/bus/bus.ts";
import { parseJson } from "../dialects/parse-json.ts";

const news = z.object({ device_id: z.string(), list: z.array(transmission) });
export type TransmissionNews = z.output<typeof news>;

const subject = (tenantId: string) => `canopy.transmissions.${subjectPart(tenantId)}`;

/** DEV-06: cyclic transmissions of a device, to every process with a viewer. */
export function publishTransmissions(bus: Bus) {
  return ({ tenantId, thingsId }: { tenantId: string; thingsId: string }, list: readonly Transmission[]): void => {
    bus.publish(subject(tenantId), Buffer.from(JSON.stringify({ device_id: thingsId, list })));
  };
}

export function subscribeTransmissions(bus: Bus, tenantId: string, hear: (news: TransmissionNews) => void): () => void {
  return bus.subscribe(subject(tenantId), (payload) => {
    const { data } = news.safeParse(parseJson(Buffer.from(payload)));
    if (data) hear(data);
  });
}
