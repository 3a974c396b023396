import { withoutNoise } from "@canopy/can/dbc/decode/decimal-places";
import { csvCell } from "@canopy/contract/platform/csv";
import type { SignalInfo } from "../choose/signal-info.ts";
import { indexFrom, type Samples, type SpanUs } from "../samples/samples.ts";
import { utcText } from "../samples/utc-text.ts";
import type { CurveScene } from "./curve-scene.ts";

/** One drawn signal with exactly the samples inside the range. */
export interface DrawnSignal {
  readonly info: SignalInfo;
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly isReduced: boolean;
}

export function drawnSignals(scene: CurveScene, infos: readonly SignalInfo[]): DrawnSignal[] {
  const span = scene.span.get();
  return infos.map((info) => drawnOf(info, scene.source.read(info.key, span), span));
}

function drawnOf(info: SignalInfo, samples: Samples, { fromUs, toUs }: SpanUs): DrawnSignal {
  const from = indexFrom(samples, fromUs);
  const to = indexFrom(samples, toUs + 1);
  return {
    info,
    times: samples.times.slice(from, to),
    values: samples.values.slice(from, to),
    isReduced: samples.pixelUs !== null,
  };
}

/** One line per time in UTC to the microsecond, one column per signal; empty where a signal has no sample. */
export function drawnCsv(signals: readonly DrawnSignal[]): string {
  const heads = signals.map(({ info }) => csvCell(info.unit === "" ? info.name : `${info.name} [${info.unit}]`));
  const lines = [["time", ...heads].join(",")];
  const at = signals.map(() => 0);
  for (;;) {
    let time = Number.POSITIVE_INFINITY;
    signals.forEach(({ times }, i) => {
      time = Math.min(time, times[at[i] as number] ?? Number.POSITIVE_INFINITY);
    });
    if (time === Number.POSITIVE_INFINITY) break;
    const cells = signals.map(({ times, values, info }, i) => {
      const index = at[i] as number;
      if (times[index] !== time) return "";
      at[i] = index + 1;
      return cellOf(info, values[index] as number);
    });
    lines.push([utcText(time), ...cells].join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

/** Numbers, also negative ones, are written as numbers; states by name. */
function cellOf(info: SignalInfo, value: number): string {
  const name = info.isState ? info.stateNames.get(value) : undefined;
  return name === undefined ? String(withoutNoise(info.signal, value)) : csvCell(name);
}
