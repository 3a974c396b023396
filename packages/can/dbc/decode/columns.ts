import { MAX_EXACT_BITS, MAX_FAST_BITS, type MessageLayout, type SignalLayout } from "./layout.ts";

/** The values of one signal. Raw integers of 54 to 64 bits are exact in their own kind of array. */
export type Column = Float64Array | BigInt64Array | BigUint64Array;

export type ColumnValues = "physical" | "raw";

/** The frames of a batch that belong to one message, and where their payloads lie. */
export interface Rows {
  /** The index of each row's frame in the batch. */
  readonly frame: Uint32Array;
  readonly count: number;
  readonly start: Uint32Array;
  readonly size: Uint8Array;
  readonly data: Uint8Array;
}

/** Fills row r of every column; `present` null says that every payload holds every signal. */
export type DecodeRows = (rows: Rows, columns: readonly Column[], present: readonly Uint8Array[] | null) => void;

export function isWideRaw(signal: SignalLayout, values: ColumnValues): boolean {
  return values === "raw" && signal.valueType === "integer" && isBetween(signal.length);
}

function isBetween(length: number): boolean {
  return length > MAX_EXACT_BITS && length <= MAX_FAST_BITS;
}

export function newColumns(layout: MessageLayout, values: ColumnValues, capacity: number): Column[] {
  return layout.signals.map((signal) => {
    if (!isWideRaw(signal, values)) return new Float64Array(capacity);
    return signal.isSigned ? new BigInt64Array(capacity) : new BigUint64Array(capacity);
  });
}
