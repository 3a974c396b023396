import {
  CONVERTED,
  type ColumnPage,
  ENCODING,
  type EncodedColumn,
  type ParquetColumn,
  plainTimes,
  UTC_MICROS,
} from "./column.ts";
import { repeatedNumbers } from "./dictionary-column.ts";
import { encodeDeltas } from "./encode-deltas.ts";
import { encodeDoubles } from "./encode-doubles.ts";
import type { Repeated } from "./encode-levels.ts";
import { TYPE } from "./footer.ts";

/** Values of the signals of one message, a row for each frame, in the order of time. */
export interface SignalRows {
  readonly length: number;
  readonly timesUs: Float64Array;
  readonly channel: number;
  readonly ids: Uint32Array;
  /** A column for each signal; NaN: no value. */
  readonly values: readonly Float64Array[];
}

export interface SignalColumn {
  readonly name: string;
  readonly unit: string;
}

const PAGE_ROWS = 32_768;
const FIXED_NAMES = ["time", "channel", "id"];

/** `time`, `channel` and `id` of the frame, then a column for each signal with its unit in the metadata. */
export function signalColumns(signals: readonly SignalColumn[]): ParquetColumn<SignalRows>[] {
  const names = columnNames(signals.map(({ name }) => name));
  const channel = ({ channel: value, length }: SignalRows) => repeatedNumbers([{ value, count: length }], length);
  const id = ({ ids, length }: SignalRows) => repeatedNumbers(repeatsOf(ids, length), length);
  return [
    {
      name: "time",
      type: TYPE.int64,
      convertedType: CONVERTED.timestampMicros,
      logicalType: UTC_MICROS,
      encode: encodeTimes,
    },
    { name: "channel", type: TYPE.int32, convertedType: CONVERTED.uint8, encode: channel },
    { name: "id", type: TYPE.int32, convertedType: CONVERTED.uint32, encode: id },
    ...signals.map(({ unit }, i): ParquetColumn<SignalRows> => {
      const encode = ({ values, length }: SignalRows) => encodeDoubles(values[i] as Float64Array, length);
      return { name: names[i] as string, type: TYPE.double, isOptional: true, metadata: { unit }, encode };
    }),
  ];
}

export const columnNames = (names: readonly string[]): string[] => distinctNames(names, FIXED_NAMES);

/** Readers compare names without case: the second of two that are equal then gets a number. */
export function distinctNames(names: readonly string[], fixed: readonly string[]): string[] {
  const taken = new Set(fixed);
  return names.map((name) => {
    let own = name;
    for (let number = 2; taken.has(own.toLowerCase()); number++) own = `${name}_${number}`;
    taken.add(own.toLowerCase());
    return own;
  });
}

function* repeatsOf(values: Uint32Array, length: number): Generator<Repeated> {
  for (let from = 0; from < length; ) {
    const value = values[from] as number;
    let to = from + 1;
    while (to < length && values[to] === value) to++;
    yield { value, count: to - from };
    from = to;
  }
}

function* pagesOf(length: number): Generator<{ from: number; rows: number }> {
  for (let from = 0; from < length; from += PAGE_ROWS) yield { from, rows: Math.min(PAGE_ROWS, length - from) };
}

function encodeTimes({ timesUs, length }: SignalRows): EncodedColumn {
  const pages = [...pagesOf(length)].map(({ from, rows }): ColumnPage => {
    return { rows, bytes: encodeDeltas(timesUs.subarray(from, from + rows), rows).slice() };
  });
  const range = { min: plainTimes([timesUs[0] as number], 1), max: plainTimes([timesUs[length - 1] as number], 1) };
  return { encoding: ENCODING.deltas, pages, range };
}
