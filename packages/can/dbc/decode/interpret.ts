import type { Message, Signal } from "../model.ts";
import type { Column, ColumnValues, DecodeRows, Rows } from "./columns.ts";
import { isSelected } from "./decode.ts";
import { MAX_FAST_BITS, type MessageLayout, type SignalLayout } from "./layout.ts";
import { readLongRaw, readRawBigInt, readRawNumber } from "./read-raw.ts";

/** The decoder for pages whose policy forbids generated code: the same results, signal by signal down the rows. */
export function interpret(message: Message, layout: MessageLayout, values: ColumnValues): DecodeRows {
  const readers = layout.signals.map((signal, i) => readerOf(signal, message.signals[i] as Signal, values));
  return (rows, columns, present) => {
    const selectors = present === null ? [] : selectorColumns(message, layout, rows);
    for (const i of layout.order) {
      const signal = layout.signals[i] as SignalLayout;
      const column = columns[i] as Column;
      const flags = present?.[i];
      if (flags !== undefined) markPresent(signal, rows, flags, selectors, present as readonly Uint8Array[]);
      readers[i]?.(rows, column, flags ?? null);
    }
  };
}

type ReadColumn = (rows: Rows, column: Column, present: Uint8Array | null) => void;

function readerOf(layout: SignalLayout, signal: Signal, values: ColumnValues): ReadColumn {
  const { factor, offset } = layout;
  const isPlain = values === "raw" || (factor === 1 && offset === 0);
  if (layout.length > MAX_FAST_BITS) return readLongColumn(signal, isPlain);
  return (rows, column, present) => {
    const { frame, count, start, data } = rows;
    if (!(column instanceof Float64Array)) {
      for (let r = 0; r < count; r++) {
        const isAbsent = present !== null && present[r] === 0;
        column[r] = isAbsent ? 0n : readRawBigInt(data, start[frame[r] as number] as number, layout);
      }
      return;
    }
    for (let r = 0; r < count; r++) {
      if (present !== null && present[r] === 0) column[r] = Number.NaN;
      else {
        const raw = readRawNumber(data, start[frame[r] as number] as number, layout);
        column[r] = isPlain ? raw : raw * factor + offset;
      }
    }
  };
}

function readLongColumn(signal: Signal, isPlain: boolean): ReadColumn {
  return (rows, column, present) => {
    for (let r = 0; r < rows.count; r++) {
      const isAbsent = present !== null && present[r] === 0;
      const raw = isAbsent
        ? Number.NaN
        : readLongNumber(rows.data, rows.start[rows.frame[r] as number] as number, signal);
      column[r] = isPlain ? raw : raw * signal.factor + signal.offset;
    }
  };
}

/** The nearest double of a value of more than 64 bits. */
export function readLongNumber(data: Uint8Array, base: number, signal: Signal): number {
  return Number(readLongRaw(data.subarray(base), signal));
}

/** The raw values of the selectors, by signal; only where a message is multiplexed. */
function selectorColumns(message: Message, layout: MessageLayout, rows: Rows): Array<Float64Array | undefined> {
  const columns: Array<Float64Array | undefined> = [];
  for (const { selector } of layout.signals) {
    if (selector === null || columns[selector] !== undefined) continue;
    const signal = layout.signals[selector] as SignalLayout;
    const column = new Float64Array(rows.count);
    const read = (data: Uint8Array, base: number) =>
      signal.length > MAX_FAST_BITS
        ? readLongNumber(data, base, message.signals[selector] as Signal)
        : readRawNumber(data, base, signal);
    for (let r = 0; r < rows.count; r++) {
      const i = rows.frame[r] as number;
      const isInside = (rows.size[i] as number) >= signal.minimumLength;
      column[r] = isInside ? read(rows.data, rows.start[i] as number) : Number.NaN;
    }
    columns[selector] = column;
  }
  return columns;
}

function markPresent(
  signal: SignalLayout,
  rows: Rows,
  flags: Uint8Array,
  selectors: ReadonlyArray<Float64Array | undefined>,
  present: readonly Uint8Array[],
): void {
  const { selector, minimumLength, ranges } = signal;
  const selectorValues = selector === null ? null : (selectors[selector] ?? null);
  const selectorPresent = selector === null ? null : (present[selector] as Uint8Array);
  for (let r = 0; r < rows.count; r++) {
    const isInside = (rows.size[rows.frame[r] as number] as number) >= minimumLength;
    const isActive =
      selectorValues === null || (selectorPresent?.[r] === 1 && isSelected(ranges, selectorValues[r] as number));
    flags[r] = isInside && isActive ? 1 : 0;
  }
}
