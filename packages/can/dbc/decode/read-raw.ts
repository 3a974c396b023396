import { extractBits } from "../../bytes/bits.ts";
import type { Raw, Signal } from "../model.ts";
import { MAX_EXACT_BITS, MAX_FAST_BITS, type Part, type SignalLayout } from "./layout.ts";

const words = new Uint32Array(2);
const floats = new Float32Array(words.buffer);
const doubles = new Float64Array(words.buffer);
/** Which half of a double the low word is on this machine. */
export const LOW_WORD = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;

/** The part as an unsigned number; `base` is where the payload begins in `data`. */
export function readPart(data: Uint8Array, base: number, part: Part): number {
  let at = base + part.at;
  let word = (data[at] as number) >>> part.shift;
  let have = 8 - part.shift;
  for (let k = 1; k < part.count; k++) {
    at += part.step;
    word |= (data[at] as number) << have;
    have += 8;
  }
  return part.length === 32 ? word >>> 0 : word & ((1 << part.length) - 1);
}

function signExtend(word: number, bits: number): number {
  return (word << (32 - bits)) >> (32 - bits);
}

/** A raw value of at most 64 bits as the nearest double: exact up to 53 bits. */
export function readRawNumber(data: Uint8Array, base: number, signal: SignalLayout): number {
  const low = readPart(data, base, signal.low);
  if (signal.valueType !== "integer") return readFloat(data, base, signal, low);
  if (signal.high === null) return signal.isSigned ? signExtend(low, signal.length) : low;
  const high = readPart(data, base, signal.high);
  // The product is exact, so the sum is rounded once: the nearest double, as BigInt to Number gives it.
  return (signal.isSigned ? signExtend(high, signal.high.length) : high) * 4294967296 + low;
}

function readFloat(data: Uint8Array, base: number, signal: SignalLayout, low: number): number {
  if (signal.valueType === "float" || signal.high === null) {
    words[0] = low;
    return floats[0] as number;
  }
  words[LOW_WORD] = low;
  words[1 - LOW_WORD] = readPart(data, base, signal.high);
  return doubles[0] as number;
}

/** A raw integer of 54 to 64 bits. */
export function readRawBigInt(data: Uint8Array, base: number, signal: SignalLayout): bigint {
  const low = BigInt(readPart(data, base, signal.low));
  if (signal.high === null) return low;
  const high = readPart(data, base, signal.high);
  return (BigInt(signal.isSigned ? signExtend(high, signal.high.length) : high) << 32n) + low;
}

/** A raw integer of any length, for the few that have more than 64 bits. */
export function readLongRaw(payload: Uint8Array, signal: Signal): bigint {
  const bits = extractBits(payload, signal);
  return signal.isSigned ? BigInt.asIntN(signal.length, bits) : bits;
}

/** Exact: a number where a double can hold it, a bigint beyond. */
export function readRaw(payload: Uint8Array, layout: SignalLayout, signal: Signal): Raw {
  if (layout.length > MAX_FAST_BITS) return compact(readLongRaw(payload, signal));
  if (layout.length <= MAX_EXACT_BITS || layout.valueType !== "integer") return readRawNumber(payload, 0, layout);
  return compact(readRawBigInt(payload, 0, layout));
}

/** The one form of a whole number: a number while it is safe, so that 5 and 5n are never two keys. */
export function compact(value: bigint): Raw {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** raw · factor + offset in double, in this order; whole numbers beyond 2^53 stay exact where the scale is whole. */
export function physicalOf(raw: Raw, factor: number, offset: number): Raw {
  if (factor === 1 && offset === 0) return raw;
  if (typeof raw === "number") return raw * factor + offset;
  if (!Number.isSafeInteger(factor) || !Number.isSafeInteger(offset)) return Number(raw) * factor + offset;
  return compact(raw * BigInt(factor) + BigInt(offset));
}
