import type { SegmentFooter } from "../segments/footer.ts";
import { type Plane, payloadSize, type RunKey } from "../segments/run.ts";
import type { DataMask } from "../store/frame-filter.ts";

/** A byte under a mask. */
interface MaskedByte {
  readonly at: number;
  readonly bits: number;
  readonly wanted: number;
}

/** A question asks thousands of runs with the same mask. */
const known = new WeakMap<DataMask, readonly MaskedByte[]>();

function maskedBytes(data: DataMask): readonly MaskedByte[] {
  const bytes = known.get(data) ?? newMaskedBytes(data);
  known.set(data, bytes);
  return bytes;
}

const newMaskedBytes = ({ mask, value }: DataMask): MaskedByte[] =>
  [...mask].flatMap((bits, at) => {
    return bits === 0 ? [] : [{ at, bits, wanted: (value[at] ?? 0) & bits }];
  });

/** False: no payload of the run can match, by the bits that are set in any and in all of them. */
export function mayHaveData(footer: SegmentFooter, run: number, data: DataMask): boolean {
  const size = payloadSize(footer.keyOf(run));
  const first = footer.planeAt[run] as number;
  const { planeOr, planeAnd } = footer.planes;
  return maskedBytes(data).every(({ at, bits, wanted }) => {
    if (at >= size) return false;
    const or = (planeOr[first + at] as number) & bits;
    const and = (planeAnd[first + at] as number) & bits;
    return (wanted & ~or) === 0 && (and & ~wanted) === 0;
  });
}

interface VaryingByte extends MaskedByte {
  readonly plane: Uint8Array;
}

/** The bytes that decide, row by row; undefined: no row matches. */
function varyingBytes(key: RunKey, planeOf: (k: number) => Plane, data: DataMask): VaryingByte[] | undefined {
  const varying: VaryingByte[] = [];
  for (const byte of maskedBytes(data)) {
    if (byte.at >= payloadSize(key)) return undefined;
    const plane = planeOf(byte.at);
    if (typeof plane !== "number") varying.push({ ...byte, plane });
    else if ((plane & byte.bits) !== byte.wanted) return undefined;
  }
  return varying;
}

/** 1 for each row whose payload matches; undefined: none can. */
export function rowsWithData(
  key: RunKey,
  count: number,
  planeOf: (k: number) => Plane,
  data: DataMask,
): Uint8Array | undefined {
  const varying = varyingBytes(key, planeOf, data);
  return varying && matchesOf(varying, count);
}

function matchesOf(varying: readonly VaryingByte[], count: number): Uint8Array {
  const matches = new Uint8Array(count).fill(1);
  for (const byte of varying) Reflect.apply(matchRows, undefined, [byte, matches]);
  return matches;
}

/*
 * The loops below run over millions of bytes. They do not branch by what they find, which the processor could not
 * foresee: of a byte that is 0 where it matches, the byte minus 1 has its highest bit set. And they are not called
 * plainly: V8's middle tier would copy them into the caller, where they run at a quarter of the speed.
 */

function matchRows({ plane, bits, wanted }: VaryingByte, matches: Uint8Array): void {
  const { length } = matches;
  for (let row = 0; row < length; row += 1)
    matches[row] = (matches[row] as number) & (((((plane[row] as number) & bits) ^ wanted) - 1) >>> 31);
}

function sumOfHits({ plane, bits, wanted }: VaryingByte, from: number, to: number): number {
  const isAligned = plane.byteOffset % 4 === 0;
  const [firstWord, endWord] = isAligned ? [(from + 3) >> 2, to >> 2] : [0, 0];
  const headEnd = firstWord < endWord ? 4 * firstWord : to;
  let sum = 0;
  for (let row = from; row < headEnd; row += 1) sum += ((((plane[row] as number) & bits) ^ wanted) - 1) >>> 31;
  if (headEnd === to) return sum;
  sum += sumOfWords(
    new Uint32Array(plane.buffer, plane.byteOffset, endWord),
    (bits * EACH) | 0,
    (wanted * EACH) | 0,
    firstWord,
  );
  for (let row = 4 * endWord; row < to; row += 1) sum += ((((plane[row] as number) & bits) ^ wanted) - 1) >>> 31;
  return sum;
}

/** In each byte of a word. */
const EACH = 0x01010101;
const LOW_BITS = 0x7f7f7f7f;
/** Words whose bytes can be counted in one number without overflow. */
const WORDS_AT_ONCE = 127;

/** Four bytes at a time: of a byte that differs anywhere, the highest bit is set by it or by the sum of the others. */
function sumOfWords(words: Uint32Array, bits: number, wanted: number, from: number): number {
  let sum = 0;
  for (let at = from; at < words.length; ) {
    const end = Math.min(words.length, at + WORDS_AT_ONCE);
    let counts = 0;
    for (; at < end; at += 1) {
      const differing = ((words[at] as number) & bits) ^ wanted;
      const marks = ((differing & LOW_BITS) + LOW_BITS) | differing;
      counts += (~marks >>> 7) & EACH;
    }
    sum += (counts & 255) + ((counts >> 8) & 255) + ((counts >> 16) & 255) + (counts >> 24);
  }
  return sum;
}

/** How many of the rows `from … to - 1` match. */
export function countRowsWithData(
  key: RunKey,
  { from, to }: { readonly from: number; readonly to: number },
  planeOf: (k: number) => Plane,
  data: DataMask,
): number {
  const varying = varyingBytes(key, planeOf, data);
  if (varying === undefined || from >= to) return 0;
  const [first, ...others] = varying;
  if (first === undefined) return to - from;
  if (others.length === 0) return Reflect.apply(sumOfHits, undefined, [first, from, to]) as number;
  return sumOf(matchesOf(varying, to), from, to);
}

/** Of bytes, from one row to another. */
export function sumOf(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row += 1) sum += bytes[row] as number;
  return sum;
}
