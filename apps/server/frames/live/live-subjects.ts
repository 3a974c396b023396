import { subjectPart } from "../../platform/bus/bus.ts";

/** Batches of one binding: a terminal that moved to another tenant is another subject. */
export const framesSubject = (bindingNumber: number) => `canopy.frames.${bindingNumber}`;
export const statusSubject = (tenantId: string) => `canopy.status.${subjectPart(tenantId)}`;
/** GPS-04: the newest positions of a tenant's devices. */
export const placesSubject = (tenantId: string) => `canopy.places.${subjectPart(tenantId)}`;
/** A process watches a tenant's statuses or positions; the payload is one of `WANTED`. */
export const statusWantedSubject = (tenantId: string) => `canopy.status-wanted.${subjectPart(tenantId)}`;
export const WANTED = {
  again: Uint8Array.of(0),
  all: Uint8Array.of(1),
  rates: Uint8Array.of(2),
  places: Uint8Array.of(3),
} as const;
/** The last minute of a tenant's rates, published when it is asked for. */
export const ratesSubject = (tenantId: string) => `canopy.rates.${subjectPart(tenantId)}`;
/** The alarm events of a tenant changed; the notice carries no content, since not every user may see each event. */
export const alarmsSubject = (tenantId: string) => `canopy.alarms.${subjectPart(tenantId)}`;
/** Time for which statuses are published after a request; a subscriber repeats it earlier. */
export const WANTED_MS = 30_000;
