import { deflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { RunningVehicle } from "../vehicles/load-vehicle.ts";
import type { VehicleKind } from "../vehicles/vehicle.ts";

/** Frames of one message under load, as in the figures of docs/benchmarks.md. */
export const LOAD_BATCH_FRAMES = 300;
const TEMPLATES = 16;

/**
 * Batches of a real vehicle, encoded once. A CB1 body has only the steps of time inside it, so the same body serves any
 * device at any time: only the header is written per batch.
 */
export function loadTemplates(kind: VehicleKind, framesPerSecond: number): Uint8Array[] {
  const vehicle = new RunningVehicle({ kind, seed: "load", startUs: 0 });
  const frames = new FrameBatch();
  for (let untilUs = 1e6; frames.length < TEMPLATES * LOAD_BATCH_FRAMES; untilUs += 1e6)
    vehicle.advance(untilUs, frames);
  return Array.from({ length: TEMPLATES }, (_, k) => template(frames, k * LOAD_BATCH_FRAMES, framesPerSecond));
}

/** The times are spread evenly over the batch's duration at this rate. */
function template(frames: FrameBatch, from: number, framesPerSecond: number): Uint8Array {
  const batch = new FrameBatch(LOAD_BATCH_FRAMES);
  for (let i = 0; i < LOAD_BATCH_FRAMES; i++) {
    batch.pushFrame({ ...frames.at(from + i), timeUs: Math.floor((i * 1e6) / framesPerSecond) });
  }
  const message = encodeCb1(batch, { epoch: 0, sequence: 0 }, (body) => deflateRawSync(body, { level: 1 }));
  if (!message.ok) throw new Error(`CB1: ${message.problem.code}`);
  return message.value;
}

/** A copy with its own identity and time. */
export function stamp(template: Uint8Array, epoch: number, sequence: number, t0Us: number): Uint8Array {
  const bytes = template.slice();
  const view = new DataView(bytes.buffer);
  view.setUint32(4, epoch, true);
  view.setBigUint64(8, BigInt(sequence), true);
  view.setBigInt64(18, BigInt(t0Us), true);
  return bytes;
}
