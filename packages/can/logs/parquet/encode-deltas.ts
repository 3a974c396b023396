import { putVarintAt } from "./encode-levels.ts";

const BLOCK = 128;
const MINIBLOCKS = 4;
const MINIBLOCK = BLOCK / MINIBLOCKS;
const TWO_32 = 0x100000000;
const HEAD_BYTES = 32;
/** The smallest delta, four widths and 128 numbers of 53 bits. */
const MOST_BLOCK_BYTES = 16 + MINIBLOCKS + (BLOCK * 56) / 8;

const deltas = new Float64Array(BLOCK);
let room = new Uint8Array(0);

/** DELTA_BINARY_PACKED of whole numbers of up to 52 bits; the result is good until the next call. */
export function encodeDeltas(values: ArrayLike<number>, count: number): Uint8Array {
  const most = HEAD_BYTES + Math.ceil(count / BLOCK) * MOST_BLOCK_BYTES;
  if (room.length < most) room = new Uint8Array(most);
  const bytes = room;
  let at = 0;
  for (const number of [BLOCK, MINIBLOCKS, count, zigzag(values[0] as number)]) at = putVarintAt(bytes, at, number);
  for (let from = 1; from < count; from += BLOCK) at = putBlock(values, from, Math.min(count, from + BLOCK), bytes, at);
  return bytes.subarray(0, at);
}

function putBlock(values: ArrayLike<number>, from: number, to: number, bytes: Uint8Array, start: number): number {
  const count = to - from;
  let smallest = Number.POSITIVE_INFINITY;
  let before = values[from - 1] as number;
  for (let i = 0; i < count; i++) {
    const value = values[from + i] as number;
    const delta = value - before;
    before = value;
    deltas[i] = delta;
    if (delta < smallest) smallest = delta;
  }
  for (let i = 0; i < count; i++) deltas[i] = (deltas[i] as number) - smallest;
  deltas.fill(0, count);
  let at = putVarintAt(bytes, start, zigzag(smallest));
  const widthsAt = at;
  at += MINIBLOCKS;
  for (let miniblock = 0; miniblock < MINIBLOCKS; miniblock++) {
    const first = miniblock * MINIBLOCK;
    const width = widthOf(first);
    bytes[widthsAt + miniblock] = width;
    // A miniblock without values has no bytes.
    if (first < count && width > 0) at = putBits(first, width, bytes, at);
  }
  return at;
}

function widthOf(first: number): number {
  let largest = 0;
  for (let i = first; i < first + MINIBLOCK; i++) if ((deltas[i] as number) > largest) largest = deltas[i] as number;
  return largest < TWO_32 ? 32 - Math.clz32(largest) : 64 - Math.clz32(Math.floor(largest / TWO_32));
}

/** Bits of 32 numbers, the lowest first. */
function putBits(first: number, width: number, bytes: Uint8Array, from: number): number {
  let [at, held, bits] = [from, 0, 0];
  for (let i = first; i < first + MINIBLOCK; i++) {
    const delta = deltas[i] as number;
    // At most 24 bits at a time beside 7 held ones; most deltas have fewer.
    let low = width <= 24 ? delta | 0 : delta % 0x1000000;
    let high = width <= 24 ? 0 : Math.floor(delta / 0x1000000);
    for (let left = width; left > 0; left -= 24) {
      held |= low << bits;
      bits += Math.min(24, left);
      for (; bits >= 8; bits -= 8) {
        bytes[at++] = held & 255;
        held >>>= 8;
      }
      low = high % 0x1000000;
      high = Math.floor(high / 0x1000000);
    }
  }
  return at;
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
