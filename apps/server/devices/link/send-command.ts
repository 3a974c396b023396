import { type Command, type CommandMethod, commandResult } from "@canopy/contract/devices/commands";
import { commandErrors } from "@canopy/contract/devices/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Role } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { appendDeviceLog, completeDeviceLog } from "../device-log-store.ts";
import { findDevice } from "../find-device.ts";
import { findCommand, insertCommand, type SettledCommand, settleCommand } from "./command-store.ts";
import type { AskDevice, LinkOutcome } from "./device-link.ts";
import { checkMaySend } from "./sending-rule.ts";

export interface CommandServices {
  readonly db: Db;
  readonly ask: AskDevice;
  readonly now: () => number;
}

export interface NewCommand {
  readonly tenantId: string;
  readonly thingsId: string;
  readonly method: CommandMethod;
  /** Checked by the contract, with its defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  /** Absent: the server itself. */
  readonly userName?: string | undefined;
  /** Absent: for a rule or a run. */
  readonly role?: Role | undefined;
}

/** Under way to one device at once, in this process: more would only make each other late. */
const MAX_UNDER_WAY = 16;
const underWay = new Map<string, number>();

/** A command on its way. */
interface BegunCommand {
  readonly id: string;
  /** Whatever became of it is in its `state`. */
  readonly settled: Promise<Command>;
  /** It does not count as under way any more. */
  release(): void;
}

/** DEV-06: written down, sent, answered (or not), written down. */
export async function sendToDevice(services: CommandServices, command: NewCommand): Promise<Command> {
  return (await beginCommand(services, command)).settled;
}

export async function beginCommand(services: CommandServices, command: NewCommand): Promise<BegunCommand> {
  const { db } = services;
  const { tenantId, thingsId } = command;
  const device = await findDevice(db, tenantId, thingsId);
  if (!device) throw new ApiError(platformErrors.notFound);
  if (command.method === "frames.send") await checkMaySend(db, tenantId, command.role);
  const release = enter(thingsId);
  const written = insertCommandAndLog(services, command);
  const settled = written.then((row) => finish(services, command, device.deviceId, row)).finally(release);
  // Its caller is told below, by the same failure.
  settled.catch(() => undefined);
  return { id: (await written).id, settled, release };
}

function enter(thingsId: string): () => void {
  const running = underWay.get(thingsId) ?? 0;
  if (running >= MAX_UNDER_WAY) throw new ApiError(commandErrors.tooManyCommands);
  underWay.set(thingsId, running + 1);
  let isOut = false;
  return () => {
    if (isOut) return;
    isOut = true;
    const left = (underWay.get(thingsId) ?? 1) - 1;
    if (left > 0) underWay.set(thingsId, left);
    else underWay.delete(thingsId);
  };
}

interface CommandRow {
  readonly id: string;
  readonly logId: number;
}

async function finish(
  services: CommandServices,
  command: NewCommand,
  deviceId: string,
  { id, logId }: CommandRow,
): Promise<Command> {
  const { db, now } = services;
  const { tenantId, thingsId, method } = command;
  const settled = settle(method, await askDevice(services, deviceId, id, command), now());
  await settleCommand(db, tenantId, id, settled);
  await completeDeviceLog(db, tenantId, logId, logResult(settled));
  const kept = await findCommand(db, tenantId, thingsId, id);
  // The device was deleted while it answered.
  if (!kept) throw new ApiError(platformErrors.notFound);
  return kept;
}

function insertCommandAndLog({ db, now }: CommandServices, command: NewCommand): Promise<CommandRow> {
  const { tenantId, thingsId, method, params, timeoutMs, userName } = command;
  const atMs = now();
  return db.transaction().execute(async (transaction) => {
    const logId = await appendDeviceLog(transaction, {
      tenantId,
      thingsId,
      kind: "command",
      content: { method, ...itemsOf(params) },
      ...(userName !== undefined && { userName }),
      atMs,
    });
    const row = { tenantId, thingsId, method, params, userName: userName ?? null, sentMs: atMs };
    return { id: await insertCommand(transaction, { ...row, deadlineMs: atMs + timeoutMs, logId }), logId };
  });
}

/** DEV-07: one entry per run of a command list, with its items. */
function itemsOf({ frames }: NewCommand["params"]): Record<string, unknown> {
  return Array.isArray(frames) ? { items: frames } : {};
}

async function askDevice(
  services: CommandServices,
  deviceId: string,
  id: string,
  command: NewCommand,
): Promise<LinkOutcome> {
  const { method, timeoutMs } = command;
  try {
    return await services.ask(deviceId, { method, params: paramsOf(command, id, services.now()), timeoutMs });
  } catch {
    // The way to the gateway broke: whether it arrived is not known.
    return { kind: "timeout" };
  }
}

function paramsOf({ method, params }: NewCommand, id: string, nowMs: number): NewCommand["params"] {
  if (method === "time.sync") return { server_time: nowMs };
  return method === "frames.send" ? { ...params, job: id } : params;
}

export const BAD_ANSWER = "badAnswer";

function settle(method: CommandMethod, outcome: LinkOutcome, finishedMs: number): SettledCommand {
  if (outcome.kind === "offline" || outcome.kind === "timeout") return { state: outcome.kind, finishedMs };
  if (outcome.kind === "failed") {
    const { code, message } = outcome;
    return { state: "failed", errorCode: code.slice(0, 64), errorMessage: message.slice(0, 1024), finishedMs };
  }
  const answer = outcome.result ?? {};
  if (outcome.isPlain) return { state: "done", result: answer, finishedMs };
  const checked = commandResult(method).safeParse(answer);
  if (!checked.success) return { state: "failed", errorCode: BAD_ANSWER, result: answer, finishedMs };
  return { state: "done", result: checked.data, finishedMs };
}

function logResult({ state, errorCode, result }: SettledCommand): Record<string, unknown> {
  const items = typeof result === "object" && result !== null && "items" in result ? { results: result.items } : {};
  return { result: state, ...(errorCode !== undefined && { code: errorCode }), ...items };
}
