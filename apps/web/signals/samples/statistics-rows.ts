import type { SignalInfo } from "../choose/signal-info.ts";
import type { CurveScene } from "../curves/curve-scene.ts";
import { gapUs, type SpanUs } from "./samples.ts";
import { type StateTime, statisticsOf, timesInState, type WindowStatistics } from "./window-statistics.ts";

/** The statistics of one signal between two times. */
export interface SignalStatistics {
  readonly statistics: WindowStatistics | undefined;
  readonly states: readonly StateTime[];
  /** False: from reduced columns; minimum and maximum are exact, the others approximate. */
  readonly exact: boolean;
  /** `coming`: the figures may still be empty or partial. */
  readonly state: "here" | "coming" | "failed";
}

/** Computed from the samples in memory; exact where they are unreduced. */
export function statisticsInMemory(scene: CurveScene, info: SignalInfo, window: SpanUs): SignalStatistics {
  const samples = scene.source.read(info.key, window);
  return {
    statistics: statisticsOf(samples, window),
    states: info.isState ? timesInState(samples, window, gapUs(samples, info.cycleUs)) : [],
    exact: samples.pixelUs === null,
    state: scene.source.stateOf(info.key, window),
  };
}
