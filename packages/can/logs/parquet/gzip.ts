import type { Deflate } from "../writer.ts";

const CRC_TABLE = new Uint32Array(256).map((_, i) => {
  let crc = i;
  for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (bytes[i] as number)) & 255] as number);
  return ~crc >>> 0;
}

/** Parquet knows gzip, not zlib: the same deflate stream with another head (RFC 1950, 1952). */
export function gzip(bytes: Uint8Array, deflate: Deflate): Uint8Array {
  const stream = deflate(bytes).subarray(2, -4);
  const result = new Uint8Array(10 + stream.length + 8);
  result.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  result.set(stream, 10);
  const view = new DataView(result.buffer);
  view.setUint32(result.length - 8, crc32(bytes), true);
  view.setUint32(result.length - 4, bytes.length, true);
  return result;
}
