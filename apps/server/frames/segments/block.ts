import { constants, crc32, createZstdCompress, zstdCompressSync } from "node:zlib";
import { SyncCodec } from "../../platform/sync-codec.ts";
import { inflate } from "./inflate.ts";

/*
 * A block is bytes as they lie in a segment: one zstd frame, or the bytes themselves where that is not smaller. Its
 * stored length tells which (equal to the raw length: as they are), its CRC-32 is of the stored bytes.
 */

export interface Block {
  readonly bytes: Uint8Array;
  readonly crc: number;
}

/** Shorter ones are kept as they are. */
const LEAST_BYTES = 16;
const optionsOf = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });
const codecs = [1, 3].map((level) => {
  const open = () => createZstdCompress(optionsOf(level));
  return new SyncCodec({ open, flush: constants.ZSTD_e_end, mustReset: false });
});

/** Blocks are packed into rooms of this size side by side: memory for each alone would cost as much as packing it. */
const ROOM_BYTES = 256 * 1024;
let room = new Uint8Array(0);
let roomAt = 0;

export function packBlock(raw: Uint8Array, level: 1 | 3): Block {
  const packed = raw.length < LEAST_BYTES ? undefined : packZstd(raw, level);
  // A copy where it stays as it is: the caller's memory is used again.
  const bytes = packed !== undefined && packed.length < raw.length ? packed : raw.slice();
  return { bytes, crc: crc32(bytes) };
}

/** One zstd frame, in memory that is not used again. */
export function packZstd(raw: Uint8Array, level: 1 | 3): Uint8Array {
  // Incompressible data grows a little.
  const most = raw.length + (raw.length >> 7) + 256;
  if (roomAt + most > room.length) {
    room = new Uint8Array(Math.max(ROOM_BYTES, most));
    roomAt = 0;
  }
  const length = codecs[level === 1 ? 0 : 1]?.write(raw, room, roomAt);
  if (length === undefined) return zstdCompressSync(raw, optionsOf(level));
  roomAt += length;
  return room.subarray(roomAt - length, roomAt);
}

/** The raw bytes, or undefined where they are not those that were written. */
export function unpackBlock(stored: Uint8Array, crc: number, rawLength: number): Uint8Array | undefined {
  if (crc32(stored) !== crc) return undefined;
  return stored.length === rawLength ? stored : inflate(stored, rawLength);
}
