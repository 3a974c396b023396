import { expect, it } from "vitest";
import { SettledSpans } from "./settled-spans.ts";

const span = (ms: number) => ({ fromUs: ms * 1000 + 0.3, toUs: (ms + 100) * 1000 - 0.3 });
const rounded = (ms: number) => ({ fromUs: ms * 1000, toUs: (ms + 100) * 1000 });

it("an address that follows late does not undo the gesture after it [DBC-06]", () => {
  const settled = new SettledSpans(span(0));
  settled.settle(span(10));
  settled.settle(span(20));
  expect(settled.isForeign(rounded(10))).toBe(false);
  expect(settled.isForeign(rounded(20))).toBe(false);
  expect(settled.last).toEqual(span(20));
});

it("a range from elsewhere is taken, also one that was settled before [DBC-06]", () => {
  const settled = new SettledSpans(span(0));
  expect(settled.isForeign(rounded(0))).toBe(false);
  settled.settle(span(10));
  // The address left out 10.
  settled.settle(span(20));
  expect(settled.isForeign(rounded(20))).toBe(false);
  expect(settled.isForeign(rounded(10))).toBe(true);
  expect(settled.last).toEqual(rounded(10));
  expect(settled.isForeign(rounded(20))).toBe(true);
});
