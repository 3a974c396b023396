import { csvText } from "@canopy/contract/platform/csv";
import { dayText, FIGURE_COLUMNS, figureCells } from "@canopy/contract/statistics/figure-columns";
import type { Figures, FleetStatistics, GroupFigures } from "@canopy/contract/statistics/fleet";
import { formatBytes, formatNumber, formatQuantity } from "../platform/formats.ts";

export const METRICS = ["frames", "bytes", "online", "alarms", "distance"] as const;
export type Metric = (typeof METRICS)[number];

const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export const alarmsOf = ({ tip, ordinary, urgent }: Figures): number => tip + ordinary + urgent;

export function figureOf(figures: Figures, metric: Metric): number {
  if (metric === "frames") return figures.frames;
  if (metric === "bytes") return figures.bytes;
  if (metric === "online") return figures.online_ms;
  return metric === "alarms" ? alarmsOf(figures) : figures.distance_m;
}

export function shownValue(value: number, metric: Metric): string {
  if (metric === "bytes") return formatBytes(value);
  if (metric === "online") return formatQuantity(value / HOUR_MS, "h", { digits: 1 });
  return metric === "distance" ? formatQuantity(value / 1000, "km", { digits: 1 }) : formatNumber(value, { digits: 0 });
}

/** Of the time since the devices were added; null: none has passed. */
export function onlineShare({ online_ms, known_ms }: Pick<Figures, "online_ms" | "known_ms">): number | null {
  return known_ms > 0 ? Math.min(100, (online_ms / known_ms) * 100) : null;
}

/** STA-01: the rows, an empty line, then the days; numbers exact, times in UTC. */
export function statisticsCsv({ groups, days }: FleetStatistics, nameOf: (group: GroupFigures) => string): string {
  const time = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString());
  return `\ufeff${csvText([
    ["name", "devices", ...FIGURE_COLUMNS, "last seen (UTC)"],
    ...groups.map((group) => [nameOf(group), String(group.devices), ...figureCells(group), time(group.last_time)]),
    [],
    ["day (UTC)", ...FIGURE_COLUMNS],
    ...days.map((day) => [dayText(day.day), ...figureCells(day)]),
  ])}`;
}
