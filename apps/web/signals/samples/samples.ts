/** A range of time in microseconds. */
export interface SpanUs {
  readonly fromUs: number;
  readonly toUs: number;
}

/**
 * Samples of one signal in the order of time. Each was received from the bus, none is interpolated: where `pixelUs` is
 * set, a column of that width shows the first, smallest, largest and last of its samples.
 */
export interface Samples {
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Number of samples; the arrays may be longer. */
  readonly length: number;
  /** Null: unreduced. */
  readonly pixelUs: number | null;
  /** Median time between two samples, if computed by the store. */
  readonly cycleUs?: number | undefined;
}

export const NO_SAMPLES: Samples = { times: new Float64Array(), values: new Float64Array(), length: 0, pixelUs: null };

/** The index of the first sample at or after a time, 0 to length. */
export function indexFrom({ times, length }: Samples, atUs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < atUs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the sample nearest to a time; -1: none. */
export function nearest(samples: Samples, atUs: number): number {
  const after = indexFrom(samples, atUs);
  if (after === 0) return samples.length > 0 ? 0 : -1;
  if (after === samples.length) return after - 1;
  const before = after - 1;
  return atUs - (samples.times[before] as number) <= (samples.times[after] as number) - atUs ? before : after;
}

/** The index of the last sample at or before a time; -1: none. */
export function lastUpTo(samples: Samples, atUs: number): number {
  return indexFrom(samples, atUs + 1) - 1;
}

/** The time of the next or previous sample. */
export function stepped(samples: Samples, atUs: number, by: 1 | -1): number | undefined {
  const index = by > 0 ? indexFrom(samples, atUs + 1) : indexFrom(samples, atUs) - 1;
  return index >= 0 && index < samples.length ? samples.times[index] : undefined;
}

/** Number of cycles without a sample that make a gap. */
const GAP_CYCLES = 5;
/** A shorter interval is never a gap: a busy bus delays a message. */
const SHORTEST_GAP_US = 50_000;
const MEASURED = 2048;

/** The median time between two samples, which gaps do not affect. Undefined with fewer than two samples. */
export function cycleUsOf({ times, length, pixelUs, cycleUs }: Samples): number | undefined {
  if (cycleUs !== undefined) return cycleUs;
  if (length < 2) return undefined;
  const steps: number[] = [];
  const stride = Math.max(1, Math.floor((length - 1) / MEASURED));
  for (let i = 1; i < length; i += stride) {
    const step = (times[i] as number) - (times[i - 1] as number);
    // In a reduced column only the step to the next column is a cycle; inside it samples are left out.
    if (step > 0 && (pixelUs === null || columnOf(times[i], pixelUs) !== columnOf(times[i - 1], pixelUs)))
      steps.push(step);
  }
  if (steps.length === 0) return undefined;
  steps.sort((one, other) => one - other);
  return steps[steps.length >> 1];
}

const columnOf = (atUs: number | undefined, pixelUs: number) => Math.floor((atUs ?? 0) / pixelUs);

/** Samples farther apart than this are not connected. */
export function gapUs(samples: Samples, knownCycleUs?: number): number {
  const cycle = Math.max(cycleUsOf(samples) ?? 0, knownCycleUs ?? 0);
  if (cycle === 0) return Number.POSITIVE_INFINITY;
  return Math.max(SHORTEST_GAP_US, cycle * GAP_CYCLES);
}

/** Whether a gap precedes a sample. Inside a reduced column samples are left out, not lost. */
export function isBroken({ times, pixelUs }: Samples, index: number, limitUs: number): boolean {
  const at = times[index] as number;
  const before = times[index - 1];
  if (before === undefined) return true;
  return at - before > limitUs && (pixelUs === null || columnOf(at, pixelUs) !== columnOf(before, pixelUs));
}

/** Gaps inside a range. Time before the first and after the last sample is unknown, not a gap. */
export function gapsIn(samples: Samples, { fromUs, toUs }: SpanUs, limitUs: number): SpanUs[] {
  const gaps: SpanUs[] = [];
  for (let i = Math.max(1, indexFrom(samples, fromUs)); i < samples.length; i++) {
    const before = samples.times[i - 1] as number;
    const after = samples.times[i] as number;
    if (isBroken(samples, i, limitUs)) gaps.push({ fromUs: before, toUs: after });
    if (after > toUs) break;
  }
  return gaps;
}

/** Merges two sources in the order of time, without duplicates. */
export function joined(one: Samples, other: Samples): Samples {
  const times = new Float64Array(one.length + other.length);
  const values = new Float64Array(one.length + other.length);
  let [length, i, k] = [0, 0, 0];
  const put = (at: number, value: number) => {
    for (let before = length - 1; before >= 0 && times[before] === at; before--) if (values[before] === value) return;
    times[length] = at;
    values[length] = value;
    length++;
  };
  while (i < one.length || k < other.length) {
    const [a, b] = [i < one.length ? one.times[i] : undefined, k < other.length ? other.times[k] : undefined];
    if (b === undefined || (a !== undefined && a <= b)) put(a as number, one.values[i++] as number);
    else put(b, other.values[k++] as number);
  }
  const pixelUs = one.pixelUs ?? other.pixelUs;
  return { times, values, length, pixelUs, cycleUs: one.cycleUs ?? other.cycleUs };
}
