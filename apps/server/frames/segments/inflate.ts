import { constants, createZstdDecompress, zstdDecompressSync } from "node:zlib";
import { SyncCodec } from "../../platform/sync-codec.ts";

/** Small blocks are inflated side by side: memory for each alone would cost as much as inflating it. */
const ROOM_BYTES = 128 * 1024;
let room = new Uint8Array(0);
let roomAt = 0;
const codec = new SyncCodec({ open: () => createZstdDecompress(), flush: constants.ZSTD_e_end, mustReset: false });

/** The bytes of one zstd frame; undefined where it is damaged or not of this length. */
export function inflate(stored: Uint8Array, rawLength: number): Uint8Array | undefined {
  if (rawLength >= ROOM_BYTES / 4) {
    const own = new Uint8Array(rawLength + 1);
    return inflateInto(own, 0, stored, rawLength) ? own.subarray(0, rawLength) : undefined;
  }
  if (roomAt + rawLength >= room.length) {
    room = new Uint8Array(ROOM_BYTES);
    roomAt = 0;
  }
  if (!inflateInto(room, roomAt, stored, rawLength)) return undefined;
  const raw = room.subarray(roomAt, roomAt + rawLength);
  // Bytes are looked at four or eight at a time, in place.
  roomAt = (roomAt + rawLength + 7) & ~7;
  return raw;
}

/** The same into memory of the caller, which has room for a byte more: that shows a frame that is too long. */
export function inflateInto(into: Uint8Array, at: number, stored: Uint8Array, rawLength: number): boolean {
  const length = codec.write(stored, into, at, rawLength + 1);
  if (length !== undefined) return length === rawLength;
  const raw = inflatePublicly(stored, rawLength);
  if (raw !== undefined) into.set(raw, at);
  return raw !== undefined;
}

export function inflatePublicly(stored: Uint8Array, rawLength: number): Uint8Array | undefined {
  try {
    const raw = zstdDecompressSync(stored, {
      chunkSize: Math.max(64, rawLength),
      maxOutputLength: Math.max(1, rawLength),
    });
    return raw.length === rawLength ? raw : undefined;
  } catch {
    return undefined;
  }
}
