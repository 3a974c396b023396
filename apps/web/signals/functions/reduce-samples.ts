import { indexFrom, type Samples, type SpanUs } from "../samples/samples.ts";

/** First, smallest, largest, last. */
const PER_PIXEL = 4;

/**
 * The samples of a range for a picture of `pixels` columns: all of them if they are few, else of each column the first,
 * smallest, largest and last, so that no peak is lost. Columns begin at whole multiples of their width, as in the store.
 */
export function reduceSamples(
  all: Samples,
  { fromUs, toUs }: SpanUs,
  pixels: number,
): { samples: Samples; count: number } {
  const from = indexFrom(all, fromUs);
  const to = Math.max(from, indexFrom(all, toUs + 1));
  const count = to - from;
  const width = Math.max(1, Math.floor(pixels));
  if (count <= PER_PIXEL * width) return { samples: part(all, from, to), count };
  const pixelUs = Math.max(1, Math.ceil((toUs - fromUs) / width));
  // The range may begin and end inside a column.
  const kept = new Uint32Array(PER_PIXEL * (width + 2));
  let length = 0;
  for (let first = from; first < to; ) {
    const column = Math.floor((all.times[first] as number) / pixelUs);
    let [low, high, last] = [first, first, first];
    for (; last + 1 < to && Math.floor((all.times[last + 1] as number) / pixelUs) === column; last += 1) {
      const value = all.values[last + 1] as number;
      if (value < (all.values[low] as number)) low = last + 1;
      if (value > (all.values[high] as number)) high = last + 1;
    }
    for (const index of [first, Math.min(low, high), Math.max(low, high), last])
      if (length === 0 || index > (kept[length - 1] as number)) kept[length++] = index;
    first = last + 1;
  }
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  for (let i = 0; i < length; i += 1) {
    times[i] = all.times[kept[i] as number] as number;
    values[i] = all.values[kept[i] as number] as number;
  }
  return { samples: { times, values, length, pixelUs, cycleUs: all.cycleUs }, count };
}

function part({ times, values, cycleUs }: Samples, from: number, to: number): Samples {
  return { times: times.slice(from, to), values: values.slice(from, to), length: to - from, pixelUs: null, cycleUs };
}
