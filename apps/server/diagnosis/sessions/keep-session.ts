import { INITIAL_ECU_STATE, type KnownEcuState, stateAfter } from "@canopy/can/uds/job/ecu-state";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import { type DiagnosisSession, SESSION_GONE_MS } from "@canopy/contract/diagnosis/sessions";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import { findDevice } from "../../devices/find-device.ts";
import type { AskDevice } from "../../devices/link/device-link.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { settleJobsOf, settleLateJobs, stateAnswers } from "./job-store.ts";
import * as store from "./session-store.ts";

/** Tells viewers of a device that its diagnosis went on; a job, or the session itself. */
export type PublishDiagnosis = (device: store.DiagnosedDevice, jobId: string | null) => void;

export interface SessionServices {
  readonly db: Db;
  readonly ask: AskDevice;
  readonly publish: PublishDiagnosis;
  readonly now: () => number;
}

/** ended: by its user. gone: its page was not heard of. offline: the terminal's connection ended. */
export type EndReason = "ended" | "gone" | "offline";

/** How long the terminal may take to end its sessions. */
const END_TIMEOUT_MS = 5000;

export async function currentSession(
  { db }: Pick<SessionServices, "db">,
  device: store.DiagnosedDevice,
): Promise<DiagnosisSession | null> {
  const session = await store.findSession(db, device);
  return session ? { ...session, ecus: await ecuStates(db, device.tenantId, session.id) } : null;
}

export async function openSession(services: SessionServices, caller: Caller, thingsId: string) {
  const { db, now, publish } = services;
  const { tenantId, userId, userName } = caller;
  const device = { tenantId, thingsId };
  const atMs = now();
  const made = await store.insertSession(db, { ...device, userId, userName, atMs });
  if (made) {
    const content = { action: "opened" } as const;
    await appendDeviceLog(db, { ...device, kind: "diagnosis", content, userName, atMs });
    publish(device, null);
    return { ...made, ecus: [] };
  }
  const held = await currentSession(services, device);
  if (held && held.user_id !== userId)
    throw new ApiError(diagnosisErrors.testerBusy, { values: { user: held.user_name } });
  // It ended between the two looks.
  if (!held) throw new ApiError(diagnosisErrors.noSession);
  await store.seeSession(db, tenantId, held.id, atMs);
  return held;
}

/** The caller's own session, which is alive from now on. */
export async function ownSession(services: SessionServices, caller: Caller, thingsId: string) {
  const { db, now } = services;
  const session = await store.findSession(db, { tenantId: caller.tenantId, thingsId });
  if (!session) throw new ApiError(diagnosisErrors.noSession);
  if (session.user_id !== caller.userId)
    throw new ApiError(diagnosisErrors.testerBusy, { values: { user: session.user_name } });
  await store.seeSession(db, caller.tenantId, session.id, now());
  return session;
}

/** 3E stops and the ECUs go to the default session, where the terminal is still there; the device log has it. */
export async function endSession(
  services: SessionServices,
  device: store.DiagnosedDevice,
  reason: EndReason,
  openedBeforeMs = services.now(),
): Promise<void> {
  const { db, ask, publish, now } = services;
  const atMs = now();
  const ended = await store.closeSession(db, device, { reason, atMs, openedBeforeMs });
  if (!ended) return;
  const terminal = reason === "offline" ? undefined : await findDevice(db, device.tenantId, device.thingsId);
  if (terminal) {
    await ask(terminal.deviceId, { method: "uds.end", params: {}, timeoutMs: END_TIMEOUT_MS }).catch(() => undefined);
  }
  await settleJobsOf(db, device, reason === "offline" ? "offline" : "cancelled", now());
  const content = { action: "ended", reason } as const;
  await appendDeviceLog(db, { ...device, kind: "diagnosis", content, userName: ended.userName, atMs });
  publish(device, null);
}

/** A terminal that is gone is not asked. */
const NOBODY: AskDevice = async () => ({ kind: "offline" });

/** Connections began or ended: the terminals have ended their sessions with them. */
export async function endOffline(
  services: Omit<SessionServices, "ask">,
  told: readonly { readonly bindingNumber: number; readonly atMs: number }[],
): Promise<void> {
  const times = new Map(told.map(({ bindingNumber, atMs }) => [bindingNumber, atMs]));
  for (const { binding, ...device } of await store.sessionsOfBindings(services.db, [...times.keys()]))
    await endSession({ ...services, ask: NOBODY }, device, "offline", times.get(binding));
}

/** Sessions without a page, and jobs without an end, of all tenants. */
export async function watchSessions(services: SessionServices): Promise<void> {
  const { db, publish, now } = services;
  for (const device of await store.sessionsUnseenSince(db, now() - SESSION_GONE_MS)) {
    await endSession(services, device, "gone");
  }
  for (const { id, ...device } of await settleLateJobs(db, now())) publish(device, id);
}

async function ecuStates(db: Db, tenantId: string, sessionId: string): Promise<DiagnosisSession["ecus"]> {
  const states = new Map<string, KnownEcuState & { channel: number; physical_id: number }>();
  for (const { channel, physical_id, data } of await stateAnswers(db, tenantId, sessionId)) {
    const key = `${channel}/${physical_id}`;
    const state = stateAfter(states.get(key) ?? INITIAL_ECU_STATE, data);
    states.set(key, { ...state, channel, physical_id });
  }
  return [...states.values()];
}
