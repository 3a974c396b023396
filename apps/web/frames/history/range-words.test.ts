import { expect, it } from "vitest";
import { formatDay, formatTime } from "../../platform/time-formats.ts";
import { rangeWords } from "./RangeChoice.tsx";

const words = (from: string, to: string) =>
  rangeWords(
    { fromMs: Date.parse(from), toMs: Date.parse(to) },
    {
      time: (at, precision) => formatTime(at, "UTC", precision),
      day: (at) => formatDay(at, "UTC", Date.now()),
    },
  );

it("a range of another year says its year, and a short one its milliseconds", () => {
  expect(words("2023-11-14T22:30:00.020Z", "2023-11-14T22:30:01.377Z")).toBe("2023-11-14 22:30:00.020 – 22:30:01.377");
  expect(words("2023-11-14T22:30:00Z", "2023-11-14T23:00:00Z")).toBe("2023-11-14 22:30 – 23:00");
  expect(words("2023-12-31T22:30:00Z", "2024-01-01T01:00:00Z")).toBe("2023-12-31 22:30 – 2024-01-01 01:00");
});

it("a day of this year goes without its year", () => {
  const now = Date.UTC(2026, 10, 16);
  expect(formatDay(now - 86_400_000, "UTC", now)).toBe("11-15");
  expect(formatDay(Date.UTC(2025, 11, 31), "UTC", now)).toBe("2025-12-31");
});
