import { type BitField, byteSpan } from "../bytes/bits.ts";

/** All frames of one identifier on a channel in the order of time; each byte of the payload is a column. */
export interface FrameColumns {
  readonly channel: number;
  readonly id: number;
  readonly isExtended: boolean;
  readonly timeUs: Float64Array;
  /** One for each byte; a number stands for a byte that never changes. */
  readonly planes: readonly (Uint8Array | number)[];
}

/** A place in the payload that may be a signal. */
export interface FoundField extends BitField {
  readonly isSigned: boolean;
}

/** Longest field that is looked for. */
export const MAX_FIELD_BITS = 32;

/** Bits of a payload from the most significant to the least as a byte order reads them, as `byte * 8 + bit`. */
export function bitSequence(size: number, byteOrder: BitField["byteOrder"]): number[] {
  return Array.from({ length: size * 8 }, (_, place) => {
    const byte = byteOrder === "motorola" ? place >> 3 : size - 1 - (place >> 3);
    return byte * 8 + 7 - (place & 7);
  });
}

/** The bits of a field, most significant first. */
export function bitsOf({ startBit, length, byteOrder }: BitField): number[] {
  const bits: number[] = [];
  for (let k = 0, bit = startBit; k < length; k++) {
    bits.push(bit);
    if (byteOrder === "intel") bit += 1;
    else bit = (bit & 7) === 0 ? bit + 15 : bit - 1;
  }
  return byteOrder === "intel" ? bits.reverse() : bits;
}

/** The field of some bits that follow each other in the sequence of a byte order. */
export function fieldOf(bits: readonly number[], byteOrder: BitField["byteOrder"]): FoundField {
  const startBit = (byteOrder === "motorola" ? bits[0] : bits.at(-1)) ?? 0;
  // Within a byte both orders read the same number; the draft then has the usual one.
  const inByte = new Set(bits.map((bit) => bit >> 3)).size === 1;
  if (inByte) return { startBit: bits.at(-1) ?? 0, length: bits.length, byteOrder: "intel", isSigned: false };
  return { startBit, length: bits.length, byteOrder, isSigned: false };
}

/** Raw values of a field in some rows. */
export function valuesOf({ planes }: FrameColumns, field: FoundField, rows: Uint32Array): Float64Array {
  const { first, count, shift } = byteSpan(field);
  const values = new Float64Array(rows.length);
  for (let k = 0; k < count; k++) {
    const plane = planes[field.byteOrder === "intel" ? first + count - 1 - k : first + k] ?? 0;
    if (typeof plane === "number")
      for (let i = 0; i < rows.length; i++) values[i] = (values[i] as number) * 256 + plane;
    else
      for (let i = 0; i < rows.length; i++)
        values[i] = (values[i] as number) * 256 + (plane[rows[i] as number] as number);
  }
  const [divisor, modulus] = [2 ** shift, 2 ** field.length];
  const half = field.isSigned ? modulus / 2 : Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows.length; i++) {
    const value = Math.floor((values[i] as number) / divisor) % modulus;
    values[i] = value >= half ? value - modulus : value;
  }
  return values;
}

/** At most `most` of the rows `from … to - 1`, evenly. */
export function someRows(from: number, to: number, most: number): Uint32Array {
  const count = Math.max(0, Math.min(most, to - from));
  return Uint32Array.from({ length: count }, (_, i) => from + Math.floor((i * (to - from)) / count));
}

/** The first row at or after a time. */
export function rowAt(timeUs: Float64Array, atUs: number): number {
  let [low, high] = [0, timeUs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timeUs[middle] as number) < atUs) low = middle + 1;
    else high = middle;
  }
  return low;
}
