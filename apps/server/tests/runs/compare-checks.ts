import type { CheckDifference } from "@canopy/contract/tests/runs";
import type { TestCheck } from "@canopy/contract/tests/scripts";

/** Checks of two runs beside each other, by what they ask for; of equal ones the n-th with the n-th. */
export function compareChecks(first: readonly TestCheck[], second: readonly TestCheck[]): CheckDifference[] {
  const left = new Map(second.map((check, at) => [keyOf(second, at), check]));
  const both = first.map((check, at) => {
    const other = left.get(keyOf(first, at)) ?? null;
    left.delete(keyOf(first, at));
    return differenceOf(check, other);
  });
  return [...both, ...[...left.values()].map((check) => differenceOf(null, check))];
}

function keyOf(checks: readonly TestCheck[], at: number): string {
  const textOf = ({ kind, subject, requirement }: TestCheck) => JSON.stringify([kind, subject, requirement]);
  const own = textOf(checks[at] as TestCheck);
  const before = checks.slice(0, at).filter((check) => textOf(check) === own).length;
  return `${before} ${own}`;
}

function differenceOf(first: TestCheck | null, second: TestCheck | null): CheckDifference {
  const { kind, subject, requirement } = (first ?? second) as TestCheck;
  const [a, b] = [first?.measured ?? null, second?.measured ?? null];
  return { kind, subject, requirement, first, second, delta: a === null || b === null ? null : b - a };
}
