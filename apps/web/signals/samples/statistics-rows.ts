import type { SignalInfo } from "../choose/signal-info.ts";
import type { CurveScene } from "../curves/curve-scene.ts";
import { gapUs, type SpanUs } from "./samples.ts";
import { type StateTime, statisticsOf, timesInState, type WindowStatistics } from "./window-statistics.ts";

/** What the panel of values says of one signal between two moments. */
export interface SignalStatistics {
  readonly statistics: WindowStatistics | undefined;
  readonly states: readonly StateTime[];
  /** False: from reduced columns; smallest and largest are exact, the others about right. */
  readonly exact: boolean;
  /** `coming`: what is said above may still be nothing, or of a part. */
  readonly state: "here" | "coming" | "failed";
}

/** From what is at hand: exact where every sample is. */
export function statisticsInMemory(scene: CurveScene, info: SignalInfo, window: SpanUs): SignalStatistics {
  const samples = scene.source.read(info.key, window);
  return {
    statistics: statisticsOf(samples, window),
    states: info.isState ? timesInState(samples, window, gapUs(samples, info.cycleUs)) : [],
    exact: samples.pixelUs === null,
    state: scene.source.stateOf(info.key, window),
  };
}
