/** Samples of one signal in the order of time. */
export interface Samples {
  readonly timeUs: Float64Array;
  readonly value: Float64Array;
}
