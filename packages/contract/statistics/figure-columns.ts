import type { Figures } from "./fleet.ts";

/** Of a table of figures; numbers are exact. */
export const FIGURE_COLUMNS = [
  "frames",
  "bytes",
  "online seconds",
  "tips",
  "ordinary alarms",
  "urgent alarms",
  "metres",
  "trips",
] as const;

export const figureCells = (figures: Figures): string[] =>
  [
    figures.frames,
    figures.bytes,
    Math.round(figures.online_ms / 1000),
    figures.tip,
    figures.ordinary,
    figures.urgent,
    Math.round(figures.distance_m),
    figures.trips,
  ].map(String);

/** UTC, as 2026-11-15. */
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
