import { MAX_FAST_BITS, type MessageLayout, type Part, type SignalLayout } from "@canopy/can/dbc/decode/layout";

/*
 * A signal as an expression of DuckDB over the columns b0 … b63. A byte that the payload does not have is null, and so
 * is the signal. Only numbers of the layout enter the text.
 */

/** A frame on the bus has no more. */
const MOST_BYTES = 64;

/** Bits of IEEE 754 as numbers: DuckDB has no function for it. NaN becomes null. */
export const FLOAT_MACROS = `create or replace macro canopy_float(bits) as
  (1 - 2 * ((bits >> 31) & 1))::double * case (bits >> 23) & 255
    when 255 then case when (bits & 8388607) = 0 then 'infinity'::double end
    when 0 then (bits & 8388607)::double * pow(2e0, -149)
    else ((bits & 8388607) + 8388608)::double * pow(2e0, ((bits >> 23) & 255) - 150) end;
create or replace macro canopy_double(high, low) as
  (1 - 2 * ((high >> 31) & 1))::double * case (high >> 20) & 2047
    when 2047 then case when (high & 1048575) = 0 and low = 0 then 'infinity'::double end
    when 0 then ((high & 1048575) * 4294967296 + low)::double * pow(2e0, -1074)
    else ((high & 1048575) * 4294967296 + low + 4503599627370496)::double * pow(2e0, ((high >> 20) & 2047) - 1075) end;`;

/** Undefined: no frame has it, or it has more than 64 bits. */
export function signalExpression(layout: MessageLayout, index: number): string | undefined {
  const signal = layout.signals[index] as SignalLayout;
  if (!isReadable(signal)) return undefined;
  const conditions: string[] = [];
  for (let at: SignalLayout = signal; at.selector !== null; ) {
    const selector = layout.signals[at.selector] as SignalLayout;
    if (at.ranges.length === 0 || !isReadable(selector)) return undefined;
    conditions.unshift(isSelected(rawExpression(selector), at.ranges));
    at = selector;
  }
  const raw = `${rawExpression(signal)}::double`;
  const { factor, offset } = signal;
  const value = factor === 1 && offset === 0 ? raw : `${raw} * ${double(factor)} + ${double(offset)}`;
  return conditions.length === 0 ? value : `case when ${conditions.join(" and ")} then ${value} end`;
}

const isReadable = ({ length, minimumLength }: SignalLayout): boolean =>
  length <= MAX_FAST_BITS && minimumLength <= MOST_BYTES;

function isSelected(raw: string, ranges: readonly number[]): string {
  const parts: string[] = [];
  for (let k = 0; k < ranges.length; k += 2) {
    const [from, to] = [double(ranges[k] as number), double(ranges[k + 1] as number)];
    parts.push(from === to ? `${raw} = ${from}` : `${raw} between ${from} and ${to}`);
  }
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(" or ")})`;
}

/** The same arithmetic as `readRawNumber`: halves of 32 bits, joined as doubles. */
function rawExpression({ low, high, isSigned, valueType }: SignalLayout): string {
  const bits = partExpression(low);
  if (valueType === "float" || (valueType === "double" && high === null)) return `canopy_float(${bits})`;
  if (high === null) return isSigned ? signed(bits, low.length) : bits;
  const top = partExpression(high);
  if (valueType === "double") return `canopy_double(${top}, ${bits})`;
  return `(${isSigned ? signed(top, high.length) : top}::double * 4294967296e0 + ${bits}::double)`;
}

function partExpression({ at, step, shift, count, length }: Part): string {
  const terms = Array.from({ length: count }, (_, k) => {
    const byte = `b${at + k * step}::bigint`;
    const left = 8 * k - shift;
    return left < 0 ? `(${byte} >> ${-left})` : left === 0 ? byte : `${byte} * ${2 ** left}`;
  });
  const sum = terms.length === 1 ? (terms[0] as string) : `(${terms.join(" + ")})`;
  return shift + length === 8 * count ? sum : `(${sum} & ${2 ** length - 1})`;
}

function signed(bits: string, length: number): string {
  const half = 2 ** (length - 1);
  return `(((${bits} + ${half}) & ${2 ** length - 1}) - ${half})`;
}

/** With an exponent: without one DuckDB reads a decimal. */
function double(value: number): string {
  const text = String(value);
  return text.includes("e") ? text : `${text}e0`;
}
