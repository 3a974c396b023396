import { expect, it } from "vitest";
import { isOwnSpan, timesOf, writeOwnSpan } from "./event-times.ts";

it("a filter on time is a span up to now or two moments [TRG-05]", () => {
  const now = new Date(2026, 10, 15, 8, 31).getTime();
  expect(timesOf("today", now)).toEqual({ from_time: new Date(2026, 10, 15).getTime() });
  expect(timesOf("24h", now)).toEqual({ from_time: now - 86_400_000 });
  expect(timesOf(writeOwnSpan(5, 9), now)).toEqual({ from_time: 5, to_time: 9 });
  expect(timesOf(writeOwnSpan(null, 9), now)).toEqual({ to_time: 9 });
  expect(timesOf("yesterday; drop", now)).toEqual({});
  expect([isOwnSpan("-"), isOwnSpan("7d")]).toEqual([true, false]);
});
