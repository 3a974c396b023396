import { cast } from "./cast.ts";
import { call1 } from "./closures.ts";
import {
  abs as absWhole,
  addDec,
  decOf,
  divDec,
  divideTo,
  mulDec,
  plainText,
  precision,
  roundDec,
  setScale,
  strip,
  subDec,
} from "./decimal.ts";
import { compare, equals, javaEquals } from "./equality.ts";
import { hash } from "./hash.ts";
import { int, type Table, table, without } from "./methods.ts";
import {
  add,
  charCode,
  compareNumbers,
  divide,
  intdiv,
  isNumber,
  multiply,
  type Numeric,
  negate,
  power,
  remainder,
  subtract,
  toDec,
  toDouble,
  toInt,
  toWhole,
} from "./numeric.ts";
import { and, bitNot, next, or, previous, shl, shr, ushr, xor } from "./operators.ts";
import { Big, Char, Dec, Float, Long, type Value } from "./values.ts";

function n(value: Value): Numeric {
  if (isNumber(value)) return value;
  return value instanceof Char ? charCode(value) : (cast(value, "Number") as Numeric);
}

/** Math.round: half up, to the larger. */
export function roundHalfUp(value: number): bigint {
  return toWhole(Math.round(value));
}

function roundTo(self: Value, digits: Value): Value {
  const value = n(self);
  if (digits instanceof MathContext) return roundDec(toDec(value), digits.digits, digits.mode);
  if (value instanceof Float)
    return digits === undefined ? toInt(roundHalfUp(value.v)) : new Float(scaled(value.v, Number(digits), Math.round));
  if (digits === undefined) return new Long(roundHalfUp(toDouble(value)));
  return scaled(toDouble(value), Number(digits), (x) => Math.floor(x + 0.5));
}

function scaled(value: number, digits: number, cut: (value: number) => number): number {
  const factor = 10 ** digits;
  return cut(value * factor) / factor;
}

export class MathContext {
  readonly digits: number;
  readonly mode: string;
  constructor(digits: number, mode = "HALF_UP") {
    this.digits = digits;
    this.mode = mode;
  }
}

const ROUNDING_NUMBERS = ["UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN", "UNNECESSARY"];

/** RoundingMode.X, or the old BigDecimal.ROUND_X. */
export function modeOf(value: Value): string {
  if (value === undefined) return "UNNECESSARY";
  return typeof value === "bigint" ? (ROUNDING_NUMBERS[Number(value)] ?? "HALF_UP") : String(value);
}

function absolute(self: Value): Value {
  const value = n(self);
  return compareNumbers(value, 0n) < 0 ? negate(value) : value;
}

function loop(self: Value, to: Value, step: Numeric, closure: Value): Value {
  const up = compareNumbers(step, 0n) > 0;
  for (let at = n(self); up ? compare(at, to) <= 0 : compare(at, to) >= 0; at = add(at, step)) call1(closure, at);
  return null;
}

const ARITHMETIC: Table = {
  plus: (self, other) => add(n(self), n(other)),
  minus: (self, other) => subtract(n(self), n(other)),
  multiply: (self, other) => multiply(n(self), n(other)),
  div: (self, other) => divide(n(self), n(other)),
  mod: (self, other) => remainder(n(self), n(other)),
  intdiv: (self, other) => intdiv(n(self), n(other)),
  power: (self, other) => power(n(self), n(other)),
  unaryMinus: (self) => negate(n(self)),
  next: (self) => next(self),
  previous: (self) => previous(self),
  and,
  or,
  xor,
  leftShift: shl,
  rightShift: shr,
  rightShiftUnsigned: ushr,
  bitwiseNegate: bitNot,
  abs: absolute,
  compareTo: (self, other) => int(compareNumbers(n(self), n(other))),
  equals: (self, other) => javaEquals(self, other),
  hashCode: (self) => int(hash(self)),
};

const CONVERTING: Table = {
  intValue: (self) => toInt(n(self)),
  longValue: (self) => new Long(toWhole(n(self))),
  doubleValue: (self) => toDouble(n(self)),
  floatValue: (self) => new Float(toDouble(n(self))),
  byteValue: (self) => cast(n(self), "byte"),
  shortValue: (self) => cast(n(self), "short"),
  toInteger: (self) => toInt(n(self)),
  toLong: (self) => new Long(toWhole(n(self))),
  toDouble: (self) => toDouble(n(self)),
  toFloat: (self) => new Float(toDouble(n(self))),
  toBigDecimal: (self) => toDec(n(self)),
  toBigInteger: (self) => new Big(toWhole(n(self))),
  round: roundTo,
  trunc: (self, digits) => scaled(toDouble(n(self)), Number(digits ?? 0n), Math.trunc),
  isNaN: (self) => Number.isNaN(toDouble(n(self))),
  isInfinite: (self) => !Number.isFinite(toDouble(n(self))) && !Number.isNaN(toDouble(n(self))),
};

const LOOPS: Table = {
  times(self, closure) {
    const count = Number(toInt(n(self)));
    for (let i = 0; i < count; i++) call1(closure, int(i));
    return null;
  },
  upto: (self, to, closure) => loop(self, to, 1n, closure),
  downto: (self, to, closure) => loop(self, to, -1n, closure),
  step: (self, to, by, closure) => {
    const up = compareNumbers(n(by), 0n) > 0;
    for (let at = n(self); up ? compare(at, to) < 0 : compare(at, to) > 0; at = add(at, n(by))) call1(closure, at);
    return null;
  },
};

const dec = (value: Value): Dec => toDec(n(value));

/** BigDecimal and BigInteger alone. */
const BIG: Table = {
  setScale: (self, scale, mode) => setScale(dec(self), Number(scale), modeOf(mode)),
  scale: (self) => int(dec(self).scale),
  precision: (self) => int(precision(dec(self))),
  signum: (self) => int(compareNumbers(n(self), 0n)),
  unscaledValue: (self) => new Big(dec(self).u),
  stripTrailingZeros: (self) => strip(dec(self)),
  toPlainString: (self) => plainText(dec(self)),
  negate: (self) => negate(n(self)),
  add: (self, other) => (self instanceof Big ? add(self, n(other)) : addDec(dec(self), dec(other))),
  subtract: (self, other) => (self instanceof Big ? subtract(self, n(other)) : subDec(dec(self), dec(other))),
  divide(self, other, second, third) {
    if (self instanceof Big) return intdiv(self, n(other));
    if (second instanceof MathContext) return divideTo(dec(self), dec(other), second.digits, second.mode);
    if (second === undefined) return divDec(dec(self), dec(other));
    const scale = third === undefined ? dec(self).scale : Number(second);
    const mode = modeOf(third ?? second);
    const wide = divideTo(
      dec(self),
      dec(other),
      precision(dec(self)) + precision(dec(other)) + Math.abs(scale) + 20,
      "DOWN",
    );
    return setScale(wide, scale, mode);
  },
  remainder: (self, other) =>
    self instanceof Big
      ? new Big(self.v % toWhole(n(other)))
      : subDec(dec(self), mulDec(dec(other), new Dec(toWhole(divDec(dec(self), dec(other))), 0))),
  pow: (self, exponent) => power(n(self), n(exponent)),
  max: (self, other) => (compare(self, other) >= 0 ? self : other),
  min: (self, other) => (compare(self, other) <= 0 ? self : other),
  gcd: (self, other) => new Big(gcd(absWhole(toWhole(n(self))), absWhole(toWhole(n(other))))),
  bitLength: (self) => int(toWhole(n(self)).toString(2).replace("-", "").length),
  testBit: (self, bit) => ((toWhole(n(self)) >> toWhole(n(bit))) & 1n) === 1n,
};

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** Double and Float */
export const NUMBER: Table = table(ARITHMETIC, CONVERTING, LOOPS);
/** Integer, Long and the shorter ones */
export const WHOLE: Table = without(NUMBER, "round trunc isNaN isInfinite");
const BIG_NUMBER: Table = table(WHOLE, BIG);
export const DECIMAL: Table = table(without(BIG_NUMBER, "gcd bitLength testBit"), {
  round: (self, digits) => roundTo(self, digits),
});
export const BIG_WHOLE: Table = without(
  BIG_NUMBER,
  "round setScale scale precision unscaledValue stripTrailingZeros toPlainString",
);

const c = (self: Value): string => (self as Char).c;

const NOT_OF_CHARS = "mod power unaryMinus and or xor leftShift rightShift rightShiftUnsigned bitwiseNegate abs";

export const CHAR: Table = table(without(ARITHMETIC, NOT_OF_CHARS), {
  next: (self) => new Char(String.fromCharCode(c(self).charCodeAt(0) + 1)),
  previous: (self) => new Char(String.fromCharCode(c(self).charCodeAt(0) - 1)),
  charValue: (self) => self,
  isDigit: (self) => /\d/.test(c(self)),
  isLetter: (self) => /\p{L}/u.test(c(self)),
  isLetterOrDigit: (self) => /[\p{L}\d]/u.test(c(self)),
  isWhitespace: (self) => /\s/.test(c(self)),
  isUpperCase: (self) => /\p{Lu}/u.test(c(self)),
  isLowerCase: (self) => /\p{Ll}/u.test(c(self)),
  toUpperCase: (self) => new Char(c(self).toUpperCase()),
  toLowerCase: (self) => new Char(c(self).toLowerCase()),
  toInteger: (self) => decOrFail(c(self)),
  equals: (self, other) => other instanceof Char && equals(self, other),
});

function decOrFail(text: string): bigint {
  return toWhole(decOf(text));
}
