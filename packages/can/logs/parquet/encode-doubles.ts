import { type ColumnPage, ENCODING, type EncodedColumn } from "./column.ts";
import {
  encodeBytes,
  encodePresence,
  encodePresent,
  encodeRunLengths,
  encodeShorts,
  packedRoom,
} from "./encode-levels.ts";

/** Signals take few values: numbers of them are packed and checked in a fraction of the time that doubles need. */
const MOST_DISTINCT = 0x7fff;
/** A dictionary of more than this share of the rows saves nothing. */
const DISTINCT_SHARE = 4;
const LEAST_DISTINCT = 16;
/** The index of a row without a value. */
const ABSENT = 0xffff;
const PAGE_ROWS = 32_768;

interface Indexed {
  readonly distinct: Float64Array;
  /** For each row; good until the next call. */
  readonly indices: Uint16Array;
  readonly absent: number;
}

/** Doubles; NaN is no value. */
export function encodeDoubles(values: Float64Array, length: number): EncodedColumn {
  const indexed = indexDoubles(values, length);
  if (indexed === undefined || indexed.distinct.length === 0)
    return { encoding: ENCODING.plain, pages: pagesOf(length, (from, rows) => plainPage(values, from, rows)) };
  const { distinct } = indexed;
  const bytes = new Uint8Array(distinct.buffer, distinct.byteOffset, distinct.byteLength).slice();
  return {
    encoding: ENCODING.dictionary,
    dictionary: { count: distinct.length, bytes },
    pages: pagesOf(length, (from, rows) => indexPage(indexed, from, rows)),
  };
}

function pagesOf(length: number, page: (from: number, rows: number) => Uint8Array): ColumnPage[] {
  const pages: ColumnPage[] = [];
  for (let from = 0; from < length; from += PAGE_ROWS) {
    const rows = Math.min(PAGE_ROWS, length - from);
    pages.push({ rows, bytes: page(from, rows) });
  }
  return pages;
}

const slots = new Uint16Array(4 * (MOST_DISTINCT + 1));
const distinctValues = new Float64Array(MOST_DISTINCT);
const distinctWords = new Int32Array(distinctValues.buffer);
let rowIndices = new Uint16Array(0);

/** A number for each distinct value, by its bits. Undefined: there are too many of them. */
function indexDoubles(values: Float64Array, length: number): Indexed | undefined {
  const most = Math.min(MOST_DISTINCT, Math.max(LEAST_DISTINCT, Math.floor(length / DISTINCT_SHARE)));
  // Half of the slots stay free at least.
  const bits = 33 - Math.clz32(most);
  const [mask, shift] = [(1 << bits) - 1, 32 - bits];
  slots.fill(0, 0, mask + 1);
  if (rowIndices.length < length) rowIndices = new Uint16Array(length);
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * length);
  const indices = rowIndices;
  let [count, absent, lastLow, lastHigh, lastIndex] = [0, 0, 0, 0, -1];
  for (let row = 0; row < length; row++) {
    const low = words[2 * row] as number;
    const high = words[2 * row + 1] as number;
    if (low === lastLow && high === lastHigh && lastIndex >= 0) {
      indices[row] = lastIndex;
      continue;
    }
    const value = values[row] as number;
    if (Number.isNaN(value)) {
      indices[row] = ABSENT;
      absent++;
      continue;
    }
    let slot = Math.imul(Math.imul(high, 0x9e3779b1) ^ low, 0x85ebca6b) >>> shift;
    let index = (slots[slot] as number) - 1;
    while (index >= 0 && (distinctWords[2 * index] !== low || distinctWords[2 * index + 1] !== high)) {
      slot = (slot + 1) & mask;
      index = (slots[slot] as number) - 1;
    }
    if (index < 0) {
      if (count === most) return undefined;
      index = count++;
      distinctValues[index] = value;
      slots[slot] = index + 1;
    }
    indices[row] = index;
    lastLow = low;
    lastHigh = high;
    lastIndex = index;
  }
  return { distinct: distinctValues.subarray(0, count), indices, absent };
}

const present = new Uint8Array(PAGE_ROWS);
const keptIndices = new Uint16Array(PAGE_ROWS);
const keptDoubles = new Float64Array(PAGE_ROWS);
const narrow = new Uint8Array(PAGE_ROWS);

function indexPage({ distinct, indices, absent }: Indexed, from: number, rows: number): Uint8Array {
  const own = indices.subarray(from, from + rows);
  const count = absent === 0 ? rows : keepPresent(own, rows);
  const kept = absent === 0 ? own : keptIndices;
  const levels = levelsOf(count, rows);
  const isNarrow = distinct.length <= 256;
  const constant = distinct.length === 1 ? encodeRunLengths([{ value: 0, count }], 8) : undefined;
  const room = constant?.length ?? packedRoom(count) * (isNarrow ? 1 : 2);
  const bytes = new Uint8Array(levels.length + 1 + room);
  bytes.set(levels);
  bytes[levels.length] = isNarrow ? 8 : 16;
  const at = levels.length + 1;
  if (constant !== undefined) {
    bytes.set(constant, at);
    return bytes;
  }
  if (!isNarrow) return bytes.subarray(0, encodeShorts(kept, count, bytes, at));
  for (let i = 0; i < count; i++) narrow[i] = kept[i] as number;
  return bytes.subarray(0, encodeBytes(narrow, count, bytes, at));
}

/** How many; those that are there come to lie together. */
function keepPresent(indices: Uint16Array, rows: number): number {
  let count = 0;
  for (let i = 0; i < rows; i++) {
    const index = indices[i] as number;
    const isThere = index === ABSENT ? 0 : 1;
    present[i] = isThere;
    keptIndices[count] = index;
    count += isThere;
  }
  return count;
}

function plainPage(values: Float64Array, from: number, rows: number): Uint8Array {
  let count = 0;
  for (let i = 0; i < rows; i++) {
    const value = values[from + i] as number;
    const isThere = Number.isNaN(value) ? 0 : 1;
    present[i] = isThere;
    keptDoubles[count] = value;
    count += isThere;
  }
  const levels = levelsOf(count, rows);
  const bytes = new Uint8Array(levels.length + 8 * count);
  bytes.set(levels);
  bytes.set(new Uint8Array(keptDoubles.buffer, 0, 8 * count), levels.length);
  return bytes;
}

const levelsOf = (count: number, rows: number): Uint8Array =>
  count === rows ? encodePresence([{ value: 1, count: rows }]) : encodePresent(present, rows);
