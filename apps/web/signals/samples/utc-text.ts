/** ISO 8601 in UTC to the microsecond. */
export function utcText(us: number): string {
  const whole = Math.round(us);
  const text = new Date(Math.floor(whole / 1000)).toISOString();
  return `${text.slice(0, -1)}${String(((whole % 1000) + 1000) % 1000).padStart(3, "0")}Z`;
}
