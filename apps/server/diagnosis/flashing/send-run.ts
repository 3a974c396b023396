import type { FlashOrder } from "@canopy/contract/device-link/flash/flash-order";
import { commandErrors } from "@canopy/contract/devices/errors";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { platformErrors } from "@canopy/contract/platform/errors";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import { findDevice } from "../../devices/find-device.ts";
import type { LinkOutcome } from "../../devices/link/device-link.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { newFlashLink } from "../packages/package-content.ts";
import type { FlashServices } from "./flash-services.ts";
import { beginRun, endUnbegun } from "./run-changes.ts";
import { type FlashedDevice, sentRun } from "./run-store.ts";

const COMMAND_MS = 15_000;

/** What sending a run needs; a campaign sends runs too. */
export type SendServices = Pick<FlashServices, "db" | "ask" | "secret" | "webAddress" | "now" | "unlockOf">;
export type Sender = Pick<Caller, "tenantId" | "userId" | "userName">;
type Sending = readonly [services: SendServices, by: Sender, run: FlashRunRow];

interface Command {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const deviceOf = ({ tenantId }: Sender, run: FlashRunRow): FlashedDevice => ({
  tenantId,
  thingsId: run.things_id,
});

/** Written down as running before the terminal is told. Undefined: it is not in a state for it. */
export async function beginWith(
  [services, by, run]: Sending,
  command: Command & { readonly method: "flash.run" | "flash.retry" },
  from: readonly ("draft" | "approved" | "ended")[],
): Promise<LinkOutcome | undefined> {
  const { db, now } = services;
  const device = deviceOf(by, run);
  if (!(await beginRun(db, device, run.run_id, { from, atMs: now() }))) return undefined;
  const outcome = await tell(services, by, run, command);
  const content = { method: command.method, ecu: run.ecu_name, package: run.package_name, result: outcome.kind };
  await appendDeviceLog(db, { ...device, kind: "command", content, userName: by.userName, atMs: now() });
  // Without an answer it may have arrived all the same: its progress says so.
  if (outcome.kind === "done" || outcome.kind === "timeout") return { kind: "done", result: {} };
  const code = outcome.kind === "offline" ? "offline" : outcome.code.slice(0, 32);
  await endUnbegun(db, device, run.run_id, { code, atMs: now(), outcome: run.past_erase ? "boot" : null });
  return outcome;
}

export async function orderOf(services: SendServices, by: Sender, run: FlashRunRow): Promise<FlashOrder> {
  const { db, secret, webAddress, now, unlockOf } = services;
  const { tenantId } = by;
  const sent = await sentRun(db, deviceOf(by, run), run.run_id);
  if (!sent?.packageId || !sent.ecuId) throw new ApiError(platformErrors.notFound);
  const { order } = sent;
  const unlock = order.security_level === null ? null : await unlockOf(tenantId, sent.ecuId);
  const url = `${webAddress()}/v1/flash-links/${newFlashLink(secret, { tenantId, id: sent.packageId }, now())}`;
  return { ...order, run: run.run_id, url, unlock };
}

export async function tell(
  { db, ask }: SendServices,
  { tenantId }: Sender,
  { things_id }: FlashRunRow,
  command: Command,
): Promise<LinkOutcome> {
  const terminal = await findDevice(db, tenantId, things_id);
  if (!terminal) throw new ApiError(platformErrors.notFound);
  return ask(terminal.deviceId, { ...command, timeoutMs: COMMAND_MS }).catch((): LinkOutcome => ({ kind: "timeout" }));
}

export function refusal(outcome: Exclude<LinkOutcome, { kind: "done" }>): ApiError {
  if (outcome.kind === "offline") return new ApiError(commandErrors.deviceOffline);
  if (outcome.kind === "timeout") return new ApiError(commandErrors.responseTimeout);
  if (outcome.code === "busy") return new ApiError(flashErrors.terminalBusy);
  if (outcome.code === "noCard") return new ApiError(flashErrors.noCard);
  if (outcome.code === "channelListens") return new ApiError(diagnosisErrors.channelListens);
  if (outcome.code === "unknownMethod") return new ApiError(commandErrors.commandUnknown);
  return new ApiError(commandErrors.commandRefused, { values: { code: outcome.code, message: outcome.message } });
}
