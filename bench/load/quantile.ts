export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** How long each of some repetitions took, after one that is not counted. */
export async function timesMs(repeats: number, work: (repeat: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  await work(0);
  for (let i = 1; i <= repeats; i += 1) {
    const began = performance.now();
    await work(i);
    times.push(performance.now() - began);
  }
  return times;
}

const REPEATS = 7;

export const medianMs = async (work: () => Promise<unknown>): Promise<number> =>
  quantile(await timesMs(REPEATS, work), 0.5);
