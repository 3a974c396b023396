import { constants, createInflateRaw, inflateRawSync } from "node:zlib";
import type { Inflate } from "@canopy/can/frame/cb1-decode";
import { SyncCodec } from "../../platform/sync-codec.ts";

/** Largest batch; the buffer is reused. */
const ROOM_BYTES = 256 * 1024;
const room = new Uint8Array(ROOM_BYTES);
const codec = new SyncCodec({ open: () => createInflateRaw(), flush: constants.Z_FINISH, mustReset: true });

/** The bound counts CAN FD frames of 64 bytes; a fifth of it holds most batches in one piece. */
function chunkSizeOf(maxBytes: number): number {
  return Math.min(65_536, Math.max(1024, Math.ceil(maxBytes / 5)));
}

/** Of the body of a batch. Good until the next call. */
export const inflate: Inflate = (body, maxBytes) => {
  const length = codec.write(body, room, 0);
  if (length !== undefined) return length <= maxBytes ? room.subarray(0, length) : null;
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, maxBytes), chunkSize: chunkSizeOf(maxBytes) });
  } catch {
    return null;
  }
};
