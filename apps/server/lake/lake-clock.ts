import type { LakeSettings } from "@canopy/contract/lake/schedule";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The night's deletions are done by then. */
const MINUTE = 41;

/** Every hour, for the tenants that are due. */
export const LAKE_CRON = `${MINUTE} * * * *`;

interface Clocked extends Pick<LakeSettings, "every" | "hour"> {
  /** Null: it has not run yet. */
  readonly lastMs: number | null;
}

/** Hourly ones at every run, daily ones at the first run from their hour on (UTC). */
export function isDue({ every, hour, lastMs }: Clocked, nowMs: number): boolean {
  if (every === "hour" || lastMs === null) return true;
  const begins = (ms: number) => Math.floor((ms - hour * HOUR_MS) / DAY_MS);
  return begins(lastMs) < begins(nowMs);
}

/** The first run of the clock at which the schedule is due. */
export function nextRunMs(schedule: Clocked, nowMs: number): number {
  const offsetMs = MINUTE * 60_000;
  let runMs = Math.floor((nowMs - offsetMs) / HOUR_MS) * HOUR_MS + offsetMs + HOUR_MS;
  while (!isDue(schedule, runMs)) runMs += HOUR_MS;
  return runMs;
}
