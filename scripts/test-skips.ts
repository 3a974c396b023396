// Tests that may skip in CI, where every other skip is a failure: a test that does not run proves nothing.

interface AllowedSkip {
  /** Of the line "file > title". */
  test: RegExp;
  reason: string;
}

const ALLOWED: readonly AllowedSkip[] = [];

export function unexpectedSkips(lines: readonly string[], allowed: readonly AllowedSkip[] = ALLOWED): string[] {
  return lines.filter((line) => !allowed.some(({ test }) => test.test(line)));
}
