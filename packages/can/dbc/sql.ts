import { type ByteSpan, byteSpan } from "../bytes/bits.ts";
import { failure, type Result, success } from "../bytes/result.ts";
import { MAX_FAST_BITS } from "./layout.ts";
import type { Signal } from "./model.ts";

/**
 * A signal as ClickHouse expressions over the frame table: `d8`, bytes 0-7 as a little-endian UInt64, and `ext`,
 * bytes 8-63. Only rows with `len >= minimumLength` hold the signal: the caller must exclude the others.
 */
export interface SignalSql {
  readonly raw: string;
  /** Float64, equal to what the decoder gives. */
  readonly value: string;
  readonly minimumLength: number;
}

/** Why a signal is decoded outside the store. */
export type SqlProblem = "multiplexed" | "tooLong" | "spansNineBytes" | "beyondFrame";

export function signalSql(signal: Signal): Result<SignalSql, SqlProblem> {
  const span = byteSpan(signal);
  if (signal.multiplexed !== null) return failure("multiplexed");
  if (signal.length > MAX_FAST_BITS) return failure("tooLong");
  if (span.count > 8) return failure("spansNineBytes");
  if (span.first + span.count > 64) return failure("beyondFrame");
  const raw = rawSql(signal, span);
  return success({ raw, value: valueSql(signal, raw), minimumLength: span.first + span.count });
}

function rawSql(signal: Signal, span: ByteSpan): string {
  const bits = shiftedSql(signal, span);
  const { length } = signal;
  if (signal.valueType === "float") return `reinterpretAsFloat32(toUInt32(${maskedSql(bits, length)}))`;
  if (signal.valueType === "double") return `reinterpretAsFloat64(${bits})`;
  if (!signal.isSigned) return maskedSql(bits, length);
  if (length === 64) return `reinterpretAsInt64(${bits})`;
  return `bitShiftRight(reinterpretAsInt64(bitShiftLeft(${bits},${64 - length})),${64 - length})`;
}

/** A UInt64 whose lowest bits are the value. */
function shiftedSql(signal: Signal, span: ByteSpan): string {
  if (signal.byteOrder === "intel") return shiftRightSql(windowSql(span.first), span.shift);
  // The window ends with the signal's last byte, so after the swap that byte is the lowest.
  const start = Math.max(0, span.first + span.count - 8);
  const above = 8 * (start + 8 - span.first - span.count);
  return shiftRightSql(`byteSwap(${windowSql(start)})`, span.shift + above);
}

/** Eight payload bytes from byte `start` on, little-endian; what lies behind byte 63 reads as 0. */
function windowSql(start: number): string {
  if (start === 0) return "d8";
  if (start >= 8) return `reinterpretAsUInt64(substring(ext,${start - 7},8))`;
  const fromExt = `bitShiftLeft(reinterpretAsUInt64(substring(ext,1,8)),${64 - 8 * start})`;
  return `bitOr(bitShiftRight(d8,${8 * start}),${fromExt})`;
}

function shiftRightSql(bits: string, count: number): string {
  return count === 0 ? bits : `bitShiftRight(${bits},${count})`;
}

function maskedSql(bits: string, length: number): string {
  return length === 64 ? bits : `bitAnd(${bits},toUInt64(${(1n << BigInt(length)) - 1n}))`;
}

/** In Float64 from the start: whole-number arithmetic would wrap. */
function valueSql(signal: Signal, raw: string): string {
  const { factor, offset } = signal;
  if (factor === 1 && offset === 0) return `toFloat64(${raw})`;
  return `toFloat64(${raw})*toFloat64(${literal(factor)})+toFloat64(${literal(offset)})`;
}

/** The gate of the statement: a finite number or nothing. */
function literal(value: number): string {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError("only numbers enter the statement");
  return String(value);
}
