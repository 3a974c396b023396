import { setTimeout as pause } from "node:timers/promises";
import { sendingMs } from "@canopy/contract/device-link/sent-frame";
import { COMMAND_TIMEOUT_MS, type Command, commandParams, outlastsCall } from "@canopy/contract/devices/commands";
import { findCommand } from "./command-store.ts";
import { beginCommand, type CommandServices, type NewCommand, sendToDevice } from "./send-command.ts";

/** A terminal that refuses a list says so at once. */
const FIRST_WORD_MS = 2000;

/** What is told of a list that goes on after its call. */
interface ListTold {
  goesOn(command: Command): Promise<void>;
  settled(command: Command): Promise<void>;
}

/**
 * DEV-06: a terminal answers a list when it has gone out once. One that takes longer than a call may is not waited for: it
 * is answered as `sending`, and settled when the terminal answers. A process that ends meanwhile leaves it `lost`.
 */
export async function sendListOrCommand(
  services: CommandServices,
  command: NewCommand,
  told: ListTold,
): Promise<Command> {
  const takesMs = longListMs(command);
  if (takesMs === undefined) return sendToDevice(services, command);
  const begun = await beginCommand(services, { ...command, timeoutMs: takesMs + COMMAND_TIMEOUT_MS });
  const waiting = new AbortController();
  const silence = pause(FIRST_WORD_MS, undefined, { signal: waiting.signal });
  const first = await Promise.race([begun.settled, silence]).finally(() => waiting.abort());
  if (first) return first;
  // Its stop must not be refused for lists that go on.
  begun.release();
  const sending = await findCommand(services.db, command.tenantId, command.thingsId, begun.id);
  if (sending?.state !== "sending") return begun.settled;
  await told.goesOn(sending);
  // Should this fail, its row says that the result is not known.
  void begun.settled.then((settled) => told.settled(settled)).catch(() => undefined);
  return sending;
}

/** Undefined: it is answered within a call. */
function longListMs({ method, params }: NewCommand): number | undefined {
  if (method !== "frames.send") return undefined;
  const { frames } = commandParams[method].parse(params);
  return outlastsCall(frames) ? sendingMs(frames) : undefined;
}
