import type { BinaryOperator } from "./syntax.ts";

interface Operator {
  readonly isCondition: boolean;
  /** The arguments may be conditions. */
  readonly takesConditions: boolean;
  /** Unknown arguments reach it only here; elsewhere they make the answer unknown. */
  readonly takesUnknown: boolean;
  readonly of: (a: number, b: number) => number;
}

const arithmetic = (of: Operator["of"]): Operator => ({
  isCondition: false,
  takesConditions: false,
  takesUnknown: false,
  of,
});
const comparison = (of: (a: number, b: number) => boolean): Operator => ({
  isCondition: true,
  takesConditions: false,
  takesUnknown: false,
  of: (a, b) => (of(a, b) ? 1 : 0),
});
const logic = (of: Operator["of"]): Operator => ({ isCondition: true, takesConditions: true, takesUnknown: true, of });

export const OPERATORS: Readonly<Record<BinaryOperator, Operator>> = {
  "+": arithmetic((a, b) => a + b),
  "-": arithmetic((a, b) => a - b),
  "*": arithmetic((a, b) => a * b),
  "/": arithmetic((a, b) => a / b),
  "%": arithmetic((a, b) => a - b * Math.floor(a / b)),
  "^": arithmetic((a, b) => a ** b),
  "==": comparison((a, b) => a === b),
  "!=": comparison((a, b) => a !== b),
  "<": comparison((a, b) => a < b),
  "<=": comparison((a, b) => a <= b),
  ">": comparison((a, b) => a > b),
  ">=": comparison((a, b) => a >= b),
  // One side alone may decide: false and unknown is false, true or unknown is true.
  "&&": logic((a, b) => (a === 0 || b === 0 ? 0 : Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 1)),
  "||": logic((a, b) => (isTrue(a) || isTrue(b) ? 1 : Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0)),
};

function isTrue(value: number): boolean {
  return value !== 0 && !Number.isNaN(value);
}
