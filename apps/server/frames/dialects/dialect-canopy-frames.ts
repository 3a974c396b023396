import { FrameBatch } from "@canopy/can/frame/batch";
import { CB1_HEADER_BYTES } from "@canopy/can/frame/cb1";
import { decodeCb1, readCb1Header } from "@canopy/can/frame/cb1-decode";
import { t0OfCb1, withT0 } from "@canopy/can/frame/cb1-shift";
import { KEPT_CLOCK_BITS, MAX_BATCH_FRAMES } from "@canopy/contract/device-link/limits";
import { spanOf } from "../ingest/batch-span.ts";
import type { Reading } from "./dialect.ts";
import { inflate } from "./inflate.ts";

/** Two bytes of identifier, a head and a time: no frame is shorter. */
const MIN_FRAME_BYTES = 4;
/** A deflated batch that claims more starts here and grows. */
const FIRST_CAPACITY = 1024;
/** Bytes that a frame of eight bytes may need while it is read: the time before it takes up to three bytes. */
const INFLATED_BYTES = 11;

/** `up/frames`. Times out of range cost no frames: the low bits are kept. */
export function readFrames(payload: Uint8Array): Reading {
  const reading = readCb1(payload);
  const isFar = reading.kind === "bad" && reading.code === "timeOutOfRange";
  return isFar ? readFarFrames(payload) : reading;
}

/** The earliest time keeps its low bits, which lie before 2000: such a batch is quarantined for its clock. */
function readFarFrames(payload: Uint8Array): Reading {
  const reading = readCb1(withT0(payload, 0n));
  if (reading.kind !== "batch") return reading;
  const earliestUs = BigInt(spanOf(reading.batch.frames)?.firstUs ?? 0);
  const keptUs = BigInt.asUintN(KEPT_CLOCK_BITS, t0OfCb1(payload) + earliestUs);
  return readCb1(withT0(payload, keptUs - earliestUs));
}

function readCb1(payload: Uint8Array): Reading {
  const header = readCb1Header(payload);
  if (!header.ok) return { kind: "bad", code: header.problem.code };
  const { epoch, sequence, frames: count, isDeflated } = header.value;
  const body = payload.length - CB1_HEADER_BYTES;
  if (count > MAX_BATCH_FRAMES) return { kind: "bad", code: "tooManyFrames", epoch, sequence };
  if (!isDeflated && body < count * MIN_FRAME_BYTES) return { kind: "bad", code: "truncated", epoch, sequence };
  const capacity = Math.max(1, isDeflated ? Math.min(count, FIRST_CAPACITY) : count);
  const frames = new FrameBatch(capacity, isDeflated ? capacity * INFLATED_BYTES : Math.max(8, body));
  const decoded = decodeCb1(payload, frames, inflate);
  if (!decoded.ok) return { kind: "bad", code: decoded.problem.code, epoch, sequence };
  return { kind: "batch", batch: { epoch, sequence, frames, raw: payload } };
}
