/** The part of the date shown in a row: none for today, the year only when it is not the current one. */
export type ClockDetail = "clock" | "day" | "year";

const CHARS: Readonly<Record<ClockDetail, number>> = { clock: 16, day: 22, year: 27 };

/** The shortest form that distinguishes the days of a range. */
export function clockDetail(fromMs: number, toMs: number, nowMs: number): ClockDetail {
  const [from, to, now] = [new Date(fromMs), new Date(toMs), new Date(nowMs)];
  if (from.getFullYear() !== now.getFullYear() || to.getFullYear() !== now.getFullYear()) return "year";
  return from.toDateString() === now.toDateString() && to.toDateString() === now.toDateString() ? "clock" : "day";
}

/** `08:31:02.412 331` in the viewer's zone. Many frames share a second, so its text is made once. */
export class RowClock {
  readonly chars: number;
  private readonly detail: ClockDetail;
  private second = Number.NaN;
  private text = "";

  constructor(detail: ClockDetail) {
    this.detail = detail;
    this.chars = CHARS[detail];
  }

  of(timeUs: number): string {
    const second = Math.floor(timeUs / 1e6);
    if (second !== this.second) {
      this.second = second;
      this.text = this.write(new Date(second * 1000));
    }
    const fraction = String(Math.floor(timeUs - second * 1e6)).padStart(6, "0");
    return `${this.text}.${fraction.slice(0, 3)} ${fraction.slice(3)}`;
  }

  private write(date: Date): string {
    const two = (n: number) => String(n).padStart(2, "0");
    const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
    const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    if (this.detail === "clock") return clock;
    return this.detail === "day" ? `${day} ${clock}` : `${date.getFullYear()}-${day} ${clock}`;
  }
}
