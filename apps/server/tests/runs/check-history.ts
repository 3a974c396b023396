import type { CheckHistory } from "@canopy/contract/tests/runs";
import type { TestCheck } from "@canopy/contract/tests/scripts";
import { checksByKey } from "./compare-checks.ts";

export interface RunChecks {
  readonly run_id: string;
  readonly number: number;
  readonly checks: readonly TestCheck[];
}

/** What each check of a run measured in these runs; a run that does not ask for the same is left out. */
export function checkHistory(checks: readonly TestCheck[], runs: readonly RunChecks[]): CheckHistory[] {
  const known = runs.map(({ run_id, number, checks: of }) => ({ run_id, number, byKey: checksByKey(of) }));
  return [...checksByKey(checks)].map(([key, check]) => ({
    ...limitsOf(check),
    runs: known.flatMap(({ run_id, number, byKey }) => {
      const found = byKey.get(key);
      return found ? [{ run_id, number, outcome: found.outcome, measured: found.measured }] : [];
    }),
  }));
}

type Limits = Pick<CheckHistory, "low" | "high">;
const NONE: Limits = { low: null, high: null };

/** Between which values a check passes, read from its requirement as `script-host.ts` writes it. */
export function limitsOf({ kind, requirement }: Pick<TestCheck, "kind" | "requirement">): Limits {
  const [first, second] = requirement.split(/\s+(?:…|ms ±)\s+|[≤%]|\s+ms$/u).flatMap((part) => numberIn(part));
  if (first === undefined) return NONE;
  if (kind === "responseTime") return { low: null, high: first };
  if (second === undefined) return NONE;
  if (kind === "within") return { low: first, high: second };
  const allowed = (first * second) / 100;
  return kind === "cycle" ? { low: first - allowed, high: first + allowed } : NONE;
}

function numberIn(text: string): number[] {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? [] : [value];
}
