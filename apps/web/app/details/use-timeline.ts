import { useCallback, useMemo } from "react";
import { useNow } from "../../platform/clock.ts";
import type { Timeline, TimeSpan } from "../../ui/time/timeline.ts";
import type { DetailsAddress } from "./details-address.ts";

/** A live range is renewed at this pace; smoother parts follow the live channel itself. */
const RENEW_MS = 5000;

export function useTimeline(address: DetailsAddress, change: (changes: Partial<DetailsAddress>) => void): Timeline {
  const { range, liveLengthMs, cursorMs } = address;
  const nowMs = useNow(RENEW_MS);
  const setRange = useCallback(
    (next: TimeSpan, atMs?: number | null) =>
      change({ range: next, ...(atMs === undefined ? {} : { cursorMs: atMs }) }),
    [change],
  );
  const setCursor = useCallback((atMs: number | null) => change({ cursorMs: atMs }), [change]);
  const goLive = useCallback(
    (lengthMs?: number) =>
      change({ range: null, cursorMs: null, ...(lengthMs === undefined ? {} : { liveLengthMs: lengthMs }) }),
    [change],
  );
  const endMs = range ? 0 : nowMs;
  return useMemo(
    () => ({
      live: range === null,
      range: range ?? { fromMs: endMs - liveLengthMs, toMs: endMs },
      cursorMs,
      setRange,
      setCursor,
      goLive,
    }),
    [range, endMs, liveLengthMs, cursorMs, setRange, setCursor, goLive],
  );
}
