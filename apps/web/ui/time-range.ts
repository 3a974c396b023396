/** Epoch milliseconds; null is open. */
export interface TimeRange {
  fromMs: number | null;
  toMs: number | null;
}

/** NAV-14: the start must be before the end wherever a range is asked. */
export function isOrdered({ fromMs, toMs }: TimeRange): boolean {
  return fromMs === null || toMs === null || fromMs < toMs;
}

/** `2026-11-15 08:31:02` in the browser's own zone, as times are shown everywhere. */
export function localText(atMs: number | null): string {
  if (atMs === null || Number.isNaN(atMs)) return "";
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace("T", " ");
}

const TIME = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** What people type or paste: a day alone is its start, seconds may be left out. `bad` is not a time. */
export function readLocal(text: string): number | null | "bad" {
  const typed = text.trim();
  if (typed === "") return null;
  const parts = TIME.exec(typed)
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!parts) return "bad";
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(year, month - 1, day, hour, minute, second);
  // The 31st of February would silently become the 3rd of March.
  const real = date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60 && second < 60;
  return real ? date.getTime() : "bad";
}
