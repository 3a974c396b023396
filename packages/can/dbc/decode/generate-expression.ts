import { type ColumnValues, isWideRaw } from "./columns.ts";
import { MAX_FAST_BITS, type Part, type SignalLayout } from "./layout.ts";
import { LOW_WORD } from "./read-raw.ts";

/*
 * The expressions of generated decoders. Only numbers of the layout enter them, never a name or a text of the file:
 * see `literal` and `whole` at the end.
 */

/** How generated code reaches the payload of the row it is at. */
export interface PayloadNames {
  /** The expression of one byte. */
  readonly byte: (index: number) => string;
  /** The variable from which `long` finds the payload. */
  readonly row: string;
}

/** The ranges of the selector `v…`. A selector that is absent is NaN and lies in no range. */
export function selectedCondition(signal: SignalLayout): string {
  const value = `v${whole(signal.selector ?? 0)}`;
  const ranges: string[] = [];
  for (let k = 0; k < signal.ranges.length; k += 2) {
    ranges.push(`${value}>=${literal(signal.ranges[k] ?? 0)}&&${value}<=${literal(signal.ranges[k + 1] ?? 0)}`);
  }
  return ranges.length === 0 ? "false" : `(${ranges.join("||")})`;
}

export function expressionOf(signal: SignalLayout, index: number, values: ColumnValues, names: PayloadNames): string {
  if (isWideRaw(signal, values)) return wideRawOf(signal, names);
  const raw = rawOf(signal, index, names);
  return values === "raw" ? raw : scaledOf(signal, raw);
}

export function scaledOf({ factor, offset }: SignalLayout, raw: string): string {
  return factor === 1 && offset === 0 ? raw : `${raw}*${literal(factor)}+${literal(offset)}`;
}

/** The same arithmetic as readRawNumber, written out. */
export function rawOf(signal: SignalLayout, index: number, names: PayloadNames): string {
  if (signal.length > MAX_FAST_BITS) return `long(${whole(index)},${names.row})`;
  const low = partOf(signal.low, names);
  if (signal.valueType === "float") return `(words[0]=${low},floats[0])`;
  if (signal.high === null) return signal.isSigned ? signed(low, signal.length) : unsigned(low, signal.low);
  const high = partOf(signal.high, names);
  if (signal.valueType === "double") return `(words[${LOW_WORD}]=${low},words[${1 - LOW_WORD}]=${high},doubles[0])`;
  const top = signal.isSigned ? signed(high, signal.high.length) : unsigned(high, signal.high);
  return `(${top}*4294967296+${unsigned(low, signal.low)})`;
}

function wideRawOf(signal: SignalLayout, names: PayloadNames): string {
  const high = signal.high === null ? "0" : partOf(signal.high, names);
  const bits = signal.high?.length ?? 32;
  const top = signal.isSigned ? signed(high, bits) : `((${high})>>>0)`;
  return `(BigInt(${top})<<32n)+BigInt(${unsigned(partOf(signal.low, names), signal.low)})`;
}

function partOf(part: Part, names: PayloadNames): string {
  const terms: string[] = [];
  for (let k = 0; k < part.count; k++) {
    const name = names.byte(part.at + k * part.step);
    const left = 8 * k - part.shift;
    terms.push(left < 0 ? `${name}>>>${-left}` : left === 0 ? name : `${name}<<${left}`);
  }
  const isExact = part.shift + part.length === 8 * part.count;
  const bits = `(${terms.join("|")})`;
  return isExact || part.length === 32 ? bits : `(${bits}&${2 ** part.length - 1})`;
}

function unsigned(bits: string, part: Part): string {
  return part.length === 32 ? `(${bits}>>>0)` : bits;
}

function signed(bits: string, length: number): string {
  return length === 32 ? `(${bits}|0)` : `(${bits}<<${32 - length}>>${32 - length})`;
}

/** The gate of the generated source: a finite number or nothing. */
function literal(value: number): string {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError("only numbers enter generated code");
  return value < 0 || Object.is(value, -0) ? `(${value})` : String(value);
}

export function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError("only numbers enter generated code");
  return literal(value);
}
