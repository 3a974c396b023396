import { isNumberType, isPrimitive } from "./cast.ts";
import { isText } from "./equality.ts";
import { boxed } from "./matching.ts";
import { isNumber, rank } from "./numeric.ts";
import { isInstance } from "./types.ts";
import { Float, type Overload, type Value } from "./values.ts";

/** How well a value suits a parameter: 0 not at all, larger is closer. */
export function suits(value: Value, type: string): number {
  if (type === "Object" || type === "def") return 1;
  if (value === null || value === undefined) return isPrimitive(type) && !type.endsWith("[]") ? 0 : 2;
  const box = boxed(type);
  if (isInstance(value, box)) return isNumber(value) && box === "Number" ? 3 : 10;
  if (isNumber(value) && isNumberType(type)) return widens(rank(value) + (value instanceof Float ? 0.5 : 0), box);
  if (box === "String" && isText(value)) return 8;
  return type.endsWith("[]") && isInstance(value, "Object[]") ? 2 : 0;
}

/** Which number a parameter takes from a smaller type; the nearer the better. */
function widens(kind: number, box: string): number {
  const order: Readonly<Record<string, number>> = {
    Integer: 1,
    Long: 2,
    BigInteger: 3,
    BigDecimal: 4,
    Float: 5,
    Double: 5.5,
  };
  const target = order[box];
  if (target === undefined) return 0;
  if (kind < target) return 9 - (target - kind);
  return 0;
}

/** The overload that fits the arguments best, or undefined. */
export function choose(overloads: readonly Overload[], args: readonly Value[]): Overload | undefined {
  let best: Overload | undefined;
  let bestScore = 0;
  for (const overload of overloads) {
    const score = fit(overload, args);
    if (score > bestScore) {
      best = overload;
      bestScore = score;
    }
  }
  return best;
}

function fit(overload: Overload, args: readonly Value[]): number {
  const { types, least, rest } = overload;
  if (args.length < least || (!rest && args.length > types.length)) return 0;
  let score = rest ? 0.5 : args.length === types.length ? 2 : 1;
  for (const [at, arg] of args.entries()) {
    const isRest = rest && at >= types.length - 1;
    const type = types[Math.min(at, types.length - 1)] ?? "Object";
    const one = isRest ? Math.max(suits(arg, type), suits(arg, type.replace(/\[\]$/, ""))) : suits(arg, type);
    if (one === 0) return 0;
    score += one;
  }
  return score;
}
