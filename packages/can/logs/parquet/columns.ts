import type { FrameBatch } from "../../frame/batch.ts";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { bool, i32, struct, type ThriftValue } from "./thrift.ts";

/** Physical types of Parquet. */
const BOOLEAN = 0;
const INT32 = 1;
const INT64 = 2;
const BYTE_ARRAY = 6;
/** Converted types. */
const TIMESTAMP_MICROS = 10;
const UINT_8 = 11;
const UINT_32 = 13;

/** A column of the file: how it is called and typed, and the PLAIN bytes of its values. */
export interface ParquetColumn {
  name: string;
  type: number;
  convertedType?: number;
  logicalType?: ThriftValue;
  values(frames: FrameBatch): Uint8Array;
}

/** TIMESTAMP, adjusted to UTC, in microseconds: without it readers take the time as a local one. */
const UTC_MICROS = struct({ 8: struct({ 1: bool(true), 2: struct({ 2: struct({}) }) }) });

export const COLUMNS: readonly ParquetColumn[] = [
  { name: "time", type: INT64, convertedType: TIMESTAMP_MICROS, logicalType: UTC_MICROS, values: times },
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

/** SchemaElement: type, REQUIRED, name, converted and logical type. */
export function schemaElement(column: ParquetColumn): ThriftValue {
  const name: ThriftValue = { type: "binary", value: column.name };
  const converted = column.convertedType === undefined ? undefined : i32(column.convertedType);
  return struct({ 1: i32(column.type), 3: i32(0), 4: name, 6: converted, 10: column.logicalType });
}

function times(frames: FrameBatch): Uint8Array {
  const bytes = new Uint8Array(8 * frames.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < frames.length; i++) {
    const timeUs = frames.timeUs[i] as number;
    const high = Math.floor(timeUs / 0x100000000);
    view.setUint32(8 * i, timeUs - high * 0x100000000, true);
    view.setInt32(8 * i + 4, high, true);
  }
  return bytes;
}

function numbers(values: Uint8Array | Uint32Array, count: number): Uint8Array {
  const bytes = new Uint8Array(4 * count);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) view.setUint32(4 * i, values[i] as number, true);
  return bytes;
}

/** Booleans are bits, the first in the lowest. */
function flag(name: string, mask: number): ParquetColumn {
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
