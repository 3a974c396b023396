import type { Samples } from "../samples/samples.ts";

/**
 * Several signals on one time axis: a row wherever one of them has a sample. A signal holds its value until the next
 * sample; before its first it is NaN (unknown).
 */
export interface Rows {
  readonly timeUs: Float64Array;
  readonly held: readonly Float64Array[];
  /** 1 where the signal has a sample of its own. */
  readonly fresh: readonly Uint8Array[];
}

export function joinSamples(signals: readonly Samples[]): Rows {
  const timeUs = mergedTimes(signals);
  const held: Float64Array[] = [];
  const fresh: Uint8Array[] = [];
  for (const signal of signals) {
    const values = new Float64Array(timeUs.length);
    const marks = new Uint8Array(timeUs.length);
    let at = 0;
    let value = Number.NaN;
    for (let row = 0; row < timeUs.length; row++) {
      // Of two samples at one time the last counts.
      for (; at < signal.timeUs.length && (signal.timeUs[at] as number) <= (timeUs[row] as number); at++) {
        value = signal.value[at] as number;
        marks[row] = 1;
      }
      values[row] = value;
    }
    held.push(values);
    fresh.push(marks);
  }
  return { timeUs, held, fresh };
}

function mergedTimes(signals: readonly Samples[]): Float64Array {
  const all = new Float64Array(signals.reduce((sum, { timeUs }) => sum + timeUs.length, 0));
  let length = 0;
  for (const { timeUs } of signals) {
    all.set(timeUs, length);
    length += timeUs.length;
  }
  if (signals.length > 1) all.sort();
  let kept = 0;
  for (let i = 0; i < length; i++) if (kept === 0 || all[i] !== all[kept - 1]) all[kept++] = all[i] as number;
  return all.slice(0, kept);
}
