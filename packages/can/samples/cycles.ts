import { CycleStatistics, type CycleSummary } from "../bus/cycle-statistics.ts";

export interface Cycle extends CycleSummary {
  /** The expected cycle for counting missing frames: that of the DBC, or the median interval. */
  readonly nominalUs: number;
  readonly isStated: boolean;
}

/** DBC-08: the cycle of a message from the times of its frames; undefined below two. */
export function cycleOf(timeUs: Float64Array, statedUs: number | null): Cycle | undefined {
  if (timeUs.length < 2) return undefined;
  const nominalUs = statedUs ?? medianInterval(timeUs);
  const statistics = new CycleStatistics(nominalUs);
  for (const time of timeUs) statistics.add(time);
  const summary = statistics.summary();
  return summary && { ...summary, nominalUs, isStated: statedUs !== null };
}

function medianInterval(timeUs: Float64Array): number {
  const intervals = timeUs.slice(1).map((time, i) => time - (timeUs[i] as number));
  return intervals.sort()[intervals.length >> 1] as number;
}
