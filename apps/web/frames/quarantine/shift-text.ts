const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MINUS = "−";

/** `+20407 d 03:12:44.120`: how far a clock is moved; the same in both languages, and readable by `readShift`. */
export function shiftText(shiftMs: number): string {
  const length = Math.abs(shiftMs);
  const part = (unitMs: number, of: number) => Math.floor((length % (unitMs * of)) / unitMs);
  const days = Math.floor(length / DAY_MS);
  const clock = [part(HOUR_MS, 24), part(MINUTE_MS, 60), part(SECOND_MS, 60)]
    .map((n) => String(n).padStart(2, "0"))
    .join(":");
  const sign = shiftMs < 0 ? MINUS : "+";
  return `${sign}${days > 0 ? `${days} d ` : ""}${clock}.${String(part(1, SECOND_MS)).padStart(3, "0")}`;
}

const SHIFT = /^([+−-]?)\s*(?:(\d{1,6})\s*d?(?:\s+|$))?(?:(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?)?$/;

/** Undefined: it is none. Days, or hours and minutes, may stand alone. */
export function readShift(text: string): number | undefined {
  const found = SHIFT.exec(text.trim());
  if (!found || !/\d/.test(text)) return undefined;
  const [, sign, days = "0", hours = "0", minutes = "0", seconds = "0", fraction = ""] = found;
  const length =
    Number(days) * DAY_MS +
    Number(hours) * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * SECOND_MS +
    Number(fraction.padEnd(3, "0"));
  return sign === "" || sign === "+" ? length : -length;
}
