import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { CANDTU_RECORD_BYTES, decodeCandtuRaw } from "@canopy/contract/device-link/candtu-records";
import { MAX_BATCH_FRAMES } from "@canopy/contract/device-link/limits";
import type { BatchIdentity } from "./candtu-identity.ts";
import type { Reading } from "./dialect.ts";

/** Records become a batch like any other: its CB1 bytes are made here, for the live stream. */
export function readCandtuRaw(payload: Buffer, identify: () => BatchIdentity): Reading {
  const most = Math.ceil(payload.length / CANDTU_RECORD_BYTES);
  if (most > MAX_BATCH_FRAMES) return { kind: "bad", code: "tooManyFrames" };
  const frames = new FrameBatch(Math.max(1, most), Math.max(8, payload.length));
  const decoded = decodeCandtuRaw(payload, frames);
  if (!decoded.ok) return { kind: "bad", code: decoded.problem };
  const { epoch, sequence, payloadHash } = identify();
  const encoded = encodeCb1(frames, { epoch, sequence });
  if (!encoded.ok) return { kind: "bad", code: encoded.problem.code };
  return { kind: "batch", batch: { epoch, sequence, frames, raw: encoded.value, payloadHash } };
}
