import { type BitFlips, isEverSet } from "./bit-flips.ts";
import { bitSequence, bitsOf, type FoundField, type FrameColumns, fieldOf, MAX_FIELD_BITS } from "./columns.ts";

/** How a field came to be looked at; of equal scores the earlier kind is taken. */
export const CANDIDATE_KINDS = ["grown", "bit", "byte", "word"] as const;

export interface Candidate {
  readonly field: FoundField;
  readonly kind: (typeof CANDIDATE_KINDS)[number];
  /** Some bits of a longer grown field. */
  readonly isPart: boolean;
}

/** Bits of one number change at most this many times as often as those above them. */
const MOST_RATIO = 8;

/** Every field worth a look: bits and bytes that change, words, and fields grown to where flip rates break off. */
export function candidatesOf(columns: FrameColumns, flips: BitFlips, isAside: ReadonlySet<number>): Candidate[] {
  const size = columns.planes.length;
  const isLive = (bit: number) => (flips.flips[bit] as number) > 0 && !isAside.has(bit);
  const grown = (["intel", "motorola"] as const).flatMap((order) => grownFields(size, order, flips, isLive));
  const longer = grown.map((field) => new Set(bitsOf(field)));
  const found = new Map<string, Candidate>();
  const add = (given: FoundField, kind: Candidate["kind"]) => {
    const field = trimmed(given, flips);
    const bits = bitsOf(field);
    if (bits.some((bit) => isAside.has(bit)) || !bits.some(isLive)) return;
    const isPart = longer.some((whole) => whole.size > bits.length && bits.every((bit) => whole.has(bit)));
    for (const one of signsOf(field, flips)) {
      const key = `${one.startBit} ${one.length} ${one.byteOrder} ${one.isSigned}`;
      if (!found.has(key)) found.set(key, { field: one, kind, isPart });
    }
  };
  for (const field of grown) add(field, field.length === 1 ? "bit" : "grown");
  for (let bit = 0; bit < size * 8; bit++) add(fieldOf([bit], "intel"), "bit");
  for (let byte = 0; byte < size; byte++) add(whole(byte * 8, 8, "intel"), "byte");
  for (let byte = 0; byte + 1 < size; byte++) {
    add(whole(byte * 8, 16, "intel"), "word");
    add(whole(byte * 8 + 7, 16, "motorola"), "word");
  }
  return [...found.values()];
}

const whole = (startBit: number, length: number, byteOrder: FoundField["byteOrder"]): FoundField => ({
  startBit,
  length,
  byteOrder,
  isSigned: false,
});

/** Without bits at its ends that never change: they only add to the value, or double it. */
export function trimmed(field: FoundField, { flips }: BitFlips): FoundField {
  const bits = bitsOf(field);
  const isLive = (bit: number) => (flips[bit] as number) > 0;
  const own = bits.slice(bits.findIndex(isLive), bits.findLastIndex(isLive) + 1);
  if (own.length === 0 || own.length === bits.length) return field;
  return { ...fieldOf(own, field.byteOrder), isSigned: field.isSigned && own[0] === bits[0] };
}

/** A top bit that changes may be a sign. */
function signsOf(field: FoundField, { flips }: BitFlips): FoundField[] {
  const [top] = bitsOf(field);
  const maySign = field.length >= 4 && top !== undefined && (flips[top] as number) > 0;
  return maySign ? [field, { ...field, isSigned: true }] : [field];
}

/**
 * Within a number the flip rate grows from the top bit down: a field ends where the rate falls, where a bit never
 * changes, and (in a second cut) where the rate leaps more than a number's own bits would.
 */
function grownFields(
  size: number,
  byteOrder: FoundField["byteOrder"],
  { rate }: BitFlips,
  isLive: (bit: number) => boolean,
): FoundField[] {
  const sequence = bitSequence(size, byteOrder);
  const cut = (isEnd: (above: number, here: number) => boolean) => {
    const fields: FoundField[] = [];
    let bits: number[] = [];
    const close = () => {
      if (bits.length > 0) fields.push(fieldOf(bits.slice(-MAX_FIELD_BITS), byteOrder));
      bits = [];
    };
    for (const bit of sequence) {
      const above = bits.at(-1);
      if (!isLive(bit) || (above !== undefined && isEnd(rate[above] as number, rate[bit] as number))) close();
      if (isLive(bit)) bits.push(bit);
    }
    close();
    return fields;
  };
  // Rates near a half are equal but for chance.
  const falls = (above: number, here: number) => here < above * 0.8 - 0.01 * Number(above > 0.3);
  return [...cut(falls), ...cut((above, here) => falls(above, here) || here > above * MOST_RATIO)];
}

/** Bits above that were never set belong to the number, up to the border of the byte. */
export function extended(
  field: FoundField,
  columns: FrameColumns,
  flips: BitFlips,
  isAside: ReadonlySet<number>,
): FoundField {
  if (field.length < 2 || field.isSigned) return field;
  const bits = bitsOf(field);
  for (let top = bits[0] as number; (top & 7) < 7 && bits.length < MAX_FIELD_BITS; top += 1) {
    if (isAside.has(top + 1) || isEverSet(columns, flips, top + 1)) break;
    bits.unshift(top + 1);
  }
  return fieldOf(bits, field.byteOrder);
}
