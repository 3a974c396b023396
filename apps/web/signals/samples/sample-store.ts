import { type CountedSignal, countStored } from "../strategies/count-stored.ts";
import { type CurvesAsked, type LoadedCurve, loadCurves } from "./load-curves.ts";
import type { SpanUs } from "./samples.ts";
import type { SignalStatistics } from "./statistics-rows.ts";

/** A store of samples that reduces them for drawing: the history of a device or an opened log. */
export interface SampleStore {
  /** Key of cached answers. */
  readonly id: string;
  load(asked: CurvesAsked, signal: AbortSignal): Promise<Map<string, LoadedCurve>>;
  /** A coarse answer from kept values; signals without kept values are left out. */
  overview?(asked: CurvesAsked, signal: AbortSignal): Promise<Map<string, LoadedCurve>>;
  /** Over every sample of a window; both edges belong to it. */
  count(
    window: SpanUs,
    asked: readonly CountedSignal[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, SignalStatistics>>;
}

export function historyOf(thingsId: string): SampleStore {
  return {
    id: thingsId,
    load: (asked, signal) => loadCurves(thingsId, asked, signal),
    overview: (asked, signal) => loadCurves(thingsId, { ...asked, keptOnly: true }, signal),
    count: (window, asked, signal) => countStored(thingsId, window, asked, signal),
  };
}
