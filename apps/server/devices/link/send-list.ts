import { setTimeout as pause } from "node:timers/promises";
import { sendingMs } from "@canopy/contract/device-link/sent-frame";
import { COMMAND_TIMEOUT_MS, type Command, commandParams, outlastsCall } from "@canopy/contract/devices/commands";
import { findCommand } from "./command-store.ts";
import { followLongList, followTransmission, settleLongList } from "./follow-transmission.ts";
import type { TransmissionKeeper } from "./keep-transmissions.ts";
import { type ListPlace, takeListPlace } from "./list-place.ts";
import { beginCommand, type CommandServices, type NewCommand, sendToDevice } from "./send-command.ts";

/** A terminal that refuses a list says so at once. */
const FIRST_WORD_MS = 2000;

export interface ListServices extends CommandServices {
  readonly transmissions: TransmissionKeeper;
}

/**
 * DEV-06: a terminal answers a list when it has gone out once. One that takes longer than a call may is not waited for: it
 * is answered as `sending`, and settled when the terminal answers. A process that ends meanwhile leaves it `lost`.
 */
export async function sendListOrCommand(
  services: ListServices,
  command: NewCommand,
  attended: boolean,
): Promise<Command> {
  const { repeats, longMs } = goingOn(command);
  if (!repeats && longMs === undefined) return sendShort(services, command, attended);
  const place = await takeListPlace(services.transmissions, command, services.now());
  if (longMs === undefined) return sendShort(services, command, attended, place).finally(place.leave);
  return sendLong(services, { ...command, timeoutMs: longMs + COMMAND_TIMEOUT_MS }, attended, place);
}

async function sendShort(
  services: ListServices,
  command: NewCommand,
  attended: boolean,
  place?: ListPlace,
): Promise<Command> {
  const sent = await sendToDevice(services, command);
  if (place) place.id = sent.id;
  await followTransmission(services.transmissions, command, sent, services.now(), attended);
  return sent;
}

async function sendLong(
  services: ListServices,
  command: NewCommand,
  attended: boolean,
  place: ListPlace,
): Promise<Command> {
  const { db, transmissions, now } = services;
  const begun = await beginCommand(services, command).catch((error: unknown) => {
    place.leave();
    throw error;
  });
  place.id = begun.id;
  void begun.settled.then(place.leave, place.leave);
  const waiting = new AbortController();
  const silence = pause(FIRST_WORD_MS, undefined, { signal: waiting.signal });
  const first = await Promise.race([begun.settled, silence]).finally(() => waiting.abort());
  // Its stop must not be refused for lists that go on.
  begun.release();
  const sending = first ?? (await findCommand(db, command.tenantId, command.thingsId, begun.id));
  if (sending?.state !== "sending") {
    const settled = await begun.settled;
    await followTransmission(transmissions, command, settled, now(), attended);
    return settled;
  }
  await followLongList(transmissions, command, sending, attended);
  // Should this fail, its row says that the result is not known.
  void begun.settled.then((settled) => settleLongList(transmissions, command, settled, now())).catch(() => undefined);
  return sending;
}

/** Of a list that may go on after its call: that it repeats, or how long it takes to go out once. */
function goingOn({ method, params }: NewCommand): { readonly repeats: boolean; readonly longMs?: number } {
  if (method !== "frames.send") return { repeats: false };
  const { frames, repeat } = commandParams[method].parse(params);
  return { repeats: repeat !== 1, ...(outlastsCall(frames) && { longMs: sendingMs(frames) }) };
}
