import { expect, test } from "vitest";
import { missingOf } from "./evidence.ts";

const START = 1_000_000;
const event = { start_time: START };
const whole = { first_time: START - 300_000, last_time: START + 300_000, gaps: [] };
const LATER = START + 400_000;

test("evidence without a pause of more than ten seconds misses nothing [TRG-05]", () => {
  const stored = { ...whole, first_time: START - 290_000, last_time: START + 290_000 };
  expect(missingOf(event, stored, LATER)).toEqual({ missing: [], more: 0, isComing: false });
});

test("evidence says what is missing before, between and after [TRG-05]", () => {
  const stored = {
    first_time: START - 200_000,
    last_time: START + 60_000,
    gaps: [{ from: START, to: START + 20_000 }],
  };
  expect(missingOf(event, stored, LATER).missing).toEqual([
    { toMs: START - 200_000 },
    { fromMs: START, toMs: START + 20_000 },
    { fromMs: START + 60_000 },
  ]);
});

test("the end of evidence that is still coming is not missing, and of many pauses the first are told [TRG-05]", () => {
  const gaps = Array.from({ length: 7 }, (_, i) => ({ from: START + i * 30_000, to: START + i * 30_000 + 15_000 }));
  const { missing, more, isComing } = missingOf(event, { ...whole, last_time: START + 250_000, gaps }, START + 260_000);
  expect([missing.length, more, isComing]).toEqual([5, 2, true]);
});
