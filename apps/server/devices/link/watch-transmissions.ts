import type { TransmissionKeeper } from "./keep-transmissions.ts";
import { type CommandServices, sendToDevice } from "./send-command.ts";
import { newlyUnattended, type Orphan, takeOrphans } from "./transmission-store.ts";

interface WatchServices extends CommandServices {
  readonly transmissions: TransmissionKeeper;
}

/** How long a terminal may take to stop. */
const STOP_TIMEOUT_MS = 5000;

/** DEV-06: cyclic sends whose page is gone: stopped, or shown as that, by the rule of their tenant. */
export async function watchTransmissions(services: WatchServices, lookMs: number): Promise<void> {
  const { db, transmissions, now } = services;
  // A device that was deleted meanwhile must not keep the others waiting.
  for (const orphan of await takeOrphans(db, now())) await stopOrphan(services, orphan).catch(() => undefined);
  for (const device of await newlyUnattended(db, now(), 2 * lookMs)) await transmissions.told(device, now());
}

/** By the server itself, in the log like every stop. One that the terminal does not answer is tried again later. */
async function stopOrphan(services: WatchServices, { tenantId, thingsId, job }: Orphan): Promise<void> {
  const { transmissions, now } = services;
  const device = { tenantId, thingsId };
  // A terminal that never reports has ended it by itself: asked to stop, it might stop others.
  const isGoingOn = (await transmissions.list(device, now())).some(({ id }) => id === job);
  if (!isGoingOn) return transmissions.stopped(device, now(), job);
  const method = "frames.stop";
  const sent = await sendToDevice(services, { ...device, method, params: { job }, timeoutMs: STOP_TIMEOUT_MS });
  if (sent.state === "done") await transmissions.stopped(device, now(), job);
}
