import type { Course } from "./columns.ts";
import { slide } from "./slide.ts";

/** A function of how a value went. */
export interface TimeFunction {
  /** How many constants in seconds follow the argument. */
  readonly leastSeconds: number;
  readonly mostSeconds: number;
  readonly isCondition?: true;
  /** One value per row; the caller replaces infinities. */
  readonly of: (course: Course, seconds: number | undefined) => Float64Array;
}

/** Over a longer silence nothing is summed: the device was off. */
const DEFAULT_GAP_S = 60;

const plain = (of: TimeFunction["of"]): TimeFunction => ({ leastSeconds: 0, mostSeconds: 0, of });
const windowed = (of: TimeFunction["of"]): TimeFunction => ({ leastSeconds: 1, mostSeconds: 1, of });

export const TIME_FUNCTIONS: ReadonlyMap<string, TimeFunction> = new Map<string, TimeFunction>([
  ["prev", plain((course) => step(course, (_, before) => before.value))],
  ["delta", plain((course) => step(course, (now, before) => now.value - before.value))],
  ["changed", { ...plain((course) => step(course, changed)), isCondition: true }],
  ["derivative", plain((course) => step(course, derivative))],
  ["integral", { leastSeconds: 0, mostSeconds: 1, of: integral }],
  ["average", windowed((course, seconds) => mean(course, seconds as number))],
  ["lowest", windowed((course, seconds) => slide(course, seconds as number, Number.POSITIVE_INFINITY, Math.min))],
  ["highest", windowed((course, seconds) => slide(course, seconds as number, Number.NEGATIVE_INFINITY, Math.max))],
]);

interface Sample {
  readonly timeUs: number;
  readonly value: number;
}

/** From each sample and the one before; between samples the answer holds. */
function step({ timeUs, value, isFresh }: Course, of: (now: Sample, before: Sample) => number): Float64Array {
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

const changed = (now: Sample, before: Sample): number => (now.value === before.value ? 0 : 1);

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
