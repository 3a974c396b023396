/** One moment of a stream: what each signal holds, and which of them have a sample of their own now. */
export interface Moment {
  readonly timeUs: number;
  /** NaN: unknown. */
  readonly held: Float64Array;
  readonly fresh: Uint8Array;
}

/** The answer of a part of a formula at each moment, in their order; it keeps what it needs of those before. */
export type Step = (now: Moment) => number;

/** The same of the samples of a function's argument; `isFresh`: it has one at this moment. */
export type CourseStep = (timeUs: number, value: number, isFresh: boolean) => number;
