import { constants, createZstdDecompress, zstdDecompressSync } from "node:zlib";
import { SyncCodec } from "../../platform/sync-codec.ts";

/** Blocks are inflated into rooms of this size side by side: memory for each alone would cost as much as inflating it. */
const ROOM_BYTES = 128 * 1024;
let room = new Uint8Array(0);
let roomAt = 0;
const codec = new SyncCodec({ open: () => createZstdDecompress(), flush: constants.ZSTD_e_end, mustReset: false });

/** The bytes of one zstd frame; undefined where it is damaged or not of this length. */
export function inflate(stored: Uint8Array, rawLength: number): Uint8Array | undefined {
  // A byte more than it needs shows a frame that is longer than it should be.
  if (roomAt + rawLength >= room.length) {
    room = new Uint8Array(Math.max(ROOM_BYTES, rawLength + 1));
    roomAt = 0;
  }
  const length = codec.write(stored, room, roomAt, rawLength + 1);
  if (length === undefined) return inflatePublicly(stored, rawLength);
  if (length !== rawLength) return undefined;
  const raw = room.subarray(roomAt, roomAt + rawLength);
  // Columns of eight bytes are looked at in place.
  roomAt = (roomAt + rawLength + 7) & ~7;
  return raw;
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
