export const RANGES = ["hour", "day", "week", "own"] as const;
export type RangeKind = (typeof RANGES)[number];

const HOUR_MS = 3_600_000;
const LENGTH_MS: Record<Exclude<RangeKind, "own">, number> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS };

export interface AskedRange {
  kind: RangeKind;
  fromMs: number;
  toMs: number;
}

/** From an address, which may be typed by hand: what does not fit is the last hour. */
export function readRange(search: Readonly<Record<string, string>>, nowMs: number): AskedRange {
  const [fromMs, toMs] = [Number(search.from), Number(search.to)];
  if (search.range === "own" && Number.isInteger(fromMs) && Number.isInteger(toMs) && 0 <= fromMs && fromMs < toMs) {
    return { kind: "own", fromMs, toMs };
  }
  const kind = search.range === "day" || search.range === "week" ? search.range : "hour";
  return { kind, fromMs: nowMs - LENGTH_MS[kind], toMs: nowMs };
}
