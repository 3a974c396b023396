/** A function of the values of one row. */
export interface PureFunction {
  readonly least: number;
  readonly most: number;
  /** The answer is a condition: 1, 0 or NaN. */
  readonly isCondition?: true;
  /** It may answer although an argument is unknown. */
  readonly takesUnknown?: true;
  readonly of: (...values: number[]) => number;
}

const MANY = 16;

const one = (of: (x: number) => number): PureFunction => ({ least: 1, most: 1, of });
const two = (of: (x: number, y: number) => number): PureFunction => ({ least: 2, most: 2, of });

/** A Map: no name of a prototype is a function. */
export const PURE_FUNCTIONS: ReadonlyMap<string, PureFunction> = new Map<string, PureFunction>([
  ["abs", one(Math.abs)],
  ["sign", one(Math.sign)],
  ["sqrt", one(Math.sqrt)],
  ["exp", one(Math.exp)],
  ["ln", one(Math.log)],
  ["log10", one(Math.log10)],
  ["sin", one(Math.sin)],
  ["cos", one(Math.cos)],
  ["tan", one(Math.tan)],
  ["asin", one(Math.asin)],
  ["acos", one(Math.acos)],
  ["atan", one(Math.atan)],
  ["atan2", two(Math.atan2)],
  ["floor", one(Math.floor)],
  ["ceil", one(Math.ceil)],
  ["round", one(Math.round)],
  ["trunc", one(Math.trunc)],
  ["min", { least: 2, most: MANY, of: Math.min }],
  ["max", { least: 2, most: MANY, of: Math.max }],
  [
    "clamp",
    { least: 3, most: 3, of: (x, low, high) => Math.min(Math.max(x as number, low as number), high as number) },
  ],
  ["bit", { ...two(bit), isCondition: true }],
  ["known", { ...one((x) => (Number.isNaN(x) ? 0 : 1)), isCondition: true, takesUnknown: true }],
  ["fallback", { ...two((x, y) => (Number.isNaN(x) ? y : x)), takesUnknown: true }],
]);

/** Bit n of the whole part, also beyond 32 bits. */
function bit(x: number, n: number): number {
  if (n < 0 || n > 52 || !Number.isInteger(n)) return Number.NaN;
  const shifted = Math.floor(Math.trunc(x) / 2 ** n);
  return ((shifted % 2) + 2) % 2;
}
