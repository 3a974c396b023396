import { crc32 } from "../../bytes/crc32.ts";
import type { Deflate } from "../pack-queue.ts";

/** Parquet knows gzip, not zlib: the same deflate stream with another head (RFC 1950, 1952). */
export function gzip(bytes: Uint8Array, deflate: Deflate): Uint8Array | Promise<Uint8Array> {
  const deflated = deflate(bytes);
  return deflated instanceof Promise ? deflated.then((zlib) => asGzip(zlib, bytes)) : asGzip(deflated, bytes);
}

function asGzip(zlib: Uint8Array, bytes: Uint8Array): Uint8Array {
  const stream = zlib.subarray(2, -4);
  const result = new Uint8Array(10 + stream.length + 8);
  result.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  result.set(stream, 10);
  const view = new DataView(result.buffer);
  view.setUint32(result.length - 8, crc32(bytes), true);
  view.setUint32(result.length - 4, bytes.length, true);
  return result;
}
