import type { Course } from "./columns.ts";

/**
 * Folds the samples of the last `seconds` before and at each row. Two stacks instead of adding and taking away: a
 * peak that has left the window leaves no rounding behind.
 */
export function slide(
  { timeUs, value, isFresh }: Course,
  seconds: number,
  empty: number,
  fold: (a: number, b: number) => number,
): Float64Array {
  const spanUs = seconds * 1e6;
  const answers = new Float64Array(timeUs.length);
  const rows: number[] = [];
  /** `folded[k]` is the fold of the samples k … split - 1. */
  const folded = new Float64Array(timeUs.length);
  let first = 0;
  let split = 0;
  let back = empty;
  for (let row = 0; row < timeUs.length; row++) {
    if (isFresh(row)) {
      rows.push(row);
      back = fold(back, value.at(row));
    }
    const from = (timeUs[row] as number) - spanUs;
    while (first < rows.length && (timeUs[rows[first] as number] as number) <= from) {
      if (first === split) {
        split = rows.length;
        back = empty;
        let sum = empty;
        for (let k = split - 1; k >= first; k--) {
          sum = fold(value.at(rows[k] as number), sum);
          folded[k] = sum;
        }
      }
      first += 1;
    }
    const isEmpty = first === rows.length;
    answers[row] = isEmpty ? Number.NaN : fold(first < split ? (folded[first] as number) : empty, back);
  }
  return answers;
}
