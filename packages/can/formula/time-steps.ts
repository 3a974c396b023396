import { MAX_LIVE_SAMPLES } from "./limits.ts";
import type { CourseStep } from "./moment.ts";

interface Sample {
  readonly timeUs: number;
  readonly value: number;
}

/** From each sample and the one before; between samples the answer holds. A second sample of a moment replaces the first. */
export function stepByStep(of: (now: Sample, before: Sample) => number): CourseStep {
  let before: Sample | undefined;
  let last: Sample | undefined;
  let answer = Number.NaN;
  return (timeUs, value, isFresh) => {
    if (!isFresh) return answer;
    if (last !== undefined && timeUs > last.timeUs) before = last;
    last = { timeUs, value };
    if (before !== undefined) answer = of(last, before);
    return answer;
  };
}

/** Folds the samples of the last seconds, at most the newest `MAX_LIVE_SAMPLES` of them; `of` sees how many there are. */
export function windowStep(
  seconds: number,
  fold: (a: number, b: number) => number,
  of: (folded: number, count: number) => number = (folded) => folded,
): CourseStep {
  const spanUs = seconds * 1e6;
  const samples = new FoldedQueue(fold);
  return (timeUs, value, isFresh) => {
    if (isFresh) samples.push(timeUs, value);
    samples.dropUntil(timeUs - spanUs);
    return samples.length === 0 ? Number.NaN : of(samples.folded, samples.length);
  };
}

interface Folded extends Sample {
  /** With those behind it in its stack. */
  readonly folded: number;
}

/** Two stacks, as in `slide.ts`: what has left the window leaves no rounding behind. */
class FoldedQueue {
  readonly #fold: (a: number, b: number) => number;
  /** The oldest on top. */
  readonly #old: Folded[] = [];
  /** The newest on top. */
  readonly #young: Folded[] = [];

  constructor(fold: (a: number, b: number) => number) {
    this.#fold = fold;
  }

  get length(): number {
    return this.#old.length + this.#young.length;
  }

  get folded(): number {
    const [old, young] = [this.#old.at(-1), this.#young.at(-1)];
    if (old === undefined || young === undefined) return (old ?? young)?.folded ?? Number.NaN;
    return this.#fold(old.folded, young.folded);
  }

  push(timeUs: number, value: number): void {
    if (this.#young.at(-1)?.timeUs === timeUs) this.#young.pop();
    if (this.length === MAX_LIVE_SAMPLES) this.#drop();
    const below = this.#young.at(-1);
    this.#young.push({ timeUs, value, folded: below === undefined ? value : this.#fold(below.folded, value) });
  }

  dropUntil(timeUs: number): void {
    while (this.length > 0 && this.#oldest.timeUs <= timeUs) this.#drop();
  }

  get #oldest(): Folded {
    return (this.#old.at(-1) ?? this.#young[0]) as Folded;
  }

  #drop(): void {
    if (this.#old.length === 0)
      for (let next = this.#young.pop(); next !== undefined; next = this.#young.pop()) {
        const below = this.#old.at(-1);
        const folded = below === undefined ? next.value : this.#fold(next.value, below.folded);
        this.#old.push({ ...next, folded });
      }
    this.#old.pop();
  }
}
