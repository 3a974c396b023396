import { type Command, commandParams } from "@canopy/contract/devices/commands";
import type { TransmissionKeeper } from "./keep-transmissions.ts";
import type { Transmitter } from "./transmission-store.ts";

/** DEV-06: what a command starts or stops on the bus is shown until it ends. */
export async function followTransmission(
  transmissions: TransmissionKeeper,
  device: Transmitter,
  { id, method, params, state, user_name: userName }: Command,
  atMs: number,
  attended = false,
): Promise<void> {
  if (method === "frames.stop" && state === "done")
    return transmissions.stopped(device, atMs, commandParams["frames.stop"].parse(params).job);
  // Without an answer it may have arrived all the same.
  if (method !== "frames.send" || (state !== "done" && state !== "timeout")) return;
  const plan = commandParams["frames.send"].parse(params);
  // Once is over with the answer.
  if (plan.repeat === 1) return;
  return transmissions.started(device, { id, params: plan, confirmed: state === "done", userName, attended, atMs });
}

/** A list that its call did not wait for: it is being sent, and stopped, like one that repeats. */
export async function followLongList(
  transmissions: TransmissionKeeper,
  device: Transmitter,
  { id, params, user_name: userName, sent_time: atMs }: Command,
  attended: boolean,
): Promise<void> {
  const plan = commandParams["frames.send"].parse(params);
  return transmissions.started(device, { id, params: plan, confirmed: false, userName, attended, atMs });
}

/** The terminal has answered it: once is over, what repeats goes on. */
export async function settleLongList(
  transmissions: TransmissionKeeper,
  device: Transmitter,
  { id, params, state }: Command,
  atMs: number,
): Promise<void> {
  const { repeat } = commandParams["frames.send"].parse(params);
  if (repeat === 1 || state === "failed" || state === "offline") return transmissions.stopped(device, atMs, id);
  if (state === "done") await transmissions.confirmed(device, id, atMs);
}
