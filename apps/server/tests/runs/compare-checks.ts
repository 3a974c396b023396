import type { CheckDifference } from "@canopy/contract/tests/runs";
import type { TestCheck } from "@canopy/contract/tests/scripts";

/** Checks of two runs beside each other, by what they ask for. */
export function compareChecks(first: readonly TestCheck[], second: readonly TestCheck[]): CheckDifference[] {
  const left = checksByKey(second);
  const both = [...checksByKey(first)].map(([key, check]) => {
    const other = left.get(key) ?? null;
    left.delete(key);
    return differenceOf(check, other);
  });
  return [...both, ...[...left.values()].map((check) => differenceOf(null, check))];
}

/** In their order, each by what it asks for; of equal ones the n-th stands for the n-th of another run. */
export function checksByKey(checks: readonly TestCheck[]): Map<string, TestCheck> {
  const counts = new Map<string, number>();
  return new Map(
    checks.map((check) => {
      const text = JSON.stringify([check.kind, check.subject, check.requirement]);
      const before = counts.get(text) ?? 0;
      counts.set(text, before + 1);
      return [`${before} ${text}`, check];
    }),
  );
}

function differenceOf(first: TestCheck | null, second: TestCheck | null): CheckDifference {
  const { kind, subject, requirement } = (first ?? second) as TestCheck;
  const [a, b] = [first?.measured ?? null, second?.measured ?? null];
  return { kind, subject, requirement, first, second, delta: a === null || b === null ? null : b - a };
}
