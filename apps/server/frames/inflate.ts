import { inflateRawSync } from "node:zlib";
import type { Inflate } from "@canopy/can/frame/cb1-decode";

/** The bound counts CAN FD frames of 64 bytes; a fifth of it holds most batches in one piece. */
function chunkSizeOf(maxBytes: number): number {
  return Math.min(65_536, Math.max(1024, Math.ceil(maxBytes / 5)));
}

/** Of the body of a batch. */
export const inflate: Inflate = (body, maxBytes) => {
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, maxBytes), chunkSize: chunkSizeOf(maxBytes) });
  } catch {
    return null;
  }
};
