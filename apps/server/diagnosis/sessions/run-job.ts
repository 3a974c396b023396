import type { UdsRun, UnlockFile } from "@canopy/contract/device-link/uds-job";
import { commandErrors } from "@canopy/contract/devices/errors";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import type { JobRequest } from "@canopy/contract/diagnosis/job-request";
import type { DiagnosisJob } from "@canopy/contract/diagnosis/sessions";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import type { LinkOutcome } from "../../devices/link/device-link.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { findJob, insertJob, settleJob } from "./job-store.ts";
import { ownSession, type SessionServices } from "./keep-session.ts";
import type { DiagnosedDevice } from "./session-store.ts";
import { type KeyOf, runWithScript } from "./unlock-by-script.ts";

export interface JobServices extends SessionServices {
  /** The content of the unlock file of an ECU; it leaves the server only towards the terminal. */
  readonly unlockOf: (tenantId: string, ecuId: string) => Promise<UnlockFile>;
  /** Makes keys by the script of an ECU; undefined: its file is an algorithm for the terminal. */
  readonly scriptOf: (tenantId: string, ecuId: string) => Promise<KeyOf | undefined>;
  readonly hasEcu: (tenantId: string, ecuId: string) => Promise<boolean>;
}

/** How long the terminal may take to begin. */
const BEGIN_TIMEOUT_MS = 10_000;
/** Beyond the execution time, which the terminal watches: the way of its last message. */
const REPORT_MS = 15_000;

/** UDS-01, UDS-03: a key that a script makes is made here, between two jobs. */
export async function runJob(
  services: JobServices,
  caller: Caller,
  thingsId: string,
  request: JobRequest,
): Promise<DiagnosisJob> {
  const run = (part: JobRequest) => runPart(services, caller, thingsId, part);
  const { ecu_id, steps } = request;
  if (ecu_id === undefined || !steps.some((step) => "unlock" in step)) return run(request);
  if (!(await services.hasEcu(caller.tenantId, ecu_id))) throw new ApiError(platformErrors.notFound);
  const keyOf = await services.scriptOf(caller.tenantId, ecu_id);
  const device = { tenantId: caller.tenantId, thingsId };
  return keyOf ? runWithScript(services, { device, request, keyOf, run }) : run(request);
}

/** Written down, begun by the terminal, followed by its own messages. */
async function runPart(
  services: JobServices,
  caller: Caller,
  thingsId: string,
  request: JobRequest,
): Promise<DiagnosisJob> {
  const { db, now, publish } = services;
  const device = { tenantId: caller.tenantId, thingsId };
  const terminal = await findDevice(db, caller.tenantId, thingsId);
  if (!terminal) throw new ApiError(platformErrors.notFound);
  const session = await ownSession(services, caller, thingsId);
  const steps = await stepsOf(services, caller.tenantId, request);
  const atMs = now();
  const deadlineMs = atMs + request.settings.execution_time_s * 1000 + REPORT_MS;
  const { title, settings } = request;
  const row = { ...device, sessionId: session.id, userName: caller.userName, title, settings, steps: request.steps };
  const job = await insertJob(db, { ...row, atMs, deadlineMs });
  if (job === undefined) throw new ApiError(diagnosisErrors.jobRunning);
  const params = { job, settings, go_on: request.go_on, steps } satisfies UdsRun;
  const outcome = await services
    .ask(terminal.deviceId, { method: "uds.run", params, timeoutMs: BEGIN_TIMEOUT_MS })
    .catch((): LinkOutcome => ({ kind: "timeout" }));
  if (outcome.kind !== "done") await refuse(services, device, job, outcome);
  publish(device, job);
  const kept = await findJob(db, device, job);
  if (!kept) throw new ApiError(platformErrors.notFound);
  return kept;
}

async function stepsOf(
  { unlockOf, hasEcu }: JobServices,
  tenantId: string,
  { steps, ecu_id }: JobRequest,
): Promise<UdsRun["steps"]> {
  if (ecu_id !== undefined && !(await hasEcu(tenantId, ecu_id))) throw new ApiError(platformErrors.notFound);
  const made: UdsRun["steps"] = [];
  for (const step of steps) {
    if (!("unlock" in step)) made.push(step);
    else if (ecu_id === undefined) throw new ApiError(diagnosisErrors.noUnlockFile);
    else made.push({ unlock: step.unlock, algorithm: await unlockOf(tenantId, ecu_id) });
  }
  return made;
}

async function refuse(
  { db, now, publish }: SessionServices,
  device: DiagnosedDevice,
  job: string,
  outcome: Exclude<LinkOutcome, { kind: "done" }>,
): Promise<never> {
  const state = outcome.kind === "offline" ? "offline" : outcome.kind === "timeout" ? "lost" : "refused";
  await settleJob(db, device, job, { state, atMs: now() });
  publish(device, job);
  const details = { id: job };
  if (outcome.kind === "offline") throw new ApiError(commandErrors.deviceOffline, { details });
  if (outcome.kind === "timeout") throw new ApiError(commandErrors.responseTimeout, { details });
  if (outcome.code === "channelListens") throw new ApiError(diagnosisErrors.channelListens, { details });
  if (outcome.code === "busy") throw new ApiError(diagnosisErrors.jobRunning, { details });
  if (outcome.code === "unknownMethod") throw new ApiError(commandErrors.commandUnknown, { details });
  const values = { code: outcome.code, message: outcome.message };
  throw new ApiError(commandErrors.commandRefused, { details, values });
}

/** The terminal tells the end; without an answer it counts as lost when its time is over. */
export async function cancelJob(
  services: SessionServices,
  caller: Caller,
  thingsId: string,
  id: string,
): Promise<void> {
  const { db, ask } = services;
  const device = { tenantId: caller.tenantId, thingsId };
  const job = await findJob(db, device, id);
  const terminal = await findDevice(db, caller.tenantId, thingsId);
  if (!job || !terminal) throw new ApiError(platformErrors.notFound);
  if (job.state !== "running") throw new ApiError(diagnosisErrors.jobEnded);
  await ownSession(services, caller, thingsId);
  const asked = { method: "uds.cancel", params: { job: id }, timeoutMs: BEGIN_TIMEOUT_MS };
  const outcome = await ask(terminal.deviceId, asked).catch((): LinkOutcome => ({ kind: "timeout" }));
  if (outcome.kind === "offline") throw new ApiError(commandErrors.deviceOffline);
  if (outcome.kind !== "done") throw new ApiError(commandErrors.responseTimeout);
}
