/** From (inside) to (outside), microseconds since 1970. */
export interface TimeWindow {
  readonly fromUs: number;
  readonly toUs: number;
}

export const SECOND_US = 1_000_000;
export const MINUTE_US = 60 * SECOND_US;
export const HOUR_US = 60 * MINUTE_US;
export const DAY_US = 24 * HOUR_US;

/** Days since 1970 in UTC. */
export const dayOf = (timeUs: number): number => Math.floor(timeUs / DAY_US);

/** Undefined where they have nothing in common. */
export function within(one: TimeWindow, other: TimeWindow): TimeWindow | undefined {
  const common = { fromUs: Math.max(one.fromUs, other.fromUs), toUs: Math.min(one.toUs, other.toUs) };
  return common.fromUs < common.toUs ? common : undefined;
}

export const overlaps = (one: TimeWindow, other: TimeWindow): boolean =>
  one.toUs > other.fromUs && one.fromUs < other.toUs;

/** Of a span whose ends are both inside. */
export const spanWindow = ({ firstUs, lastUs }: { firstUs: number; lastUs: number }): TimeWindow => ({
  fromUs: firstUs,
  toUs: lastUs + 1,
});

/** A range without some windows, in the order of time. */
export function without({ fromUs, toUs }: TimeWindow, keep: readonly TimeWindow[]): TimeWindow[] {
  let left: TimeWindow[] = [{ fromUs, toUs }];
  for (const pinned of keep)
    left = left.flatMap((window) => {
      if (!overlaps(window, pinned)) return [window];
      const parts = [
        { fromUs: window.fromUs, toUs: Math.min(window.toUs, pinned.fromUs) },
        { fromUs: Math.max(window.fromUs, pinned.toUs), toUs: window.toUs },
      ];
      return parts.filter((part) => part.fromUs < part.toUs);
    });
  return left.sort((a, b) => a.fromUs - b.fromUs);
}
