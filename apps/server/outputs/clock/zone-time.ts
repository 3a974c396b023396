const DAY_MS = 86_400_000;

/** What the clock of a zone shows. */
export interface WallTime {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const parts = { year: "numeric", month: "numeric", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en", { timeZone: zone, calendar: "gregory", ...parts, ...time });
  formats.set(zone, made);
  return made;
}

/** What the clock of the zone shows, as if it were UTC. */
export function wallMs(zone: string, ms: number): number {
  const found = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function wallTime(zone: string, ms: number): WallTime {
  const shown = new Date(wallMs(zone, ms));
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth() + 1, shown.getUTCDate()];
  return { year, month, day, hour: shown.getUTCHours() };
}

/**
 * When the clock shows it: the first time of an hour that comes twice. An hour that a clock leaves out is taken as if the
 * clock had not been changed yet, which is right after the change.
 */
export function instantOf(zone: string, { year, month, day, hour }: WallTime): number {
  const wall = Date.UTC(year, month - 1, day, hour);
  const offset = (ms: number) => wallMs(zone, ms) - Math.floor(ms / 1000) * 1000;
  const before = wall - offset(wall - DAY_MS);
  const after = wall - offset(wall + DAY_MS);
  return wallMs(zone, before) !== wall && wallMs(zone, after) === wall ? after : before;
}
