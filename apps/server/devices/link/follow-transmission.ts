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
  return transmissions.started(device, { id, params: plan, confirmed: state === "done", userName, attended, atMs });
}
