import { addDec, compareDec, decOf, decOfDouble, divDec, mulDec, subDec } from "./decimal.ts";
import { fail } from "./throwable.ts";
import { Big, type Char, Dec, Float, Long, Small, type Value } from "./values.ts";

export type Numeric = number | bigint | Long | Big | Dec | Float | Small;

export function isNumber(value: Value): value is Numeric {
  const type = typeof value;
  if (type === "number" || type === "bigint") return true;
  if (type !== "object" || value === null) return false;
  return (
    value instanceof Dec ||
    value instanceof Long ||
    value instanceof Big ||
    value instanceof Float ||
    value instanceof Small
  );
}

/** Which of Groovy's maths an operand asks for. */
export const INT = 1;
export const LONG = 2;
export const BIG = 3;
export const DEC = 4;
export const FLOATING = 5;

export function rank(value: Numeric): number {
  if (typeof value === "number") return FLOATING;
  if (typeof value === "bigint") return INT;
  if (value instanceof Dec) return DEC;
  if (value instanceof Long) return LONG;
  if (value instanceof Small) return INT;
  return value instanceof Big ? BIG : FLOATING;
}

export function toDouble(value: Numeric): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Dec) return value.d;
  return Number(value.v);
}

/** longValue() and BigDecimal.toBigInteger(): cuts the fraction. */
export function toWhole(value: Numeric): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return wholeOfDouble(value);
  if (value instanceof Dec)
    return value.scale > 0 ? value.u / 10n ** BigInt(value.scale) : value.u * 10n ** BigInt(-value.scale);
  return typeof value.v === "bigint" ? value.v : wholeOfDouble(value.v);
}

function wholeOfDouble(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return 2n ** 63n - 1n;
  return value <= -(2 ** 63) ? -(2n ** 63n) : BigInt(Math.trunc(value));
}

/** The lowest bits without a sign. QuickJS gives signed ones for BigInt.asUintN. */
export function unsigned(bits: number, value: bigint): bigint {
  return value & ((1n << BigInt(bits)) - 1n);
}

/** intValue(): a double is cut at the limits of int, whole numbers wrap. */
export function toInt(value: Numeric): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" || value instanceof Float) {
    return BigInt(Math.trunc(Math.min(Math.max(toDouble(value) || 0, -2147483648), 2147483647)));
  }
  return BigInt.asIntN(32, toWhole(value));
}

export function toDec(value: Numeric): Dec {
  if (value instanceof Dec) return value;
  if (typeof value === "bigint") return new Dec(value, 0);
  if (typeof value === "number") return decOfDouble(value);
  if (value instanceof Float) return decOfDouble(Number(value.v));
  return new Dec(value.v, 0);
}

export function whole(value: bigint, kind: number): Numeric {
  if (kind === INT) return BigInt.asIntN(32, value);
  return kind === LONG ? new Long(value) : new Big(value);
}

export function add(a: Numeric, b: Numeric): Numeric {
  const kind = Math.max(rank(a), rank(b));
  if (kind === FLOATING) return toDouble(a) + toDouble(b);
  return kind === DEC ? addDec(toDec(a), toDec(b)) : whole(toWhole(a) + toWhole(b), kind);
}

export function subtract(a: Numeric, b: Numeric): Numeric {
  const kind = Math.max(rank(a), rank(b));
  if (kind === FLOATING) return toDouble(a) - toDouble(b);
  return kind === DEC ? subDec(toDec(a), toDec(b)) : whole(toWhole(a) - toWhole(b), kind);
}

export function multiply(a: Numeric, b: Numeric): Numeric {
  const kind = Math.max(rank(a), rank(b));
  if (kind === FLOATING) return toDouble(a) * toDouble(b);
  return kind === DEC ? mulDec(toDec(a), toDec(b)) : whole(toWhole(a) * toWhole(b), kind);
}

export function divide(a: Numeric, b: Numeric): Numeric {
  const kind = Math.max(rank(a), rank(b));
  return kind === FLOATING ? toDouble(a) / toDouble(b) : divDec(toDec(a), toDec(b));
}

export function remainder(a: Numeric, b: Numeric): Numeric {
  const kind = Math.max(rank(a), rank(b));
  if (kind === FLOATING) return toDouble(a) % toDouble(b);
  if (kind === DEC) return unsupportedFor("mod()", a);
  const divisor = toWhole(b);
  if (kind === BIG) return new Big(modulus(toWhole(a), divisor));
  if (divisor === 0n) fail("ArithmeticException", "/ by zero");
  return whole(toWhole(a) % divisor, kind);
}

function modulus(a: bigint, b: bigint): bigint {
  if (b <= 0n) fail("ArithmeticException", "BigInteger: modulus not positive");
  return ((a % b) + b) % b;
}

export function intdiv(a: Numeric, b: Numeric): Numeric {
  const kind = Math.max(rank(a), rank(b));
  if (kind >= DEC) return unsupportedFor("intdiv()", a);
  const divisor = toWhole(b);
  if (divisor === 0n) fail("ArithmeticException", kind === BIG ? "BigInteger divide by zero" : "/ by zero");
  return whole(toWhole(a) / divisor, kind);
}

function unsupportedFor(operation: string, value: Numeric): never {
  const type = value instanceof Dec ? "java.math.BigDecimal" : numberClass(value);
  fail(
    "UnsupportedOperationException",
    `Cannot use ${operation} on this number type: ${type} with value: ${numberText(value)}`,
  );
}

export function numberClass(value: Numeric): string {
  if (typeof value === "number") return "java.lang.Double";
  if (typeof value === "bigint") return "java.lang.Integer";
  if (value instanceof Dec) return "java.math.BigDecimal";
  if (value instanceof Big) return "java.math.BigInteger";
  if (value instanceof Small) return `java.lang.${value.type}`;
  return value instanceof Long ? "java.lang.Long" : "java.lang.Float";
}

let numberText: (value: Numeric) => string = String;
export function setNumberText(show: (value: Numeric) => string): void {
  numberText = show;
}

export function compareNumbers(a: Numeric, b: Numeric): number {
  const kind = Math.max(rank(a), rank(b));
  if (kind === DEC) return compareDec(toDec(a), toDec(b));
  if (kind === FLOATING) return compareDoubles(toDouble(a), toDouble(b));
  const x = toWhole(a);
  const y = toWhole(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Double.compare: NaN is the largest and equal to itself, -0.0 is under 0.0. */
export function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return a !== 0 ? 0 : Math.sign(1 / a) === Math.sign(1 / b) ? 0 : Math.sign(1 / a);
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return -1;
}

export function negate(value: Numeric): Numeric {
  if (typeof value === "number") return -value;
  if (value instanceof Dec) return new Dec(-value.u, value.scale);
  if (value instanceof Float) return new Float(-value.v);
  return whole(-toWhole(value), rank(value));
}

/** A number in its own type, from a whole number: for next(), abs() and the like. */
export function power(a: Numeric, b: Numeric): Numeric {
  const exponentWhole = rank(b) === INT ? Number(toWhole(b)) : undefined;
  if (exponentWhole !== undefined && exponentWhole >= 0 && rank(a) < FLOATING) return wholePower(a, exponentWhole);
  return powerOfDoubles(toDouble(a) ** toDouble(b));
}

const MAX_POWER = 1_000_000;

function wholePower(a: Numeric, exponent: number): Numeric {
  if (exponent > MAX_POWER) fail("ArithmeticException", "Overflow");
  if (a instanceof Dec) return new Dec(a.u ** BigInt(exponent), a.scale * exponent);
  const result = toWhole(a) ** BigInt(exponent);
  const kind = rank(a);
  if (kind === INT && BigInt.asIntN(32, result) === result) return result;
  if (kind === LONG && BigInt.asIntN(64, result) === result) return new Long(result);
  return new Big(result);
}

function powerOfDoubles(result: number): Numeric {
  if (Math.abs(result) <= 2147483647 && Number.isInteger(result)) return BigInt(result);
  if (Number.isInteger(result) && Math.abs(result) < 2 ** 63) return new Long(BigInt(result));
  return result;
}

/** A number out of text, by the class that reads it. */
export function parseNumber(text: string, type: string): Numeric {
  const wrong = () => fail("NumberFormatException", `For input string: "${text}"`);
  const trimmed = type === "Double" || type === "Float" ? text.trim() : text;
  if (type === "Double" || type === "Float") return parseDouble(trimmed, text, type);
  if (type === "BigDecimal") return decOf(trimmed);
  if (!/^[+-]?\d+$/.test(trimmed))
    return trimmed === "" && type === "BigInteger" ? fail("NumberFormatException", "Zero length BigInteger") : wrong();
  const value = BigInt(trimmed.replace(/^\+/, ""));
  if (type === "BigInteger") return new Big(value);
  const bits = type === "Long" ? 64 : 32;
  if (BigInt.asIntN(bits, value) !== value) return wrong();
  return type === "Long" ? new Long(value) : value;
}

function parseDouble(trimmed: string, original: string, type: string): Numeric {
  if (trimmed === "") return fail("NumberFormatException", "empty String");
  const value = /^[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?)[dDfF]?$/.test(trimmed)
    ? Number(trimmed.replace(/[dDfF]$/, ""))
    : /^[+-]?(NaN|Infinity)$/.test(trimmed)
      ? Number(trimmed.replace("+", ""))
      : fail("NumberFormatException", `For input string: "${original}"`);
  return type === "Float" ? new Float(value) : value;
}

export function charCode(value: Char): bigint {
  return BigInt(value.c.charCodeAt(0));
}
