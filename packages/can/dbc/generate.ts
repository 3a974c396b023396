import { type ColumnValues, isWideRaw } from "./columns.ts";
import { MAX_FAST_BITS, type MessageLayout, type Part, type SignalLayout } from "./layout.ts";
import { LOW_WORD } from "./read-raw.ts";

/*
 * The source of a message's decoder: constants folded, every payload byte loaded once, no objects. Only numbers
 * of the layout enter it, never a name or a text of the file: see `literal` and `whole` at the end.
 */

export const PARAMETERS = "frame,count,start,size,data,columns,present,long,words,floats,doubles".split(",");

/** Every signal is in every payload: one straight line per row. */
export function wholeSource(layout: MessageLayout, values: ColumnValues): string {
  const bytes = new Set<number>();
  const byte = (index: number) => {
    bytes.add(index);
    return `b${whole(index)}`;
  };
  const stores = layout.signals.map((signal, i) => `c${i}[r]=${expressionOf(signal, i, values, byte)};`);
  const loads = [...bytes].map((index) => `const b${whole(index)}=data[o+${whole(index)}];`);
  return `${columnNames(layout)}for(let r=0;r<count;r++){const o=start[frame[r]];${loads.join("")}${stores.join("")}}`;
}

/** Short payloads and multiplexing: each signal asks whether it is there. */
export function checkedSource(layout: MessageLayout, values: ColumnValues): string {
  const byte = (index: number) => `data[o+${whole(index)}]`;
  const selectors = new Set(layout.signals.map((signal) => signal.selector));
  const statements = layout.order.map((i) => {
    const signal = layout.signals[i] as SignalLayout;
    const absent = isWideRaw(signal, values) ? "0n" : "NaN";
    const keep = selectors.has(i) ? `v${i}=${rawOf(signal, i, byte)};` : "";
    const store = `c${i}[r]=${expressionOf(signal, i, values, byte)};p${i}[r]=1;`;
    const declare = selectors.has(i) ? `let v${i}=NaN;` : "";
    return `${declare}if(${condition(signal)}){${keep}${store}}else{c${i}[r]=${absent};p${i}[r]=0;}`;
  });
  const flags = layout.signals.map((_, i) => `const p${i}=present[${i}];`).join("");
  const row = `const i=frame[r],o=start[i],n=size[i];${statements.join("")}`;
  return `${columnNames(layout)}${flags}for(let r=0;r<count;r++){${row}}`;
}

function columnNames(layout: MessageLayout): string {
  return layout.signals.map((_, i) => `const c${i}=columns[${i}];`).join("");
}

/** A selector that is absent is NaN and lies in no range. */
function condition(signal: SignalLayout): string {
  const inside = `n>=${whole(signal.minimumLength)}`;
  if (signal.selector === null) return inside;
  const value = `v${whole(signal.selector)}`;
  const ranges: string[] = [];
  for (let k = 0; k < signal.ranges.length; k += 2) {
    ranges.push(`${value}>=${literal(signal.ranges[k] ?? 0)}&&${value}<=${literal(signal.ranges[k + 1] ?? 0)}`);
  }
  return ranges.length === 0 ? "false" : `${inside}&&(${ranges.join("||")})`;
}

type ByteName = (index: number) => string;

function expressionOf(signal: SignalLayout, index: number, values: ColumnValues, byte: ByteName): string {
  if (isWideRaw(signal, values)) return wideRawOf(signal, byte);
  const raw = rawOf(signal, index, byte);
  if (values === "raw" || (signal.factor === 1 && signal.offset === 0)) return raw;
  return `${raw}*${literal(signal.factor)}+${literal(signal.offset)}`;
}

/** The same arithmetic as readRawNumber, written out. */
function rawOf(signal: SignalLayout, index: number, byte: ByteName): string {
  if (signal.length > MAX_FAST_BITS) return `long(${whole(index)},o)`;
  const low = partOf(signal.low, byte);
  if (signal.valueType === "float") return `(words[0]=${low},floats[0])`;
  if (signal.high === null) return signal.isSigned ? signed(low, signal.length) : unsigned(low, signal.low);
  const high = partOf(signal.high, byte);
  if (signal.valueType === "double") return `(words[${LOW_WORD}]=${low},words[${1 - LOW_WORD}]=${high},doubles[0])`;
  const top = signal.isSigned ? signed(high, signal.high.length) : unsigned(high, signal.high);
  return `(${top}*4294967296+${unsigned(low, signal.low)})`;
}

function wideRawOf(signal: SignalLayout, byte: ByteName): string {
  const high = signal.high === null ? "0" : partOf(signal.high, byte);
  const bits = signal.high?.length ?? 32;
  const top = signal.isSigned ? signed(high, bits) : `((${high})>>>0)`;
  return `(BigInt(${top})<<32n)+BigInt(${unsigned(partOf(signal.low, byte), signal.low)})`;
}

function partOf(part: Part, byte: ByteName): string {
  const terms: string[] = [];
  for (let k = 0; k < part.count; k++) {
    const name = byte(part.at + k * part.step);
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

function whole(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError("only numbers enter generated code");
  return literal(value);
}
