/** Whole days whose mean is taken for the growth. */
const GROWTH_DAYS = 7;
/** Ten years: later is not in sight. */
const FARTHEST_DAYS = 3650;

/** Stored bytes by day (days since 1970, UTC). */
export type BytesByDay = ReadonlyMap<number, number>;

/** Mean bytes of the last whole days; of a store that began today, those of today. */
export function growthPerDay(days: BytesByDay, today: number): number {
  const oldest = Math.min(...days.keys());
  if (oldest >= today) return days.get(today) ?? 0;
  const from = Math.max(oldest, today - GROWTH_DAYS);
  let sum = 0;
  for (let day = from; day < today; day += 1) sum += days.get(day) ?? 0;
  return Number.isFinite(oldest) ? Math.round(sum / (today - from)) : 0;
}

interface Outlook {
  readonly used: number;
  /** Null: no limit. */
  readonly limit: number | null;
  readonly perDay: number;
  readonly days: BytesByDay;
  readonly today: number;
  /** DAT-06: days after which data goes; null: never. */
  readonly keepDays: number | null;
}

/** Days until the space is full, with what retention takes meanwhile; null: not in sight. */
export function daysToFull({ used, limit, perDay, days, today, keepDays }: Outlook): number | null {
  if (limit === null) return null;
  if (used >= limit) return 0;
  if (perDay <= 0) return null;
  let sum = used;
  for (let i = 1; i <= FARTHEST_DAYS; i += 1) {
    sum += perDay;
    if (keepDays !== null) {
      const expired = today + i - keepDays - 1;
      sum -= expired < today ? (days.get(expired) ?? 0) : perDay;
    }
    if (sum >= limit) return i;
  }
  return null;
}

const STEP = 1024;
const UNITS = ["B", "KB", "MB", "GB", "TB", "PB"];

/** CAP-02: as the disk usage call shows it; sizes convert by 1024. */
export function showBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(2)}${UNITS[unit]}`;
}
