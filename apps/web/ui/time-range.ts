/** Epoch milliseconds; null is open. */
export interface TimeRange {
  fromMs: number | null;
  toMs: number | null;
}

/** NAV-14: the start must be before the end wherever a range is asked. */
export function isOrdered({ fromMs, toMs }: TimeRange): boolean {
  return fromMs === null || toMs === null || fromMs < toMs;
}

/** What `<input type="datetime-local">` holds: local time without a zone. */
export function localInputText(atMs: number | null): string {
  if (atMs === null || Number.isNaN(atMs)) return "";
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

export function localInputTime(text: string): number | null {
  const atMs = text === "" ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(atMs) ? null : atMs;
}
