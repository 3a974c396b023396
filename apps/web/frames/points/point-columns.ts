import type { PointCurve } from "@canopy/contract/frames/points";

type Column = (number | null | undefined)[];

export interface CurveColumns {
  /** In milliseconds; a moment inside each gap is among them. */
  readonly x: number[];
  /** Per field: `undefined` is joined over, `null` leaves the line open. */
  readonly last: Column[];
  readonly min: Column[];
  readonly max: Column[];
}

/** Longer than so many usual steps without a report is a gap: nothing is joined across it. */
const GAP_STEPS = 5;

/** The curves of one data group over one common time axis. */
export function columnsOf({ curves, pixel_ms }: PointCurve): CurveColumns {
  const times = [...new Set(curves.flatMap(({ pixels }) => pixels.map(({ time }) => time)))].sort((a, b) => a - b);
  const gaps = gapsOf(times, pixel_ms);
  const moments = [...times, ...gaps].sort((a, b) => a - b);
  const isGap = new Set(gaps);
  const column = (pixels: PointCurve["curves"][number]["pixels"], key: "last" | "min" | "max"): Column => {
    const known = new Map(pixels.map((pixel) => [pixel.time, pixel[key]]));
    return moments.map((at) => (isGap.has(at) ? null : known.get(at)));
  };
  return {
    x: moments,
    last: curves.map(({ pixels }) => column(pixels, "last")),
    min: curves.map(({ pixels }) => column(pixels, "min")),
    max: curves.map(({ pixels }) => column(pixels, "max")),
  };
}

/** The middle of each gap. */
function gapsOf(times: readonly number[], pixelMs: number): number[] {
  const steps = times.slice(1).map((at, i) => at - (times[i] ?? at));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const longest = Math.max(usual * GAP_STEPS, pixelMs * 2);
  return steps.flatMap((step, i) => (step > longest ? [(times[i] ?? 0) + step / 2] : []));
}
