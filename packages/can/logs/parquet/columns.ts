import type { FrameBatch } from "../../frame/batch.ts";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import { CONVERTED, type ParquetColumn, plainColumn, plainNumbers, plainTimes, UTC_MICROS } from "./column.ts";
import { TYPE } from "./footer.ts";

export const FRAME_COLUMNS: readonly ParquetColumn<FrameBatch>[] = [
  {
    name: "time",
    type: TYPE.int64,
    convertedType: CONVERTED.timestampMicros,
    logicalType: UTC_MICROS,
    encode: ({ timeUs, length }) => plainColumn(plainTimes(timeUs, length), length),
  },
  numberColumn("channel", CONVERTED.uint8, (frames) => frames.channel),
  numberColumn("id", CONVERTED.uint32, (frames) => frames.id),
  flag("extended", FLAG_EXTENDED),
  flag("remote", FLAG_REMOTE),
  flag("error", FLAG_ERROR),
  flag("fd", FLAG_FD),
  flag("brs", FLAG_BRS),
  flag("esi", FLAG_ESI),
  flag("tx", FLAG_TX),
  numberColumn("size", CONVERTED.uint8, (frames) => frames.size),
  { name: "data", type: TYPE.bytes, encode: (frames) => plainColumn(payloads(frames), frames.length) },
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
    type: TYPE.int64,
    convertedType: CONVERTED.timestampMicros,
    logicalType: UTC_MICROS,
    encode: ({ timeUs, length }) => plainColumn(plainTimes(timeUs, length), length),
  },
  numberColumn("channel", CONVERTED.uint8, (rows) => rows.channel),
  numberColumn("id", CONVERTED.uint32, (rows) => rows.id),
  textColumn("message", (rows) => rows.message),
  textColumn("signal", (rows) => rows.signal),
  {
    name: "value",
    type: TYPE.double,
    encode: ({ value, length }) => plainColumn(new Uint8Array(Float64Array.from(value).buffer), length),
  },
  textColumn("unit", (rows) => rows.unit),
  textColumn("text", (rows) => rows.text),
];

function textColumn(name: string, of: (rows: SampleRows) => readonly string[]): ParquetColumn<SampleRows> {
  const encode = (rows: SampleRows) => plainColumn(texts(of(rows)), rows.length);
  return { name, type: TYPE.bytes, convertedType: CONVERTED.utf8, encode };
}

function numberColumn<Rows extends { readonly length: number }>(
  name: string,
  convertedType: number,
  of: (rows: Rows) => ArrayLike<number>,
): ParquetColumn<Rows> {
  const encode = (rows: Rows) => plainColumn(plainNumbers(of(rows), rows.length), rows.length);
  return { name, type: TYPE.int32, convertedType, encode };
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

/** Booleans are bits, the first in the lowest. */
function flag(name: string, mask: number): ParquetColumn<FrameBatch> {
  const encode = (frames: FrameBatch) => {
    const bytes = new Uint8Array(Math.ceil(frames.length / 8));
    for (let i = 0; i < frames.length; i++) {
      if ((frames.flags[i] as number) & mask) bytes[i >> 3] = (bytes[i >> 3] as number) | (1 << (i & 7));
    }
    return plainColumn(bytes, frames.length);
  };
  return { name, type: TYPE.boolean, encode };
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
