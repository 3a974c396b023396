import { noSignature } from "./closures.ts";
import { compare, equals, isText } from "./equality.ts";
import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import {
  add,
  charCode,
  divide,
  INT,
  isNumber,
  multiply,
  type Numeric,
  negate,
  power,
  rank,
  remainder,
  subtract,
  toWhole,
  unsigned,
  whole,
} from "./numeric.ts";
import { shown } from "./text.ts";
import { fail } from "./throwable.ts";
import { Big, Char, isList, Long, Pattern, type Value } from "./values.ts";

/** Calls the method that stands for an operator, on anything but numbers and text. */
function operator(a: Value, name: string, b: Value): Value {
  if (isNumber(a)) refuseOperand(a, name, b);
  if (name === "plus" && (a === null || a === undefined))
    fail("NullPointerException", `Cannot execute null+${late.text(b)}`);
  return late.call(a, name, [b]);
}

const OVERLOADED: ReadonlySet<string> = new Set(["plus", "minus", "multiply", "div"]);

/** A number with what is none. */
function refuseOperand(a: Value, name: string, b: Value): void {
  if (isNumber(b) || b instanceof Char || isList(b)) return;
  const owner = String(late.call(a, "$className", []));
  if (b !== null && b !== undefined) noSignature(owner, name, [b]);
  if (OVERLOADED.has(name)) fail("GroovyRuntimeException", `Ambiguous method overloading for method ${owner}#${name}.`);
  const [getter, parameter] = name === "power" ? ["doubleValue", "exponent"] : ["intValue", "right"];
  fail("NullPointerException", `Cannot invoke "java.lang.Number.${getter}()" because "${parameter}" is null`);
}

/** Division of primitive whole numbers of Java, for a declared double. */
export function quotient(a: number | Value, b: number | Value): number {
  const [x, y] = [a, b].map((one) => (typeof one === "number" ? BigInt(one) : toWhole(numberOf(one) ?? 0n)));
  if (y === 0n || y === undefined) return fail("ArithmeticException", "/ by zero");
  return Number((x ?? 0n) / y);
}

function numberOf(value: Value): Numeric | undefined {
  if (isNumber(value)) return value;
  return value instanceof Char ? charCode(value) : undefined;
}

export function plus(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (typeof a === "string") return a + shown(b);
  const x = numberOf(a);
  const y = numberOf(b);
  if (x !== undefined && y !== undefined) return add(x, y);
  if (x !== undefined && isText(b)) return late.text(a) + late.text(b);
  if ((a === null || a === undefined) && isText(b)) return `null${late.text(b)}`;
  return operator(a, "plus", b);
}

export function minus(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const x = numberOf(a);
  const y = numberOf(b);
  return x !== undefined && y !== undefined ? subtract(x, y) : operator(a, "minus", b);
}

export function times(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a * b;
  const x = numberOf(a);
  const y = numberOf(b);
  return x !== undefined && y !== undefined ? multiply(x, y) : operator(a, "multiply", b);
}

export function div(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a / b;
  const x = numberOf(a);
  const y = numberOf(b);
  return x !== undefined && y !== undefined ? divide(x, y) : operator(a, "div", b);
}

export function mod(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a % b;
  const x = numberOf(a);
  const y = numberOf(b);
  return x !== undefined && y !== undefined ? remainder(x, y) : operator(a, "mod", b);
}

export function pow(a: Value, b: Value): Value {
  return isNumber(a) && isNumber(b) ? power(a, b) : operator(a, "power", b);
}

/** Remainder of two ints in JavaScript numbers. */
export function intRemainder(a: number, b: number): number {
  if (b === 0) fail("ArithmeticException", "/ by zero");
  return (a % b) | 0;
}

export function neg(value: Value): Value {
  return isNumber(value) ? negate(value) : late.call(value, "negative", []);
}

export function positive(value: Value): Value {
  return isNumber(value) ? value : late.call(value, "positive", []);
}

/** `~`: the other bits of a whole number, the pattern of a text. */
export function bitNot(value: Value): Value {
  if (isText(value)) return new Pattern(late.text(value));
  if (isNumber(value) && rank(value) < 4) return whole(~toWhole(value), rank(value));
  return late.call(value, "bitwiseNegate", []);
}

const BITS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function bits(a: Value, b: Value, name: "and" | "or" | "xor"): Value {
  if (typeof a === "boolean" && typeof b === "boolean")
    return name === "and" ? a && b : name === "or" ? a || b : a !== b;
  const join = BITS[name];
  if (isNumber(a) && isNumber(b) && rank(a) < 4 && rank(b) < 4 && join !== undefined)
    return whole(join(toWhole(a), toWhole(b)), Math.max(rank(a), rank(b)));
  return operator(a, name, b);
}

export const and = (a: Value, b: Value): Value => bits(a, b, "and");
export const or = (a: Value, b: Value): Value => bits(a, b, "or");
export const xor = (a: Value, b: Value): Value => bits(a, b, "xor");

function shifts(a: Value, b: Value): { value: bigint; by: bigint; kind: number } | undefined {
  if (!isNumber(a) || !isNumber(b) || rank(a) > 3 || rank(b) > 2) return undefined;
  const kind = rank(a);
  const by = toWhole(b);
  return { value: toWhole(a), by: kind === INT ? by & 31n : kind === 2 ? by & 63n : by, kind };
}

export function shl(a: Value, b: Value): Value {
  const shift = shifts(a, b);
  return shift === undefined ? operator(a, "leftShift", b) : whole(shift.value << shift.by, shift.kind);
}

export function shr(a: Value, b: Value): Value {
  const shift = shifts(a, b);
  return shift === undefined ? operator(a, "rightShift", b) : whole(shift.value >> shift.by, shift.kind);
}

export function ushr(a: Value, b: Value): Value {
  const shift = shifts(a, b);
  if (shift === undefined) return operator(a, "rightShiftUnsigned", b);
  if (a instanceof Big)
    return fail(
      "UnsupportedOperationException",
      `Cannot use rightShiftUnsigned() on this number type: java.math.BigInteger with value: ${a.v}`,
    );
  return whole(unsigned(a instanceof Long ? 64 : 32, shift.value) >> shift.by, shift.kind);
}

export function eq(a: Value, b: Value): boolean {
  return equals(a, b);
}

export function ne(a: Value, b: Value): boolean {
  return !equals(a, b);
}

/** Two doubles compare as numbers, where NaN is neither above nor below. */
export function lt(a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a < b;
  return compare(a, b) < 0;
}

export function le(a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a <= b;
  return compare(a, b) <= 0;
}

export function gt(a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a > b;
  return compare(a, b) > 0;
}

export function ge(a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return a >= b;
  return compare(a, b) >= 0;
}

export function cmp(a: Value, b: Value): bigint {
  return BigInt(compare(a, b));
}

/** `++` */
export function next(value: Value): Value {
  if (typeof value === "bigint") return BigInt.asIntN(32, value + 1n);
  if (typeof value === "number") return value + 1;
  return isNumber(value) ? add(value, 1n) : late.call(value, "next", []);
}

/** `--` */
export function previous(value: Value): Value {
  if (typeof value === "bigint") return BigInt.asIntN(32, value - 1n);
  if (typeof value === "number") return value - 1;
  return isNumber(value) ? subtract(value, 1n) : late.call(value, "previous", []);
}

export function mapOf(pairs: readonly Value[]): GMap {
  const map = new GMap();
  for (let i = 0; i + 1 < pairs.length; i += 2) map.put(pairs[i], pairs[i + 1]);
  return map;
}

export function spreadInto(map: GMap, from: Value): GMap {
  if (from instanceof GMap) for (const { key, value } of from.entries()) map.put(key, value);
  return map;
}

export function setOf(items: readonly Value[]): GSet {
  return new GSet("linked", items);
}
