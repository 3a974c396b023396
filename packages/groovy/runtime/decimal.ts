import { fail } from "./throwable.ts";
import { Dec } from "./values.ts";

/** Groovy's BigDecimalMath. */
const DIVISION_EXTRA_PRECISION = 10;
const DIVISION_MIN_SCALE = 10;
/** A power of ten beyond this would fill the sandbox's memory. */
const MAX_EXPONENT = 100_000;

export function tenTo(exponent: number): bigint {
  if (exponent > MAX_EXPONENT) fail("ArithmeticException", "Overflow");
  return 10n ** BigInt(exponent);
}

export function decOf(text: string): Dec {
  const parts = /^([+-]?\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null || !/\d/.test((parts[1] ?? "") + (parts[2] ?? ""))) fail("NumberFormatException", null);
  const [, whole = "", fraction = "", exponent = "0"] = parts as RegExpExecArray;
  return new Dec(
    BigInt(`${whole}${fraction}`.replace(/^\+/, "").replace(/^(-?)$/, "$10")),
    fraction.length - Number(exponent),
  );
}

/** new BigDecimal(Double.toString(value)) gives the shortest digits. */
export function decOfDouble(value: number): Dec {
  if (!Number.isFinite(value)) fail("NumberFormatException", "Infinite or NaN");
  const text = String(value);
  return decOf(Number.isInteger(value) && !text.includes("e") ? `${text}.0` : text);
}

export function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

export function precision(value: Dec): number {
  return value.u === 0n ? 1 : abs(value.u).toString().length;
}

function align(a: Dec, b: Dec): [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.u, b.u, a.scale];
  if (a.scale > b.scale) return [a.u, b.u * tenTo(a.scale - b.scale), a.scale];
  return [a.u * tenTo(b.scale - a.scale), b.u, b.scale];
}

export function addDec(a: Dec, b: Dec): Dec {
  const [x, y, scale] = align(a, b);
  return new Dec(x + y, scale);
}

export function subDec(a: Dec, b: Dec): Dec {
  const [x, y, scale] = align(a, b);
  return new Dec(x - y, scale);
}

export function mulDec(a: Dec, b: Dec): Dec {
  return new Dec(a.u * b.u, a.scale + b.scale);
}

export function compareDec(a: Dec, b: Dec): number {
  const [x, y] = align(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** x / y rounded to a whole number. */
export function divideRounded(x: bigint, y: bigint, mode: string): bigint {
  const quotient = x / y;
  const rest = x % y;
  if (rest === 0n) return quotient;
  const sign = x < 0n === y < 0n ? 1n : -1n;
  const twice = abs(rest) * 2n;
  const half = twice === abs(y) ? 0 : twice > abs(y) ? 1 : -1;
  return roundsAway(mode, half, sign, quotient) ? quotient + sign : quotient;
}

function roundsAway(mode: string, half: number, sign: bigint, quotient: bigint): boolean {
  if (mode === "UP") return true;
  if (mode === "DOWN") return false;
  if (mode === "CEILING") return sign > 0n;
  if (mode === "FLOOR") return sign < 0n;
  if (mode === "HALF_DOWN") return half > 0;
  if (mode === "HALF_EVEN") return half > 0 || (half === 0 && quotient % 2n !== 0n);
  if (mode === "UNNECESSARY") return fail("ArithmeticException", "Rounding necessary");
  return half >= 0;
}

export function setScale(value: Dec, scale: number, mode = "HALF_UP"): Dec {
  if (scale >= value.scale) return new Dec(value.u * tenTo(scale - value.scale), scale);
  return new Dec(divideRounded(value.u, tenTo(value.scale - scale), mode), scale);
}

export function roundDec(value: Dec, digits: number, mode = "HALF_UP"): Dec {
  const drop = precision(value) - digits;
  if (digits === 0 || drop <= 0) return value;
  const rounded = new Dec(divideRounded(value.u, tenTo(drop), mode), value.scale - drop);
  return precision(rounded) > digits ? roundDec(rounded, digits, mode) : rounded;
}

export function strip(value: Dec, least = Number.NEGATIVE_INFINITY): Dec {
  let { u, scale } = value;
  if (u === 0n) return new Dec(0n, least === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, least));
  while (scale > least && u % 10n === 0n) {
    u /= 10n;
    scale--;
  }
  return new Dec(u, scale);
}

export function divDec(a: Dec, b: Dec): Dec {
  if (b.u === 0n) fail("ArithmeticException", a.u === 0n ? "Division undefined" : "Division by zero");
  return exactQuotient(a, b) ?? roundedQuotient(a, b);
}

/** BigDecimal.divide(BigDecimal): exact with the smallest scale not under the preferred one, if it ends. */
function exactQuotient(a: Dec, b: Dec): Dec | undefined {
  const preferred = a.scale - b.scale;
  if (a.u === 0n) return new Dec(0n, Math.max(Math.min(preferred, MAX_EXPONENT), -MAX_EXPONENT));
  let rest = abs(b.u);
  const common = gcd(abs(a.u), rest);
  rest /= common;
  let twos = 0;
  let fives = 0;
  for (; rest % 2n === 0n; rest /= 2n) twos++;
  for (; rest % 5n === 0n; rest /= 5n) fives++;
  if (rest !== 1n) return undefined;
  const more = Math.max(twos, fives);
  return strip(new Dec((a.u * tenTo(more)) / b.u, preferred + more), preferred);
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

function roundedQuotient(a: Dec, b: Dec): Dec {
  const digits = Math.max(precision(a), precision(b)) + DIVISION_EXTRA_PRECISION;
  const result = divideTo(a, b, digits, "HALF_UP");
  const scale = Math.max(a.scale, b.scale, DIVISION_MIN_SCALE);
  return result.scale > scale ? setScale(result, scale) : result;
}

/** BigDecimal.divide(BigDecimal, MathContext) */
export function divideTo(a: Dec, b: Dec, digits: number, mode: string): Dec {
  const preferred = a.scale - b.scale;
  // Three digits more than wanted, and one that stands for whatever is behind them.
  const shift = Math.max(0, digits + 3 + precision(b) - precision(a));
  const x = a.u * tenTo(shift);
  const quotient = (x / b.u) * 10n + (x % b.u === 0n ? 0n : x < 0n === b.u < 0n ? 1n : -1n);
  const rounded = roundDec(new Dec(quotient, preferred + shift + 1), digits, mode);
  return strip(rounded, preferred);
}

export function decText(value: Dec): string {
  const digits = abs(value.u).toString();
  const sign = value.u < 0n ? "-" : "";
  const adjusted = digits.length - 1 - value.scale;
  if (value.scale === 0) return sign + digits;
  if (value.scale > 0 && adjusted >= -6) return sign + pointAt(digits, value.scale);
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${sign}${mantissa}${adjusted === 0 ? "" : `E${adjusted > 0 ? "+" : ""}${adjusted}`}`;
}

export function plainText(value: Dec): string {
  const sign = value.u < 0n ? "-" : "";
  const digits = abs(value.u).toString();
  return (
    sign + (value.scale > 0 ? pointAt(digits, value.scale) : value.u === 0n ? "0" : digits + "0".repeat(-value.scale))
  );
}

function pointAt(digits: string, scale: number): string {
  const padded = digits.padStart(scale + 1, "0");
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}
