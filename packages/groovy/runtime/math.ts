import { noSignature } from "./closures.ts";
import { type Table, table } from "./methods.ts";
import { roundHalfUp } from "./number-methods.ts";
import { compareNumbers, isNumber, type Numeric, negate, rank, toDouble, toWhole, whole } from "./numeric.ts";
import { fail } from "./throwable.ts";
import { Dec, Float, Long, type Value } from "./values.ts";

export function numberArg(value: Value): Numeric {
  if (isNumber(value)) return value;
  return fail("IllegalArgumentException", null);
}
export const doubleArg = (value: Value): number => (typeof value === "number" ? value : toDouble(numberArg(value)));
const n = numberArg;
const d = doubleArg;

function isDecimalWithWhole(x: Numeric, y: Numeric): boolean {
  const [a, b] = x instanceof Dec ? [x, y] : [y, x];
  return a instanceof Dec && (typeof b === "bigint" || b instanceof Long);
}

/** Of the type of the larger operand; decimals go by double. */
export function larger(a: Value, b: Value, sign: number): Value {
  const x = n(a);
  const y = n(b);
  const kind = Math.max(rank(x), rank(y));
  if (isDecimalWithWhole(x, y))
    fail(
      "GroovyRuntimeException",
      `Ambiguous method overloading for method java.lang.Math#${sign > 0 ? "max" : "min"}.`,
    );
  if (kind >= 4) return sign > 0 ? Math.max(toDouble(x), toDouble(y)) : Math.min(toDouble(x), toDouble(y));
  const best = compareNumbers(x, y) * sign >= 0 ? x : y;
  return whole(toWhole(best), kind);
}

/** java.lang.Math */
const DOUBLES = "sqrt cbrt sin cos tan asin acos atan sinh cosh tanh exp expm1 log log10 log1p floor ceil".split(" ");

/** Calls with other arguments find no method. */
function strict(methods: Table): Table {
  const checked = Object.entries(methods).map(([name, method]) => {
    const taken = method.length === 0 ? 0 : method.length - 1;
    const run = (self: Value, ...args: Value[]): Value =>
      args.length === taken && args.every(isNumber)
        ? method(self, ...args)
        : noSignature("static java.lang.Math", name, args);
    return [name, run] as const;
  });
  return table(Object.fromEntries(checked));
}

export const MATH: Table = strict(
  table(
    Object.fromEntries(
      DOUBLES.map((name) => [name, (_: Value, x: Value) => (Math[name as "sqrt"] as (x: number) => number)(d(x))]),
    ),
    {
      abs: (_, x) => (rank(n(x)) === 4 ? Math.abs(d(x)) : compareNumbers(n(x), 0n) < 0 ? negate(n(x)) : x),
      max: (_, a, b) => larger(a, b, 1),
      min: (_, a, b) => larger(a, b, -1),
      pow: (_, a, b) => d(a) ** d(b),
      atan2: (_, a, b) => Math.atan2(d(a), d(b)),
      hypot: (_, a, b) => Math.hypot(d(a), d(b)),
      round: (_, x) => (x instanceof Float ? toWholeInt(roundHalfUp(x.v)) : new Long(roundHalfUp(d(x)))),
      rint: (_, x) => halfEven(d(x)),
      signum: (_, x) => Math.sign(d(x)),
      toRadians: (_, x) => (d(x) / 180) * Math.PI,
      toDegrees: (_, x) => (d(x) * 180) / Math.PI,
      floorDiv: (_, a, b) => floorDiv(n(a), n(b)),
      floorMod: (_, a, b) =>
        whole(toWhole(n(a)) - toWhole(floorDiv(n(a), n(b))) * toWhole(n(b)), Math.max(rank(n(a)), rank(n(b)))),
      random: () => Math.random(),
      addExact: (_, a, b) => exact(toWhole(n(a)) + toWhole(n(b)), Math.max(rank(n(a)), rank(n(b)))),
      multiplyExact: (_, a, b) => exact(toWhole(n(a)) * toWhole(n(b)), Math.max(rank(n(a)), rank(n(b)))),
    },
  ),
);

function toWholeInt(value: bigint): bigint {
  return BigInt.asIntN(32, value);
}

function exact(value: bigint, kind: number): Value {
  const bits = kind === 1 ? 32 : 64;
  if (BigInt.asIntN(bits, value) !== value)
    fail("ArithmeticException", kind === 1 ? "integer overflow" : "long overflow");
  return whole(value, kind);
}

function halfEven(value: number): number {
  const down = Math.floor(value);
  if (value - down !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}

function floorDiv(a: Numeric, b: Numeric): Numeric {
  const x = toWhole(a);
  const y = toWhole(b);
  if (y === 0n) fail("ArithmeticException", "/ by zero");
  const quotient = x / y;
  return whole(x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient, Math.max(rank(a), rank(b)));
}
