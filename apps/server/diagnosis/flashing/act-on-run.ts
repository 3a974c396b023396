import { gateName } from "@canopy/contract/devices/flash-texts";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import {
  APPROVAL_MS,
  type FlashRunRow,
  GATES_FRESH_MS,
  type RunAction,
  VIN_TAIL,
} from "@canopy/contract/diagnosis/flashing/runs";
import type { Language } from "@canopy/contract/platform/language";
import type { Prover } from "../../accounts/prove-password.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { isJobRunning } from "../sessions/job-store.ts";
import { endSession } from "../sessions/keep-session.ts";
import { findSession } from "../sessions/session-store.ts";
import { type FlashServices, requireReset } from "./flash-services.ts";
import { approveRun, endUnbegun, moveRun } from "./run-changes.ts";
import { beginWith, deviceOf, orderOf, refusal, tell } from "./send-run.ts";

export interface Proof {
  readonly prover: Prover;
  readonly password: string;
  readonly vin_tail: string;
}

type Acting = readonly [services: FlashServices, caller: Caller, run: FlashRunRow];

export function actOn(action: RunAction, acting: Acting, language: Language): Promise<void> {
  if (action === "check") return checkGates(...acting);
  if (action === "ask") return askApproval(acting, language);
  return action === "retry" ? retry(...acting) : cancel(...acting);
}

/** The terminal reads, and tells in `up/flash`. */
async function checkGates(...[services, caller, run]: Acting): Promise<void> {
  if (run.state === "running" || run.state === "ended") throw new ApiError(flashErrors.runState);
  const device = deviceOf(caller, run);
  const tester = await findSession(services.db, device);
  // One's own session would be all that keeps the gate closed; a request under way, or another's session, has to.
  const isOwn = tester?.user_id === caller.userId;
  if (isOwn && !(await isJobRunning(services.db, device))) await endSession(services, device, "ended");
  const outcome = await tell(services, caller, run, {
    method: "flash.check",
    params: await orderOf(services, caller, run),
  });
  if (outcome.kind !== "done") throw refusal(outcome);
}

async function askApproval([services, caller, run]: Acting, language: Language): Promise<void> {
  requireReset(caller);
  requireGates(services, run, language);
  const device = deviceOf(caller, run);
  if (!run.two_persons || !(await moveRun(services.db, device, run.run_id, { from: ["draft"], to: "asked" })))
    throw new ApiError(flashErrors.runState);
  await services.tellApprovers(caller, run);
}

export async function approve([services, caller, run]: Acting, proof: Proof): Promise<void> {
  requireReset(caller);
  await requireProof(services, run, proof);
  if (run.state !== "asked") throw new ApiError(flashErrors.runState);
  if (run.asked_by_me) throw new ApiError(flashErrors.ownApproval);
  const { userId, userName } = caller;
  const by = { userId, userName, atMs: services.now() };
  if (!(await approveRun(services.db, deviceOf(caller, run), run.run_id, by))) throw new ApiError(flashErrors.runState);
}

/** Written down as running before the terminal is told: whoever dies in between has told nobody twice. */
export async function start([services, caller, run]: Acting, proof: Proof, language: Language): Promise<void> {
  const { now } = services;
  requireReset(caller);
  await requireProof(services, run, proof);
  if (run.two_persons && run.state !== "approved") throw new ApiError(flashErrors.approvalNeeded);
  if (run.two_persons && now() - (run.approved_time ?? 0) > APPROVAL_MS) throw new ApiError(flashErrors.approvalOver);
  if (!run.two_persons && run.state !== "draft") throw new ApiError(flashErrors.runState);
  requireGates(services, run, language);
  const params = await orderOf(services, caller, run);
  if (params.manifest.expires <= now()) throw new ApiError(flashErrors.packageExpired);
  await leaveDiagnosis(services, caller, run);
  await begin([services, caller, run], { method: "flash.run", params: { ...params } }, ["draft", "approved"]);
}

/** What an earlier try left is finished by the terminal, from its card. */
async function retry(...[services, caller, run]: Acting): Promise<void> {
  requireReset(caller);
  const isLeft = run.state === "ended" && run.past_erase && run.outcome !== "new";
  if (run.state !== "running" && !isLeft) throw new ApiError(flashErrors.runState);
  await leaveDiagnosis(services, caller, run);
  if (run.state === "running") return askAgain([services, caller, run], "flash.retry");
  await begin([services, caller, run], { method: "flash.retry", params: { run: run.run_id } }, ["ended"]);
}

/** A flash has the vehicle to itself: one's own session ends before the terminal hears of it, another's stays. */
async function leaveDiagnosis(...[services, caller, run]: Acting): Promise<void> {
  const device = deviceOf(caller, run);
  const tester = await findSession(services.db, device);
  if (!tester) return;
  if (tester.user_id !== caller.userId)
    throw new ApiError(diagnosisErrors.testerBusy, { values: { user: tester.user_name } });
  await endSession(services, device, "ended");
}

async function cancel(...[services, caller, run]: Acting): Promise<void> {
  const device = deviceOf(caller, run);
  if (run.state === "ended") throw new ApiError(flashErrors.runState);
  if (run.state !== "running") {
    await moveRun(services.db, device, run.run_id, { from: ["draft", "asked", "approved"], to: "ended" });
    return;
  }
  if (run.past_erase) throw new ApiError(flashErrors.pastErase);
  await askAgain([services, caller, run], "flash.cancel");
}

/** A terminal that does not know the run any more ends it: nobody else could. */
async function askAgain([services, caller, run]: Acting, method: "flash.retry" | "flash.cancel"): Promise<void> {
  const outcome = await tell(services, caller, run, { method, params: { run: run.run_id } });
  if (outcome.kind === "done") return;
  if (outcome.kind !== "failed" || outcome.code !== "unknownRun") throw refusal(outcome);
  const end = { code: outcome.code, atMs: services.now(), outcome: run.past_erase ? ("boot" as const) : null };
  await endUnbegun(services.db, deviceOf(caller, run), run.run_id, end);
}

async function begin(
  acting: Acting,
  ...how: Parameters<typeof beginWith> extends [unknown, ...infer How] ? How : never
) {
  const outcome = await beginWith(acting, ...how);
  if (!outcome) throw new ApiError(flashErrors.runState);
  if (outcome.kind !== "done") throw refusal(outcome);
}

async function requireProof(
  { proveOwnPassword }: FlashServices,
  { vin }: FlashRunRow,
  { prover, password, vin_tail }: Proof,
): Promise<void> {
  if (vin_tail.toUpperCase() !== vin.slice(-VIN_TAIL).toUpperCase())
    throw new ApiError(flashErrors.vinWrong, { field: "vin_tail" });
  if (!(await proveOwnPassword(prover, password))) throw new ApiError(flashErrors.passwordWrong, { field: "password" });
}

/** The terminal judges again, with eyes of its own: this only keeps people from asking in vain. */
function requireGates({ now }: FlashServices, { gates, gates_time }: FlashRunRow, language: Language): void {
  if (gates === null || gates_time === null || now() - gates_time > GATES_FRESH_MS)
    throw new ApiError(flashErrors.gatesStale);
  const unmet = gates.filter(({ reason }) => reason !== null).map(({ name }) => gateName(name, language));
  if (unmet.length > 0)
    throw new ApiError(flashErrors.gatesUnmet, { values: { gates: unmet.join(language === "zh" ? "、" : ", ") } });
}
