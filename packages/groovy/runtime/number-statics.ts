import { late } from "./late.ts";
import { doubleArg as d, larger, numberArg as n } from "./math.ts";
import { int, type Table, table } from "./methods.ts";
import {
  compareDoubles,
  compareNumbers,
  isNumber,
  parseNumber,
  toDec,
  toDouble,
  toWhole,
  unsigned,
  whole,
} from "./numeric.ts";
import { fail } from "./throwable.ts";
import { Big, Char, Dec, Float, Long, type Value } from "./values.ts";

const s = (value: Value): string => late.text(value);

function radixText(value: Value, radix: number, bits: number): string {
  return unsigned(bits, toWhole(n(value))).toString(radix);
}

function parseRadix(text: string, radix: Value, type: string): Value {
  if (radix === undefined) return parseNumber(text, type);
  const base = Number(radix);
  const digits = text.replace(/^[+-]/, "").toLowerCase();
  if (digits === "" || [...digits].some((digit) => Number.isNaN(Number.parseInt(digit, base))))
    return fail("NumberFormatException", `For input string: "${text}"${base === 10 ? "" : ` under radix ${base}`}`);
  let value = 0n;
  for (const digit of digits) value = value * BigInt(base) + BigInt(Number.parseInt(digit, base));
  const signedValue = text.startsWith("-") ? -value : value;
  const bits = type === "Long" ? 64 : 32;
  if (BigInt.asIntN(bits, signedValue) !== signedValue)
    return fail("NumberFormatException", `For input string: "${text}"${base === 10 ? "" : ` under radix ${base}`}`);
  return type === "Long" ? new Long(signedValue) : signedValue;
}

function wholeClass(type: "Integer" | "Long", bits: number): Table {
  const make = (value: bigint): Value => (type === "Long" ? new Long(value) : value);
  return table({
    [`parse${type === "Integer" ? "Int" : "Long"}`]: (_, text, radix) => parseRadix(s(text), radix, type),
    valueOf: (_: Value, value: Value, radix: Value) =>
      isNumber(value) ? make(toWhole(value)) : parseRadix(s(value), radix, type),
    toString: (_: Value, value: Value, radix: Value) =>
      radix === undefined ? s(value) : toWhole(n(value)).toString(Number(radix)),
    toHexString: (_, value) => radixText(value, 16, bits),
    toBinaryString: (_, value) => radixText(value, 2, bits),
    toOctalString: (_, value) => radixText(value, 8, bits),
    bitCount: (_, value) => int(radixText(value, 2, bits).replaceAll("0", "").length),
    compare: (_, a, b) => int(compareNumbers(n(a), n(b))),
    signum: (_, a) => int(compareNumbers(n(a), 0n)),
    max: (_, a, b) => larger(a, b, 1),
    min: (_, a, b) => larger(a, b, -1),
    sum: (_, a, b) => whole(toWhole(n(a)) + toWhole(n(b)), type === "Long" ? 2 : 1),
    reverse: (_, a) =>
      make(BigInt.asIntN(bits, BigInt(`0b${[...radixText(a, 2, bits).padStart(bits, "0")].reverse().join("")}`))),
  });
}

const is = (test: RegExp) => (_: Value, char: Value) =>
  test.test(typeof char === "bigint" ? String.fromCharCode(Number(char)) : s(char));

/** Static methods of the classes of numbers, booleans and characters. */
export const NUMBER_STATICS: Readonly<Record<string, Table>> = {
  Integer: wholeClass("Integer", 32),
  Long: wholeClass("Long", 64),
  Double: table({
    parseDouble: (_, text) => parseNumber(s(text), "Double"),
    valueOf: (_: Value, value: Value) => (isNumber(value) ? toDouble(value) : parseNumber(s(value), "Double")),
    isNaN: (_, value) => Number.isNaN(d(value)),
    isInfinite: (_, value) => !Number.isFinite(d(value)) && !Number.isNaN(d(value)),
    isFinite: (_, value) => Number.isFinite(d(value)),
    compare: (_, a, b) => int(compareDoubles(d(a), d(b))),
    toString: (_: Value, value: Value) => s(d(value)),
    max: (_, a, b) => Math.max(d(a), d(b)),
    min: (_, a, b) => Math.min(d(a), d(b)),
    sum: (_, a, b) => d(a) + d(b),
  }),
  Float: table({
    parseFloat: (_, text) => parseNumber(s(text), "Float"),
    valueOf: (_: Value, value: Value) => (isNumber(value) ? new Float(d(value)) : parseNumber(s(value), "Float")),
  }),
  Boolean: table({
    parseBoolean: (_, text) => text !== null && s(text).toLowerCase() === "true",
    valueOf: (_: Value, value: Value) => (typeof value === "boolean" ? value : s(value).toLowerCase() === "true"),
    toString: (_: Value, value: Value) => s(value),
  }),
  Character: table({
    isDigit: is(/^\d/),
    isLetter: is(/^\p{L}/u),
    isLetterOrDigit: is(/^[\p{L}\d]/u),
    isWhitespace: is(/^\s/),
    isUpperCase: is(/^\p{Lu}/u),
    isLowerCase: is(/^\p{Ll}/u),
    toUpperCase: (_, char) => new Char(s(char).toUpperCase()),
    toLowerCase: (_, char) => new Char(s(char).toLowerCase()),
    getNumericValue: (_, char) => int(Number.parseInt(s(char), 36)),
    toString: (_: Value, char: Value) => s(char),
    valueOf: (_: Value, char: Value) => char,
  }),
  BigDecimal: table({
    valueOf: (_: Value, value: Value, scale: Value) =>
      scale === undefined ? toDec(n(value)) : new Dec(toWhole(n(value)), Number(scale)),
  }),
  BigInteger: table({ valueOf: (_: Value, value: Value) => new Big(toWhole(n(value))) }),
};
