import type { Course } from "./columns.ts";
import type { CourseStep } from "./moment.ts";
import { slide } from "./slide.ts";
import { stepByStep, windowStep } from "./time-steps.ts";

/** A function of how a value went. */
export interface TimeFunction {
  /** How many constants in seconds follow the argument. */
  readonly leastSeconds: number;
  readonly mostSeconds: number;
  readonly isCondition?: true;
  /** One value per row; the caller replaces infinities. */
  readonly of: (course: Course, seconds: number | undefined) => Float64Array;
  /** The same sample by sample; undefined: it counts from a beginning. */
  readonly start: ((seconds: number | undefined) => CourseStep) | undefined;
}

/** Over a longer silence nothing is summed: the device was off. */
const DEFAULT_GAP_S = 60;

type OfTwo = (now: Sample, before: Sample) => number;
type Fold = (a: number, b: number) => number;

const stepped = (of: OfTwo): TimeFunction => ({
  leastSeconds: 0,
  mostSeconds: 0,
  of: (course) => step(course, of),
  start: () => stepByStep(of),
});
const windowed = (
  of: TimeFunction["of"],
  fold: Fold,
  answer?: (folded: number, count: number) => number,
): TimeFunction => ({
  leastSeconds: 1,
  mostSeconds: 1,
  of,
  start: (seconds) => windowStep(seconds as number, fold, answer),
});
const add: Fold = (a, b) => a + b;

export const TIME_FUNCTIONS: ReadonlyMap<string, TimeFunction> = new Map<string, TimeFunction>([
  ["prev", stepped((_, before) => before.value)],
  ["delta", stepped((now, before) => now.value - before.value)],
  ["changed", { ...stepped(changed), isCondition: true }],
  ["derivative", stepped(derivative)],
  ["integral", { leastSeconds: 0, mostSeconds: 1, of: integral, start: undefined }],
  [
    "average",
    windowed(
      (course, seconds) => mean(course, seconds as number),
      add,
      (sum, count) => sum / count,
    ),
  ],
  [
    "lowest",
    windowed((course, seconds) => slide(course, seconds as number, Number.POSITIVE_INFINITY, Math.min), Math.min),
  ],
  [
    "highest",
    windowed((course, seconds) => slide(course, seconds as number, Number.NEGATIVE_INFINITY, Math.max), Math.max),
  ],
]);

interface Sample {
  readonly timeUs: number;
  readonly value: number;
}

/** From each sample and the one before; between samples the answer holds. */
function step({ timeUs, value, isFresh }: Course, of: OfTwo): Float64Array {
  const answers = new Float64Array(timeUs.length);
  let before: Sample | undefined;
  let answer = Number.NaN;
  for (let row = 0; row < timeUs.length; row++) {
    if (isFresh(row)) {
      const now = { timeUs: timeUs[row] as number, value: value.at(row) };
      if (before !== undefined) answer = of(now, before);
      before = now;
    }
    answers[row] = answer;
  }
  return answers;
}

function changed(now: Sample, before: Sample): number {
  return now.value === before.value ? 0 : 1;
}

function derivative(now: Sample, before: Sample): number {
  return (now.value - before.value) / ((now.timeUs - before.timeUs) / 1e6);
}

/** Each value times the seconds for which it held. */
function integral(course: Course, gapSeconds = DEFAULT_GAP_S): Float64Array {
  let sum = 0;
  const answers = step(course, (now, before) => {
    const seconds = (now.timeUs - before.timeUs) / 1e6;
    if (seconds <= gapSeconds) sum += before.value * seconds;
    return sum;
  });
  // The first sample has summed nothing yet.
  for (let row = 0; row < answers.length; row++) {
    if (!Number.isNaN(answers[row])) break;
    if (course.isFresh(row)) answers.fill(0, row, nextKnown(answers, row));
  }
  return answers;
}

function nextKnown(answers: Float64Array, from: number): number {
  for (let row = from; row < answers.length; row++) if (!Number.isNaN(answers[row])) return row;
  return answers.length;
}

function mean(course: Course, seconds: number): Float64Array {
  const counts = slide({ ...course, value: { length: 1, at: () => 1 } }, seconds, 0, (a, b) => a + b);
  const sums = slide(course, seconds, 0, (a, b) => a + b);
  return sums.map((sum, row) => sum / (counts[row] as number));
}
