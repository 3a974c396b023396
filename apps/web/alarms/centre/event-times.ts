/** A filter on the start of events: a span up to now, or two moments (epoch milliseconds) as `from-to`. */
export type TimeAsked = string;

export const TIME_SPANS = ["today", "24h", "7d", "30d"] as const;

const HOUR_MS = 3_600_000;
const LENGTH_MS: Readonly<Record<string, number>> = { "24h": 24 * HOUR_MS, "7d": 168 * HOUR_MS, "30d": 720 * HOUR_MS };

export interface EventTimes {
  readonly from_time?: number;
  readonly to_time?: number;
}

/** What cannot be read asks for all. */
export function timesOf(asked: TimeAsked | undefined, nowMs: number): EventTimes {
  if (asked === undefined) return {};
  if (asked === "today") return { from_time: new Date(nowMs).setHours(0, 0, 0, 0) };
  const lengthMs = LENGTH_MS[asked];
  if (lengthMs !== undefined) return { from_time: nowMs - lengthMs };
  const found = /^(\d{1,15})?-(\d{1,15})?$/.exec(asked);
  if (!found) return {};
  const [, from, to] = found;
  return { ...(from && { from_time: Number(from) }), ...(to && { to_time: Number(to) }) };
}

export const isOwnSpan = (asked: TimeAsked): boolean => /^\d*-\d*$/.test(asked);

export const writeOwnSpan = (fromMs: number | null, toMs: number | null): TimeAsked => `${fromMs ?? ""}-${toMs ?? ""}`;
