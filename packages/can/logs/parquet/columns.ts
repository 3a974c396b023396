import type { FrameBatch } from "../../frame/batch.ts";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { bool, i32, struct, type ThriftValue } from "./thrift.ts";

/** Physical types of Parquet. */
const BOOLEAN = 0;
const INT32 = 1;
const INT64 = 2;
const DOUBLE = 5;
const BYTE_ARRAY = 6;
/** Converted types. */
const UTF8 = 0;
const TIMESTAMP_MICROS = 10;
const UINT_8 = 11;
const UINT_32 = 13;

/** A column of the file: how it is called and typed, and the PLAIN bytes of its values. */
export interface ParquetColumn<Rows> {
  name: string;
  type: number;
  convertedType?: number;
  logicalType?: ThriftValue;
  values(rows: Rows): Uint8Array;
}

/** TIMESTAMP, adjusted to UTC, in microseconds: without it readers take the time as a local one. */
const UTC_MICROS = struct({ 8: struct({ 1: bool(true), 2: struct({ 2: struct({}) }) }) });

export const FRAME_COLUMNS: readonly ParquetColumn<FrameBatch>[] = [
  {
    name: "time",
    type: INT64,
    convertedType: TIMESTAMP_MICROS,
    logicalType: UTC_MICROS,
    values: (frames) => times(frames.timeUs, frames.length),
  },
  { name: "channel", type: INT32, convertedType: UINT_8, values: (frames) => numbers(frames.channel, frames.length) },
  { name: "id", type: INT32, convertedType: UINT_32, values: (frames) => numbers(frames.id, frames.length) },
  flag("extended", FLAG_EXTENDED),
  flag("remote", FLAG_REMOTE),
  flag("error", FLAG_ERROR),
  flag("fd", FLAG_FD),
  flag("brs", FLAG_BRS),
  flag("esi", FLAG_ESI),
  flag("tx", FLAG_TX),
  { name: "size", type: INT32, convertedType: UINT_8, values: (frames) => numbers(frames.size, frames.length) },
  { name: "data", type: BYTE_ARRAY, values: payloads },
];

/** Values of signals, one in a row. */
export interface SampleRows {
  readonly length: number;
  readonly timeUs: readonly number[];
  readonly channel: readonly number[];
  readonly id: readonly number[];
  readonly message: readonly string[];
  readonly signal: readonly string[];
  readonly value: readonly number[];
  readonly unit: readonly string[];
  readonly text: readonly string[];
}

export const SAMPLE_COLUMNS: readonly ParquetColumn<SampleRows>[] = [
  {
    name: "time",
    type: INT64,
    convertedType: TIMESTAMP_MICROS,
    logicalType: UTC_MICROS,
    values: (rows) => times(rows.timeUs, rows.length),
  },
  { name: "channel", type: INT32, convertedType: UINT_8, values: (rows) => numbers(rows.channel, rows.length) },
  { name: "id", type: INT32, convertedType: UINT_32, values: (rows) => numbers(rows.id, rows.length) },
  textColumn("message", (rows) => rows.message),
  textColumn("signal", (rows) => rows.signal),
  { name: "value", type: DOUBLE, values: (rows) => new Uint8Array(Float64Array.from(rows.value).buffer) },
  textColumn("unit", (rows) => rows.unit),
  textColumn("text", (rows) => rows.text),
];

function textColumn(name: string, of: (rows: SampleRows) => readonly string[]): ParquetColumn<SampleRows> {
  return { name, type: BYTE_ARRAY, convertedType: UTF8, values: (rows) => texts(of(rows)) };
}

/** Each text in UTF-8 with its length in front. */
function texts(values: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const known = new Map<string, Uint8Array>();
  let size = 0;
  for (const value of values) {
    const bytes = known.get(value) ?? encoder.encode(value);
    known.set(value, bytes);
    size += 4 + bytes.length;
  }
  const all = new Uint8Array(size);
  const view = new DataView(all.buffer);
  let at = 0;
  for (const value of values) {
    const bytes = known.get(value) as Uint8Array;
    view.setUint32(at, bytes.length, true);
    all.set(bytes, at + 4);
    at += 4 + bytes.length;
  }
  return all;
}

/** SchemaElement: type, REQUIRED, name, converted and logical type. */
export function schemaElement(column: Omit<ParquetColumn<never>, "values">): ThriftValue {
  const name: ThriftValue = { type: "binary", value: column.name };
  const converted = column.convertedType === undefined ? undefined : i32(column.convertedType);
  return struct({ 1: i32(column.type), 3: i32(0), 4: name, 6: converted, 10: column.logicalType });
}

function times(timesUs: ArrayLike<number>, count: number): Uint8Array {
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

function numbers(values: ArrayLike<number>, count: number): Uint8Array {
  const bytes = new Uint8Array(4 * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) view.setUint32(4 * i, values[i] as number, true);
  return bytes;
}

/** Booleans are bits, the first in the lowest. */
function flag(name: string, mask: number): ParquetColumn<FrameBatch> {
  const values = (frames: FrameBatch): Uint8Array => {
    const bytes = new Uint8Array(Math.ceil(frames.length / 8));
    for (let i = 0; i < frames.length; i++) {
      if ((frames.flags[i] as number) & mask) bytes[i >> 3] = (bytes[i >> 3] as number) | (1 << (i & 7));
    }
    return bytes;
  };
  return { name, type: BOOLEAN, values };
}

/** Each value with its length in front. */
function payloads(frames: FrameBatch): Uint8Array {
  const bytes = new Uint8Array(4 * frames.length + frames.dataLength);
  let at = 0;
  for (let i = 0; i < frames.length; i++) {
    const size = (frames.flags[i] as number) & FLAG_REMOTE ? 0 : (frames.size[i] as number);
    const start = frames.start[i] as number;
    // At most 64: one byte of the four is enough.
    bytes[at] = size;
    for (let k = 0; k < size; k++) bytes[at + 4 + k] = frames.data[start + k] as number;
    at += 4 + size;
  }
  return bytes.subarray(0, at);
}
