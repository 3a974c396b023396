import type { Comparison } from "@canopy/contract/alarms/conditions";

export interface Limit {
  readonly operator: Comparison;
  readonly value: number;
  readonly valueTo?: number | undefined;
  /** Hysteresis: a true condition stays true until the value is back here. */
  readonly back?: number | undefined;
}

/** Never called with NaN, which is no value. */
export function isMet(limit: Limit, value: number, wasMet: boolean): boolean {
  const { operator, back } = limit;
  if (back === undefined || !wasMet) return compares(operator, value, limit.value, limit.valueTo ?? limit.value);
  return operator === "gt" || operator === "ge" ? value > back : value < back;
}

function compares(operator: Comparison, value: number, limit: number, limitTo: number): boolean {
  switch (operator) {
    case "eq":
      return value === limit;
    case "ne":
      return value !== limit;
    case "lt":
      return value < limit;
    case "le":
      return value <= limit;
    case "gt":
      return value > limit;
    case "ge":
      return value >= limit;
    case "in":
      return value >= limit && value <= limitTo;
    case "out":
      return value < limit || value > limitTo;
  }
}

/** The value farther from normal: the smallest for a lower limit, else the largest. */
export function farther({ operator }: Limit, a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return operator === "lt" || operator === "le" ? Math.min(a, b) : Math.max(a, b);
}
