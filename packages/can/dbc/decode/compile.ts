import type { Message, Signal } from "../model.ts";
import type { Column, ColumnValues, DecodeRows, Rows } from "./columns.ts";
import { checkedSource, PARAMETERS, wholeSource } from "./generate.ts";
import { interpret, readLongNumber } from "./interpret.ts";
import type { MessageLayout, SignalLayout } from "./layout.ts";

/** A larger function would be too much for the engine's optimiser; such a message is interpreted. */
const MAX_COMPILED_SIGNALS = 512;
const MAX_COMPILED_RANGES = 4096;

let isAllowed: boolean | null = null;

/** False where a content security policy forbids generated code. */
export function canCompile(): boolean {
  if (isAllowed === null) {
    try {
      isAllowed = new Function("return true")() === true;
    } catch {
      isAllowed = false;
    }
  }
  return isAllowed;
}

type Generated = (
  frame: Uint32Array,
  count: number,
  start: Uint32Array,
  size: Uint8Array,
  data: Uint8Array,
  columns: readonly Column[],
  present: readonly Uint8Array[] | null,
  long: (index: number, base: number) => number,
  words: Uint32Array,
  floats: Float32Array,
  doubles: Float64Array,
) => void;

const words = new Uint32Array(2);
/** The same eight bytes in three ways: how generated code turns bits into floating point. */
export const SCRATCH = { words, floats: new Float32Array(words.buffer), doubles: new Float64Array(words.buffer) };

export function isTooLarge(signals: readonly SignalLayout[]): boolean {
  const ranges = signals.reduce((sum, signal) => sum + signal.ranges.length / 2, 0);
  return signals.length > MAX_COMPILED_SIGNALS || ranges > MAX_COMPILED_RANGES;
}

/** A function of its own for one message; two of them, made when first needed. */
export function compile(message: Message, layout: MessageLayout, values: ColumnValues): DecodeRows {
  if (isTooLarge(layout.signals)) return interpret(message, layout, values);
  let whole: Generated | null = null;
  let checked: Generated | null = null;
  return (rows, columns, present) => {
    if (present === null) {
      whole ??= generateFunction<Generated>(PARAMETERS, wholeSource(layout, values));
      run(whole, message, rows, columns, present);
    } else {
      checked ??= generateFunction<Generated>(PARAMETERS, checkedSource(layout, values));
      run(checked, message, rows, columns, present);
    }
  };
}

function run(
  code: Generated,
  message: Message,
  rows: Rows,
  columns: readonly Column[],
  present: readonly Uint8Array[] | null,
) {
  const { frame, count, start, size, data } = rows;
  const long = (index: number, base: number) => readLongNumber(data, base, message.signals[index] as Signal);
  const { words, floats, doubles } = SCRATCH;
  code(frame, count, start, size, data, columns, present, long, words, floats, doubles);
}

export function generateFunction<F>(parameters: readonly string[], body: string): F {
  return new Function(...parameters, `"use strict";${body}`) as F;
}
