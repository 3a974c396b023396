import { useState } from "react";
import type { Timeline, TimeSpan } from "../ui/timeline.ts";

/** While the page's time follows now, what was read stands still until somebody asks for more. */
export function useSteadyRange(timeline: Timeline): { range: TimeSpan; refresh(): void } {
  const [steady, setSteady] = useState(timeline.range);
  const range = timeline.live ? steady : timeline.range;
  return { range, refresh: () => setSteady(timeline.range) };
}
