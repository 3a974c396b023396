const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([..."0123456789"].map((digit) => [digit, Number(digit)])),
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8 },
  ...{ J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};
/** The ninth place, the check digit itself, weighs nothing. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** Counted from 0. */
export const CHECK_DIGIT_PLACE = 8;

/** The check digit that a VIN of 17 characters should have (49 CFR 565.15, GB 16735). */
export function checkDigitOf(text: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * (VALUES[text[i] ?? ""] ?? 0), 0);
  const rest = sum % 11;
  return rest === 10 ? "X" : String(rest);
}
