/** Upper edges in seconds; slower answers have a bucket of their own behind them. */
export const ANSWER_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

export const noAnswers = (): number[] => Array.from({ length: ANSWER_BUCKETS_S.length + 1 }, () => 0);

export function countAnswer(answers: number[], seconds: number): void {
  const found = ANSWER_BUCKETS_S.findIndex((edge) => seconds <= edge);
  const bucket = found === -1 ? ANSWER_BUCKETS_S.length : found;
  answers[bucket] = (answers[bucket] ?? 0) + 1;
}

/** Between the edges of its bucket as if answers lay evenly there. Undefined: there were none. */
export function answerPercentileS(answers: readonly number[], share: number): number | undefined {
  const wanted = share * answers.reduce((sum, count) => sum + count, 0);
  if (wanted === 0) return undefined;
  let below = 0;
  for (const [i, count] of answers.entries()) {
    if (below + count >= wanted) {
      const lower = ANSWER_BUCKETS_S[i - 1] ?? 0;
      const upper = ANSWER_BUCKETS_S[i] ?? lower;
      return lower + ((upper - lower) * (wanted - below)) / count;
    }
    below += count;
  }
  return ANSWER_BUCKETS_S.at(-1);
}
