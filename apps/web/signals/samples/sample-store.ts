import { type CountedSignal, countStored } from "../strategies/count-stored.ts";
import { type CurvesAsked, type LoadedCurve, loadCurves } from "./load-curves.ts";
import type { SpanUs } from "./samples.ts";
import type { SignalStatistics } from "./statistics-rows.ts";

/** Where samples lie that are too many to draw them all: the history of a device, or a log that was opened here. */
export interface SampleStore {
  /** One store, one id: answers are kept by it. */
  readonly id: string;
  load(asked: CurvesAsked, signal: AbortSignal): Promise<Map<string, LoadedCurve>>;
  /** What can be told of a long range at once; signals that would have to be decoded are left out. */
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
