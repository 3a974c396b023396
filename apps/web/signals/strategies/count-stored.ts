import { parseSignal } from "@canopy/contract/signals/signal-reference";
import { MAX_STATISTICS_ITEMS, readStatistics, type StatisticsItem } from "@canopy/contract/signals/statistics";
import { api } from "../../platform/api.ts";
import type { SpanUs } from "../samples/samples.ts";
import type { SignalStatistics } from "../samples/statistics-rows.ts";

/** A signal whose figures are requested. */
export interface CountedSignal {
  readonly key: string;
  /** The shortest gap of a state signal; time inside a gap counts for no state. */
  readonly gapUs: number | undefined;
}

/** Figures from the store, in several calls where needed. */
export async function countStored(
  thingsId: string,
  span: SpanUs,
  asked: readonly CountedSignal[],
  signal: AbortSignal,
): Promise<Map<string, SignalStatistics>> {
  const found = new Map<string, SignalStatistics>();
  for (let i = 0; i < asked.length; i += MAX_STATISTICS_ITEMS) {
    const known = asked.slice(i, i + MAX_STATISTICS_ITEMS).flatMap(({ key, gapUs: gap }) => {
      const reference = parseSignal(key);
      const limit = gap === undefined || !Number.isFinite(gap) ? undefined : Math.round(gap);
      return reference ? [{ key, item: { ...reference, ...(limit !== undefined && { gap_us: limit }) } }] : [];
    });
    // A window includes both edges here; the server's range excludes its end.
    const body = {
      start_time: String(Math.max(0, Math.ceil(span.fromUs))),
      end_time: String(Math.floor(span.toUs) + 1),
      items: known.map(({ item }) => item),
    };
    const { data } = await api(readStatistics, { params: { things_id: thingsId }, body }, { signal });
    data.items.forEach((item, place) => {
      const key = known[place]?.key;
      if (key !== undefined && item.state === "counted") found.set(key, figuresOf(item));
    });
  }
  return found;
}

function figuresOf({ samples, min, max, mean, rms, states }: Extract<StatisticsItem, { state: "counted" }>) {
  const has = min !== null && max !== null && mean !== null && rms !== null;
  return {
    statistics: has ? { samples, min, max, mean, rms } : undefined,
    states,
    exact: true,
    state: "here" as const,
  };
}
