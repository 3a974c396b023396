import { indexFrom, type Samples, type SpanUs } from "../samples/samples.ts";

/** The shortest range; the address stores milliseconds. */
export const SHORTEST_US = 10_000;
/** The longest range: the longest retention. */
const LONGEST_US = 400 * 86_400 * 1e6;

/** Zooms around a time that keeps its position on the screen. */
export function zoomed({ fromUs, toUs }: SpanUs, atUs: number, factor: number): SpanUs {
  const length = Math.min(LONGEST_US, Math.max(SHORTEST_US, (toUs - fromUs) * factor));
  const share = (atUs - fromUs) / (toUs - fromUs);
  const from = atUs - share * length;
  return { fromUs: from, toUs: from + length };
}

export function shifted({ fromUs, toUs }: SpanUs, byUs: number): SpanUs {
  return { fromUs: fromUs + byUs, toUs: toUs + byUs };
}

/** The time of the first sample after a signal crosses a value upwards or downwards. */
export function firstCrossing(
  samples: Samples,
  level: number,
  direction: "up" | "down",
  fromUs: number,
): number | undefined {
  for (let i = Math.max(1, indexFrom(samples, fromUs)); i < samples.length; i++) {
    const before = samples.values[i - 1] as number;
    const after = samples.values[i] as number;
    if (direction === "up" ? before < level && after >= level : before > level && after <= level)
      return samples.times[i];
  }
  return undefined;
}
