/** Epoch milliseconds; null is open. */
export interface TimeRange {
  fromMs: number | null;
  toMs: number | null;
}

/** NAV-14: the start must be before the end wherever a range is asked. */
export function isOrdered({ fromMs, toMs }: TimeRange): boolean {
  return fromMs === null || toMs === null || fromMs < toMs;
}

/** `2026-11-15 08:31:02` in the browser's own zone, as times are shown everywhere; exact: `…:02.020`. */
export function localText(atMs: number | null, exact = false): string {
  if (atMs === null || Number.isNaN(atMs)) return "";
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local
    .toISOString()
    .slice(0, exact ? 23 : 19)
    .replace("T", " ");
}

/** A range so short that its milliseconds matter. */
const EXACT_MS = 10 * 60_000;

/** Whether the fields of a range say its milliseconds: where it is short and has any. */
export function saysMs({ fromMs, toMs }: TimeRange): boolean {
  if (fromMs === null || toMs === null || toMs - fromMs > EXACT_MS) return false;
  return fromMs % 1000 !== 0 || toMs % 1000 !== 0;
}

const TIME = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/;

/** What people type or paste: a day alone is its start, seconds and their parts may be left out. `bad` is not a time. */
export function readLocal(text: string): number | null | "bad" {
  const typed = text.trim();
  if (typed === "") return null;
  const parts = TIME.exec(typed);
  if (!parts) return "bad";
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = new Date(year, month - 1, day, hour, minute, second, Number((parts[7] ?? "").padEnd(3, "0")));
  // The 31st of February would silently become the 3rd of March.
  const real = date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60 && second < 60;
  return real ? date.getTime() : "bad";
}
