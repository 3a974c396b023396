import { configErrors } from "@canopy/contract/devices/config-errors";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import { appendDeviceLog } from "../device-log-store.ts";
import { isThingOnline } from "../fleet/thing-store.ts";
import { type CommandServices, sendToDevice } from "../link/send-command.ts";
import { type PendingVersion, pendingVersion, setVersionState } from "./config-store.ts";
import {
  CONFIG_TIMEOUT_MS,
  type ConfigOwner,
  keepReported,
  lookAtConfig,
  outcomeOf,
  problemOf,
} from "./read-config.ts";
import { knownConfig } from "./reported-config-store.ts";

export interface ConfigServices extends CommandServices {
  readonly log: Log;
}

/** Attempts for a terminal that does not answer, one per status report. */
const MAX_ATTEMPTS = 3;
const written = z.object({ hash: z.string() });

/** One conversation with each device at a time, in this process. */
const running = new Map<string, Promise<void>>();
/** Asked for while the one before was under way. */
const again = new Set<string>();

/** Sends the unconfirmed version, if any; settles with its result and never rejects. */
export function deliverConfig(services: ConfigServices, owner: ConfigOwner): Promise<void> {
  const { thingsId } = owner;
  const under = running.get(thingsId);
  if (under) {
    again.add(thingsId);
    return under;
  }
  const run = deliverAll(services, owner).finally(() => running.delete(thingsId));
  running.set(thingsId, run);
  return run;
}

/** On every status of a terminal: reads a changed configuration, sends an unconfirmed version. Never rejects. */
export async function configReported(
  services: ConfigServices,
  bindingNumber: number,
  hash: string | undefined,
): Promise<void> {
  try {
    const known = await knownConfig(services.db, bindingNumber);
    if (!known || running.has(known.thingsId)) return;
    if (known.isPending) await deliverConfig(services, known);
    else if (hash !== undefined && (hash !== known.hash || !known.hasContent)) await lookAtConfig(services, known);
  } catch (error) {
    services.log.warn({ binding: bindingNumber, err: error }, "the configuration of a terminal could not be followed");
  }
}

/** For tests: waits for deliveries under way. */
export async function configsDelivered(): Promise<void> {
  await Promise.all(running.values());
}

async function deliverAll(services: ConfigServices, { tenantId, thingsId }: ConfigOwner): Promise<void> {
  try {
    do {
      again.delete(thingsId);
      const pending = await pendingVersion(services.db, tenantId, thingsId);
      if (pending) await send(services, pending);
    } while (again.has(thingsId));
  } catch (error) {
    // It stays to be sent: the terminal's next status is the next try.
    services.log.warn({ things: thingsId, err: error }, "a configuration could not be delivered");
  }
}

async function send(services: ConfigServices, pending: PendingVersion): Promise<void> {
  const { db } = services;
  const { tenantId, thingsId, version, config, author: userName } = pending;
  // An offline terminal is not asked: the log would show a failed command.
  const isThere = await isThingOnline(db, tenantId, thingsId);
  if (!(await setVersionState(db, pending, isThere ? { state: "sending" } : WAITING)) || !isThere) return;
  const params = { revision: version, config };
  const command = {
    tenantId,
    thingsId,
    method: "config.write",
    params,
    timeoutMs: CONFIG_TIMEOUT_MS,
    userName,
  } as const;
  const answer = outcomeOf(await sendToDevice(services, command));
  if (answer.kind === "done") return confirm(services, pending, answer.result);
  const problem = problemOf(answer);
  if (answer.kind === "failed") return settle(services, pending, { state: "refused", problem });
  const attempts = pending.attempts + (answer.kind === "timeout" ? 1 : 0);
  if (attempts >= MAX_ATTEMPTS) return settle(services, pending, { state: "failed", problem });
  await setVersionState(db, pending, { state: "waiting", problem, attempts });
}

const WAITING = { state: "waiting", problem: configErrors.configOffline.code } as const;

/**
 * The hash is the proof. A terminal that reports none is asked for its configuration; one that cannot answer is
 * trusted.
 */
async function confirm(services: ConfigServices, pending: PendingVersion, result: unknown): Promise<void> {
  const said = written.safeParse(result).data?.hash;
  const reading = said === undefined ? await lookAtConfig(services, pending) : { hash: said };
  const isSame = !("hash" in reading) || reading.hash === pending.hash;
  if (!isSame) return settle(services, pending, { state: "failed", problem: configErrors.configHashDiffers.code });
  await keepReported(services, pending, { config: pending.config, revision: pending.version });
  await settle(services, pending, { state: "confirmed" });
}

async function settle(
  { db, now }: ConfigServices,
  pending: PendingVersion,
  to: { state: "confirmed" | "refused" | "failed"; problem?: string },
): Promise<void> {
  if (!(await setVersionState(db, pending, to))) return;
  const { tenantId, thingsId, version, hash, author: userName } = pending;
  const content = { version, hash, result: to.state, ...(to.problem !== undefined && { problem: to.problem }) };
  await appendDeviceLog(db, { tenantId, thingsId, kind: "config", content, userName, atMs: now() });
}
