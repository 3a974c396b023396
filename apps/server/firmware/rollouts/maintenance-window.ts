import type { RolloutWindow } from "@canopy/contract/firmware/rollouts";

const DAY_MINUTES = 1440;

/** Undefined for a time zone that there is not. */
export function minuteOfDay(timeZone: string, atMs: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    return minutesOf(format.format(atMs));
  } catch {
    return undefined;
  }
}

function minutesOf(clock: string): number {
  const [hours = "0", minutes = "0"] = clock.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** Its end is outside. One that ends before it begins goes over midnight. */
export function isOpen({ from, to, time_zone }: RolloutWindow, atMs: number): boolean {
  const now = minuteOfDay(time_zone, atMs);
  if (now === undefined) return false;
  const since = (now - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
  return since < length;
}
