import { useMemo, useState } from "react";
import { lengthOf, type Timeline, type TimeSpan } from "./timeline.ts";

type Followed = Pick<Timeline, "live" | "range">;

/**
 * What stays of a range while the page's time follows now: a tick of the clock is no new range, but one that somebody
 * chose, another length or the way back to now is.
 */
export function steadied(held: Followed, { live, range }: Followed): Followed {
  const isSame = live
    ? held.live && lengthOf(held.range) === lengthOf(range)
    : !held.live && held.range.fromMs === range.fromMs && held.range.toMs === range.toMs;
  return isSame ? held : { live, range };
}

/** While the page's time follows now, what was read stands still until somebody asks for more. */
export function useSteadyRange(timeline: Followed): { range: TimeSpan; refresh(): void } {
  const { live, range: asked } = timeline;
  const [held, setHeld] = useState<Followed>({ live, range: asked });
  const steady = steadied(held, timeline);
  if (steady !== held) setHeld(steady);
  // The address is read anew with every change; the same time is the same range.
  const { fromMs, toMs } = steady.range;
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs]);
  return { range, refresh: () => setHeld({ live, range: asked }) };
}
