import { useMemo } from "react";
import { useNow } from "./clock.ts";
import { useText } from "./i18n.ts";
import "./texts.ts";
import {
  formatClock,
  formatDay,
  formatDuration,
  formatRelative,
  formatTime,
  type TimePrecision,
  viewerZone,
  zoneName,
} from "./time-formats.ts";

export interface TimeFormats {
  zone: string;
  /** In the viewer's zone, without its name. */
  time(atMs: number | null | undefined, precision?: TimePrecision): string;
  /** Month and day, with the year where it is not this one. */
  day(atMs: number): string;
  /** The clock alone, with the day before it where that is not today. */
  clock(atMs: number, precision?: TimePrecision): string;
  /** In UTC, with its name: the tooltip. */
  utc(atMs: number, precision?: TimePrecision): string;
  zoneName(atMs: number): string;
  duration(durationMs: number | null | undefined): string;
}

export function useTimeFormats(): TimeFormats {
  const t = useText();
  return useMemo(() => {
    const zone = viewerZone();
    return {
      zone,
      time: (atMs, precision) => formatTime(atMs, zone, precision),
      day: (atMs) => formatDay(atMs, zone, Date.now()),
      clock: (atMs, precision) => formatClock(atMs, zone, Date.now(), precision),
      utc: (atMs, precision) => `${formatTime(atMs, "UTC", precision)} UTC`,
      zoneName: (atMs) => zoneName(atMs, zone),
      duration: (durationMs) => formatDuration(durationMs, t),
    };
  }, [t]);
}

/** Kept up to date: each second while it is seconds, else each half minute. */
export function useRelativeTime(atMs: number | null | undefined): string {
  const t = useText();
  const recent = atMs !== null && atMs !== undefined && Math.abs(Date.now() - atMs) < 60_000;
  const nowMs = useNow(recent ? 1000 : 30_000);
  return formatRelative(atMs, { nowMs, zone: viewerZone(), t });
}
