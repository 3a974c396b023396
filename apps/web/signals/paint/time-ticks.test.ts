import { expect, it } from "vitest";
import { formatDay, formatTime, type TimePrecision } from "../../platform/time-formats.ts";
import { dayText, timeTicks } from "./time-ticks.ts";

const ZONE = "UTC";
const NOW = Date.UTC(2026, 10, 16, 12);
const formats = {
  zone: ZONE,
  time: (atMs: number | null | undefined, precision?: TimePrecision) => formatTime(atMs, ZONE, precision),
  day: (atMs: number) => formatDay(atMs, ZONE, NOW),
} as Parameters<typeof timeTicks>[2];
const span = (fromMs: number, toMs: number) => ({ fromUs: fromMs * 1000, toUs: toMs * 1000 });

it("a range of today needs no day, one of another year has its year [DBC-06]", () => {
  expect(dayText(span(NOW - 60_000, NOW), formats, NOW)).toBe("");
  const yesterday = Date.UTC(2026, 10, 15, 8);
  expect(dayText(span(yesterday, yesterday + 1000), formats, NOW)).toBe("11-15");
  expect(dayText(span(yesterday, NOW), formats, NOW)).toBe("11-15 – 11-16");
  const old = Date.UTC(2023, 10, 14, 22, 30);
  expect(dayText(span(old, old + 1377), formats, NOW)).toBe("2023-11-14");
});

it("midnight is written as its day, a short range in milliseconds", () => {
  const evening = Date.UTC(2026, 10, 14, 18);
  const texts = timeTicks(span(evening, evening + 12 * 3_600_000), 4, formats).map(({ text }) => text);
  expect(texts).toContain("11-15");
  expect(texts.some((text) => /^\d\d:\d\d$/.test(text))).toBe(true);
  const [first] = timeTicks(span(evening + 20, evening + 1377), 10, formats);
  expect(first?.text).toBe("18:00:00.200");
});
