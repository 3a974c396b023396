import { useMemo, useState } from "react";
import type { Timeline, TimeSpan } from "./timeline.ts";

/** While the page's time follows now, what was read stands still until somebody asks for more. */
export function useSteadyRange(timeline: Timeline): { range: TimeSpan; refresh(): void } {
  const [steady, setSteady] = useState(timeline.range);
  const { fromMs, toMs } = timeline.live ? steady : timeline.range;
  // The address is read anew with every change; the same time is the same range.
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs]);
  return { range, refresh: () => setSteady(timeline.range) };
}
