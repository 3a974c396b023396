import type { Inflate } from "@canopy/can/logs/reader";
import { Unzlib } from "fflate";
import { Decompress } from "fzstd";

type Push = (chunk: Uint8Array, isLast: boolean) => void;

/** A bomb is found out before it has grown by more than a thousand times this. */
const STEP_BYTES = 16 * 1024;

/** More than the file promises throws. */
function unpack(data: Uint8Array, size: number, open: (onChunk: (chunk: Uint8Array) => void) => Push): Uint8Array {
  const unpacked = new Uint8Array(size);
  let length = 0;
  const push = open((chunk) => {
    if (length + chunk.length > size) throw new RangeError("more than was promised");
    unpacked.set(chunk, length);
    length += chunk.length;
  });
  for (let at = 0; at < data.length; at += STEP_BYTES)
    push(data.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= data.length);
  return unpacked.subarray(0, length);
}

/** zlib data at once, which a browser itself only has as a stream. A cut one gives the bytes before the cut. */
export const inflateZlib: Inflate = (data, size) =>
  unpack(data, size, (onChunk) => {
    const stream = new Unzlib(onChunk);
    return (chunk) => stream.push(chunk);
  });

/** Zstandard, as most writers pack Parquet today; a browser has none. */
export const unpackZstd: Inflate = (data, size) =>
  unpack(data, size, (onChunk) => {
    const stream = new Decompress(onChunk);
    return (chunk, isLast) => stream.push(chunk, isLast);
  });
