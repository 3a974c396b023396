import { constants, crc32, zstdCompressSync } from "node:zlib";
import { inflate } from "./inflate.ts";

/*
 * A block is bytes as they lie in a segment: one zstd frame, or the bytes themselves where that is not smaller. Its
 * stored length tells which (equal to the raw length: as they are), its CRC-32 is of the stored bytes.
 */

export interface Block {
  readonly bytes: Uint8Array;
  readonly crc: number;
}

const LEVELS = new Map(
  [1, 3].map((level) => [level, { params: { [constants.ZSTD_c_compressionLevel]: level } }] as const),
);

export function packBlock(raw: Uint8Array, level: 1 | 3): Block {
  const packed = raw.length < 16 ? raw : zstdCompressSync(raw, LEVELS.get(level));
  // A copy where it stays as it is: the caller's memory is used again.
  const bytes = packed.length < raw.length ? packed : raw.slice();
  return { bytes, crc: crc32(bytes) };
}

/** The raw bytes, or undefined where they are not those that were written. */
export function unpackBlock(stored: Uint8Array, crc: number, rawLength: number): Uint8Array | undefined {
  if (crc32(stored) !== crc) return undefined;
  return stored.length === rawLength ? stored : inflate(stored, rawLength);
}
