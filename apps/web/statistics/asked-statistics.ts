import { readFleetStatistics, STATISTIC_GROUPS, type StatisticGroup } from "@canopy/contract/statistics/fleet";
import { readFleetSpread } from "@canopy/contract/statistics/spread";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import type { ListState } from "../ui/list/list-address.ts";
import { DAY_MS, METRICS, type Metric } from "./statistic-figures.ts";

/** In the address. */
export const STATISTIC_FILTERS = ["range", "by", "label", "metric", "day"] as const;
export const RANGES = ["1", "7", "30", "180"] as const;
/** Counters are read again this often. */
const LOOK_AGAIN_MS = 60_000;

export interface AskedStatistics {
  readonly range: (typeof RANGES)[number];
  readonly by: StatisticGroup;
  readonly metric: Metric;
  readonly label: string;
  /** UTC, days since 1970. */
  readonly today: number;
  /** A chosen day of the range. */
  readonly day: number | undefined;
  /** Of the range, or of the chosen day. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** What does not fit falls back in silence. */
export function askedIn({ filters }: ListState, nowMs: number): AskedStatistics {
  const today = Math.floor(nowMs / DAY_MS);
  const range = RANGES.find((one) => one === filters.range) ?? "7";
  const day = dayIn(filters.day);
  return {
    range,
    by: STATISTIC_GROUPS.find((one) => one === filters.by) ?? "device",
    metric: METRICS.find((one) => one === filters.metric) ?? "frames",
    label: filters.label ?? "",
    today,
    day,
    fromMs: (day ?? today - Number(range) + 1) * DAY_MS,
    toMs: ((day ?? today) + 1) * DAY_MS,
  };
}

/** As 2026-11-15; an address can be typed by hand. */
function dayIn(text: string | undefined): number | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || ms < 0 ? undefined : Math.floor(ms / DAY_MS);
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export function queryOf({ by, label }: AskedStatistics, { fromMs, toMs }: Span) {
  const days = { from_day: fromMs / DAY_MS, to_day: toMs / DAY_MS - 1 };
  return { ...days, by, ...(label && { label_id: label }) };
}

export function useFleet(asked: AskedStatistics, span: Span) {
  const query = queryOf(asked, span);
  return useQuery({
    queryKey: ["statistics", query],
    queryFn: async ({ signal }) => (await api(readFleetStatistics, { query }, { signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** What devices are now, whatever the range. */
export function useSpread(label: string) {
  const query = label ? { label_id: label } : {};
  return useQuery({
    queryKey: ["statistics", "spread", query],
    queryFn: async ({ signal }) => (await api(readFleetSpread, { query }, { signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
