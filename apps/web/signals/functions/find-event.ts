import { firstCrossing } from "../curves/time-zoom.ts";
import { loadCurves } from "../samples/load-curves.ts";
import type { SpanUs } from "../samples/samples.ts";

/** The event that aligns two drives: the first time a signal crosses a value. */
export interface CurveEvent {
  readonly key: string;
  readonly level: number;
  readonly direction: "up" | "down";
}

const PIXELS = 4000;
const NARROWER = 8;

/** Exact to the sample: searched in the whole range, then in all samples around the hit. Undefined: none. */
export async function findEvent(
  thingsId: string,
  span: SpanUs,
  { key, level, direction }: CurveEvent,
  signal: AbortSignal,
): Promise<number | undefined> {
  let asked = span;
  for (;;) {
    const curve = (await loadCurves(thingsId, { span: asked, pixels: PIXELS, keys: [key] }, signal)).get(key);
    if (!curve?.ok) return undefined;
    const at = firstCrossing(curve.samples, level, direction, asked.fromUs);
    const { pixelUs } = curve.samples;
    if (at === undefined || pixelUs === null) return at;
    const narrower = { fromUs: at - 2 * pixelUs, toUs: at + 2 * pixelUs };
    // The range cannot become narrower: the result is final.
    if (narrower.toUs - narrower.fromUs > (asked.toUs - asked.fromUs) / NARROWER) return at;
    asked = narrower;
  }
}
