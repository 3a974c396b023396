import type { CheckHistory } from "@canopy/contract/tests/runs";

type CheckRun = CheckHistory["runs"][number];

interface CheckBar extends CheckRun {
  /** Shares of the height. */
  readonly bottom: number;
  readonly height: number;
}

/** Bars from zero on one scale with the limits, the newest ones of a history; shares of the height, counted from below. */
export function barsOf({ low, high, runs }: CheckHistory, most: number): { bars: CheckBar[]; limits: number[] } {
  const shown = runs.slice(-most);
  const limits = [low, high].filter((limit) => limit !== null);
  const values = [0, ...limits, ...shown.flatMap(({ measured }) => (measured === null ? [] : [measured]))];
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const shareOf = (value: number) => (to > from ? (value - from) / (to - from) : 0);
  const bars = shown.map((run) => {
    const [a, b] = [shareOf(0), shareOf(run.measured ?? 0)];
    return { ...run, bottom: Math.min(a, b), height: Math.abs(a - b) };
  });
  return { bars, limits: limits.map(shareOf) };
}
