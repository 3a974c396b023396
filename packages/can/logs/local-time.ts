/** Month names as CANoe writes them in English and German, by their first three letters. */
const MONTHS: Record<string, number> = {
  jan: 0,
  feb: 1,
  mar: 2,
  mär: 2,
  mrz: 2,
  apr: 3,
  may: 4,
  mai: 4,
  jun: 5,
  jul: 6,
  aug: 7,
  sep: 8,
  oct: 9,
  okt: 9,
  nov: 10,
  dec: 11,
  dez: 11,
};
const WEEKDAY_NAMES = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `Tue Nov 14 10:13:20.001 PM 2023`, also 24 h, am/pm in lower case, without milliseconds, German; in ms. */
export function parseVectorDate(line: string): number | undefined {
  // The one letter beyond ASCII is the ä of März, in whatever encoding the bytes are.
  const text = line.replace(/[\u0080-\u00ff]+/g, "ä");
  const time = /(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?/.exec(text);
  const year = /\b(\d{4})\b/.exec(text.replace(time?.[0] ?? "", ""));
  const month = text
    .toLowerCase()
    .split(/[^a-zä]+/)
    .map((word) => MONTHS[word.slice(0, 3)])
    .find((found) => found !== undefined);
  const day = /(?:^|\s)(\d{1,2})\.?(?=\s)/.exec(text);
  if (!time || !year || month === undefined || !day) return undefined;
  let hour = Number(time[1]);
  if (/\bpm\b/i.test(text) && hour < 12) hour += 12;
  if (/\bam\b/i.test(text) && hour === 12) hour = 0;
  const ms = Math.floor(Number(`0.${time[4] ?? "0"}`) * 1000 + 1e-6);
  return Date.UTC(Number(year[1]), month, Number(day[1]), hour, Number(time[2]), Number(time[3]), ms);
}

export function formatVectorDate(timeMs: number): string {
  const date = new Date(timeMs);
  const hour = date.getUTCHours();
  const two = (n: number) => String(n).padStart(2, "0");
  const clock = `${two(hour % 12 || 12)}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  const ms = String(date.getUTCMilliseconds()).padStart(3, "0");
  const day = `${WEEKDAY_NAMES[date.getUTCDay()]} ${MONTH_NAMES[date.getUTCMonth()]} ${two(date.getUTCDate())}`;
  return `${day} ${clock}.${ms} ${hour < 12 ? "AM" : "PM"} ${date.getUTCFullYear()}`;
}
