import { MINUTE_US, SECOND_US, type TimeWindow } from "../../frames/store/time-window.ts";

/** Pixels begin at whole multiples of their width: drawn pixels stay the same when the range moves. */
export interface CurveGrid extends TimeWindow {
  readonly pixelUs: number;
}

/** From a second on in whole seconds, from a minute on in whole minutes, so that kept values say the same. */
export function curveGrid({ fromUs, toUs }: TimeWindow, pixels: number): CurveGrid {
  const wanted = Math.max(1, Math.ceil((toUs - fromUs) / pixels));
  const unit = wanted >= MINUTE_US ? MINUTE_US : wanted >= SECOND_US ? SECOND_US : 1;
  const pixelUs = wanted - (wanted % unit);
  return { pixelUs, fromUs: fromUs - (fromUs % pixelUs), toUs: Math.ceil(toUs / pixelUs) * pixelUs };
}
