import fc from "fast-check";
import { expect, it } from "vitest";
import { ANSWER_BUCKETS_S, answerPercentileS, countAnswer, noAnswers } from "./answer-times.ts";

const counted = (times: readonly number[]) => {
  const answers = noAnswers();
  for (const seconds of times) countAnswer(answers, seconds);
  return answers;
};

it("of no answers there is no percentile [OPS-03]", () => {
  expect(answerPercentileS(noAnswers(), 0.95)).toBeUndefined();
});

it("the percentile lies in the bucket of the answer that it stands for [OPS-03]", () => {
  const seconds = fc.double({ min: 0.0001, max: 9.9, noNaN: true });
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1, maxLength: 200 }), (times) => {
      const sorted = times.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
      const bucket = ANSWER_BUCKETS_S.findIndex((edge) => exact <= edge);
      const found = answerPercentileS(counted(times), 0.95) ?? -1;
      expect(found).toBeGreaterThan(ANSWER_BUCKETS_S[bucket - 1] ?? 0);
      expect(found).toBeLessThanOrEqual(ANSWER_BUCKETS_S[bucket] ?? 0);
    }),
  );
});

it("answers slower than every edge count as the last one [OPS-03]", () => {
  expect(answerPercentileS(counted([60, 60]), 0.95)).toBe(10);
});
