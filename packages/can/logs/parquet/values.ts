import { type ChunkInfo, TYPE } from "./footer.ts";
import { readDeltas, readHybrid } from "./levels.ts";
import { ParquetDamage } from "./thrift-read.ts";

const PLAIN = 0;
const PLAIN_DICTIONARY = 2;
const RLE = 3;
const DELTA_BINARY_PACKED = 5;
const RLE_DICTIONARY = 8;

/** Values of a column: numbers, or byte strings as places in `bytes`. NaN and an empty string where there is none. */
export interface ColumnValues {
  length: number;
  readonly numbers: Float64Array;
  readonly starts: Uint32Array;
  readonly sizes: Uint32Array;
  bytes: Uint8Array;
  byteLength: number;
}

/** A longer string is no payload: its size is kept, its bytes are not. A dictionary could make gigabytes of one of them. */
const MAX_KEPT_BYTES = 64;

const isBytes = ({ type }: ChunkInfo): boolean => type === TYPE.bytes || type === TYPE.fixed;

export function newValues(chunk: ChunkInfo, rows: number): ColumnValues {
  const strings = isBytes(chunk) ? rows : 0;
  return {
    length: 0,
    numbers: new Float64Array(isBytes(chunk) ? 0 : rows),
    starts: new Uint32Array(strings),
    sizes: new Uint32Array(strings),
    bytes: new Uint8Array(0),
    byteLength: 0,
  };
}

interface Encoded {
  readonly chunk: ChunkInfo;
  readonly encoding: number;
  readonly count: number;
  readonly dictionary: ColumnValues | undefined;
}

export function decodeValues(bytes: Uint8Array, { chunk, encoding, count, dictionary }: Encoded): ColumnValues {
  const values = newValues(chunk, count);
  values.length = count;
  if (encoding === PLAIN) plain(bytes, chunk, values);
  else if (encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY) fromDictionary(bytes, values, dictionary);
  else if (encoding === RLE && chunk.type === TYPE.boolean) values.numbers.set(readHybrid(bytes, 4, 1, count));
  else if (encoding === DELTA_BINARY_PACKED && !isBytes(chunk)) deltas(bytes, chunk, values);
  else throw new ParquetDamage();
  return values;
}

function deltas(bytes: Uint8Array, { unit }: ChunkInfo, { numbers, length }: ColumnValues): void {
  const scale = unit === "millis" ? 1000 : 1;
  for (const [i, value] of readDeltas(bytes, 0, length).entries()) {
    // Nanoseconds since 1970 exceed the exact range of a double, whether the column names them or not.
    if (unit === "nanos" || Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new ParquetDamage();
    numbers[i] = value * scale;
  }
}

function fromDictionary(bytes: Uint8Array, values: ColumnValues, dictionary: ColumnValues | undefined): void {
  if (dictionary === undefined) throw new ParquetDamage();
  const indices = readHybrid(bytes, 1, bytes[0] ?? 0, values.length);
  values.bytes = dictionary.bytes;
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] as number;
    if (index >= dictionary.length) throw new ParquetDamage();
    if (values.starts.length === 0) values.numbers[i] = dictionary.numbers[index] as number;
    else {
      values.starts[i] = dictionary.starts[index] as number;
      values.sizes[i] = dictionary.sizes[index] as number;
    }
  }
}

const WIDTH: Record<number, number> = { [TYPE.int32]: 4, [TYPE.int64]: 8, [TYPE.float]: 4, [TYPE.double]: 8 };

function plain(bytes: Uint8Array, chunk: ChunkInfo, values: ColumnValues): void {
  const { length, numbers } = values;
  if (isBytes(chunk)) {
    plainStrings(bytes, chunk, values);
    return;
  }
  if (chunk.type === TYPE.boolean) {
    if (bytes.length * 8 < length) throw new ParquetDamage();
    for (let i = 0; i < length; i++) numbers[i] = ((bytes[i >> 3] as number) >> (i & 7)) & 1;
    return;
  }
  const width = WIDTH[chunk.type];
  if (width === undefined || bytes.length < width * length) throw new ParquetDamage();
  const read = readerOf(chunk);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < length; i++) numbers[i] = read(view, width * i);
}

function readerOf({ type, unit }: ChunkInfo): (view: DataView, at: number) => number {
  if (type === TYPE.int32) return (view, at) => view.getUint32(at, true);
  if (type === TYPE.float) return (view, at) => view.getFloat32(at, true);
  if (type === TYPE.double) return (view, at) => view.getFloat64(at, true);
  if (unit === "nanos") return (view, at) => Number(view.getBigInt64(at, true) / 1000n);
  const scale = unit === "millis" ? 1000 : 1;
  return (view, at) => (view.getInt32(at + 4, true) * 0x100000000 + view.getUint32(at, true)) * scale;
}

function plainStrings(bytes: Uint8Array, { type, typeLength }: ChunkInfo, values: ColumnValues): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  values.bytes = bytes;
  let at = 0;
  for (let i = 0; i < values.length; i++) {
    const isFixed = type === TYPE.fixed;
    if (!isFixed && at + 4 > bytes.length) throw new ParquetDamage();
    const size = isFixed ? typeLength : view.getUint32(at, true);
    at += isFixed ? 0 : 4;
    if (at + size > bytes.length) throw new ParquetDamage();
    values.starts[i] = at;
    values.sizes[i] = size;
    at += size;
  }
}

/** Appends `count` rows, of which those that are present take the next decoded value. */
export function putValues(
  all: ColumnValues,
  page: ColumnValues,
  count: number,
  present: Uint32Array | undefined,
): void {
  const isStrings = all.starts.length > 0;
  if (all.length + count > Math.max(all.starts.length, all.numbers.length)) throw new ParquetDamage();
  let next = 0;
  if (isStrings) {
    const used = page.sizes.reduce((sum, size) => sum + Math.min(size, MAX_KEPT_BYTES), 0);
    if (all.byteLength + used > all.bytes.length) {
      const larger = new Uint8Array(Math.max(all.byteLength + used, 2 * all.bytes.length));
      larger.set(all.bytes.subarray(0, all.byteLength));
      all.bytes = larger;
    }
  }
  for (let i = 0; i < count; i++) {
    const row = all.length + i;
    const isPresent = present === undefined || present[i] === 1;
    if (!isStrings) all.numbers[row] = isPresent ? (page.numbers[next++] as number) : Number.NaN;
    else if (isPresent) putString(all, page, row, next++);
  }
  all.length += count;
}

function putString(all: ColumnValues, page: ColumnValues, row: number, i: number): void {
  const start = page.starts[i] as number;
  const size = page.sizes[i] as number;
  all.starts[row] = all.byteLength;
  all.sizes[row] = size;
  const kept = Math.min(size, MAX_KEPT_BYTES);
  for (let k = 0; k < kept; k++) all.bytes[all.byteLength + k] = page.bytes[start + k] as number;
  all.byteLength += kept;
}
