import { bool, i32, struct, type ThriftValue, text } from "./thrift.ts";

/** Converted types. */
export const CONVERTED = { utf8: 0, timestampMicros: 10, uint8: 11, uint32: 13 } as const;
export const ENCODING = { plain: 0, rle: 3, deltas: 5, dictionary: 8 } as const;

/** TIMESTAMP, adjusted to UTC, in microseconds: without it readers take the time as a local one. */
export const UTC_MICROS = struct({ 8: struct({ 1: bool(true), 2: struct({ 2: struct({}) }) }) });

/** Levels and values of some rows, unpacked. */
export interface ColumnPage {
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/** The values of a column in one row group. */
export interface EncodedColumn {
  readonly encoding: number;
  /** PLAIN values that `ENCODING.dictionary` refers to. */
  readonly dictionary?: { readonly count: number; readonly bytes: Uint8Array };
  readonly pages: readonly ColumnPage[];
  /** Smallest and largest value in PLAIN: readers skip row groups by them. */
  readonly range?: { readonly min: Uint8Array; readonly max: Uint8Array };
}

/** A column of the file: its name and type, and how its values are encoded. */
export interface ParquetColumn<Rows> {
  readonly name: string;
  readonly type: number;
  readonly convertedType?: number;
  readonly logicalType?: ThriftValue;
  /** Rows may have no value; pages then begin with levels. */
  readonly isOptional?: boolean;
  /** Key-value metadata of the column. */
  readonly metadata?: Readonly<Record<string, string>>;
  encode(rows: Rows): EncodedColumn;
}

/** One page of PLAIN values. */
export const plainColumn = (bytes: Uint8Array, rows: number): EncodedColumn => ({
  encoding: ENCODING.plain,
  pages: [{ rows, bytes }],
});

/** SchemaElement: type, REQUIRED or OPTIONAL, name, converted and logical type. */
export function schemaElement(column: Omit<ParquetColumn<never>, "encode">): ThriftValue {
  const converted = column.convertedType === undefined ? undefined : i32(column.convertedType);
  const repetition = i32(column.isOptional ? 1 : 0);
  return struct({ 1: i32(column.type), 3: repetition, 4: text(column.name), 6: converted, 10: column.logicalType });
}

/** Whole numbers of microseconds as INT64. */
export function plainTimes(timesUs: ArrayLike<number>, count: number): Uint8Array {
  const bytes = new Uint8Array(8 * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) {
    const timeUs = timesUs[i] as number;
    const high = Math.floor(timeUs / 0x100000000);
    view.setUint32(8 * i, timeUs - high * 0x100000000, true);
    view.setInt32(8 * i + 4, high, true);
  }
  return bytes;
}

/** Natural numbers as INT32. */
export function plainNumbers(values: ArrayLike<number>, count: number): Uint8Array {
  const bytes = new Uint8Array(4 * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) view.setUint32(4 * i, values[i] as number, true);
  return bytes;
}
