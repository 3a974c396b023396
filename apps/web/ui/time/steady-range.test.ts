import { expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "./timeline.ts";
import { steadied } from "./use-steady-range.ts";

const NOW = Date.UTC(2026, 10, 19);
const live = (lengthMs: number, atMs: number) => ({ live: true, range: { fromMs: atMs - lengthMs, toMs: atMs } });

it("a tick of the clock is no new range while the page follows now [DEV-13]", () => {
  const held = live(30 * MINUTE_MS, NOW);
  expect(steadied(held, live(30 * MINUTE_MS, NOW + 5000))).toBe(held);
});

it("another length is a new range, also while the page follows now [DEV-13]", () => {
  const week = live(7 * DAY_MS, NOW + 5000);
  expect(steadied(live(30 * MINUTE_MS, NOW), week)).toEqual(week);
});

it("the way back to now ends at now, not where it ended before [DEV-13]", () => {
  const own = { live: false, range: { fromMs: 1000, toMs: 1000 + 30 * MINUTE_MS } };
  const before = steadied(live(30 * MINUTE_MS, NOW), own);
  expect(before).toEqual(own);
  const later = live(30 * MINUTE_MS, NOW + DAY_MS);
  expect(steadied(before, later)).toEqual(later);
});

it("a chosen range that is read anew from the address is the same", () => {
  const held = { live: false, range: { fromMs: 1000, toMs: 2000 } };
  expect(steadied(held, { live: false, range: { fromMs: 1000, toMs: 2000 } })).toBe(held);
  expect(steadied(held, { live: false, range: { fromMs: 1000, toMs: 3000 } }).range.toMs).toBe(3000);
});
