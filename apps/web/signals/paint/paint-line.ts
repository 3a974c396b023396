import { indexFrom, isBroken, type Samples, type SpanUs } from "../samples/samples.ts";
import type { AxisScale } from "./value-axes.ts";

/** A rectangle in CSS pixels. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One line: samples and style. */
export interface DrawnLine {
  readonly samples: Samples;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly gapUs: number;
  /** Shift in time of an overlaid drive. */
  readonly shiftUs?: number;
  readonly strength?: number;
}

export interface Extent {
  readonly min: number;
  readonly max: number;
}

const DOTS_FROM_PX = 8;
const STROKE = 1.5;

export function xOf(plot: Plot, span: SpanUs, atUs: number): number {
  return plot.left + ((atUs - span.fromUs) / (span.toUs - span.fromUs)) * plot.width;
}

export function yOf(plot: Plot, scale: AxisScale, value: number): number {
  return plot.top + (1 - (value - scale.low) / (scale.high - scale.low)) * plot.height;
}

/** The samples of a range with one more at each side, so that the line reaches the edges. */
function shownIndexes(samples: Samples, span: SpanUs): { from: number; to: number } {
  return {
    from: Math.max(0, indexFrom(samples, span.fromUs) - 1),
    to: Math.min(samples.length, indexFrom(samples, span.toUs) + 1),
  };
}

/** Smallest and largest value inside the range. */
export function extentOf(samples: Samples, span: SpanUs, into?: Extent): Extent {
  let { min, max } = into ?? { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  const { values } = samples;
  const to = indexFrom(samples, span.toUs + 1);
  for (let i = indexFrom(samples, span.fromUs); i < to; i++) {
    const value = values[i] as number;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}

/** The line with every peak: a pixel column with many samples is drawn by its first, smallest, largest and last. */
export function paintLine(
  ctx: CanvasRenderingContext2D,
  plot: Plot,
  span: SpanUs,
  line: DrawnLine,
  scale: AxisScale,
): void {
  const shift = line.shiftUs ?? 0;
  const own = { fromUs: span.fromUs - shift, toUs: span.toUs - shift };
  const { from, to } = shownIndexes(line.samples, own);
  if (from >= to) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.left, plot.top - STROKE, plot.width, plot.height + 2 * STROKE);
  ctx.clip();
  ctx.globalAlpha = line.strength ?? 1;
  ctx.strokeStyle = line.colour;
  ctx.fillStyle = line.colour;
  ctx.lineJoin = "round";
  ctx.setLineDash(line.dash as number[]);
  ctx.beginPath();
  if (to - from > plot.width * 4) traceColumns(ctx, plot, own, line, scale, from, to);
  else traceSamples(ctx, plot, own, line, scale, from, to);
  // A browser without a graphics processor draws a line of one device pixel without computing its outline: a dense one,
  // which moves with the time, takes a sixth of the time.
  const isFine = to - from > plot.width && ctx.getTransform().a <= 1;
  ctx.lineWidth = isFine ? 1 : STROKE;
  ctx.stroke();
  ctx.setLineDash([]);
  paintDots(ctx, plot, own, line, scale, from, to);
  ctx.restore();
}

function traceSamples(
  ctx: CanvasRenderingContext2D,
  plot: Plot,
  span: SpanUs,
  { samples, gapUs }: DrawnLine,
  scale: AxisScale,
  from: number,
  to: number,
): void {
  const { times, values } = samples;
  for (let i = from; i < to; i++) {
    const x = xOf(plot, span, times[i] as number);
    const y = yOf(plot, scale, values[i] as number);
    if (i === from || isBroken(samples, i, gapUs)) {
      ctx.moveTo(x, y);
      // A single sample between two gaps is drawn too.
      ctx.lineTo(x + 0.01, y);
    } else ctx.lineTo(x, y);
  }
}

/** Each point once and in the order of time: a browser without a graphics processor pays for every stretch. */
function traceColumns(
  ctx: CanvasRenderingContext2D,
  plot: Plot,
  span: SpanUs,
  { samples, gapUs }: DrawnLine,
  scale: AxisScale,
  from: number,
  to: number,
): void {
  const { times, values } = samples;
  let i = from;
  while (i < to) {
    const x = Math.floor(xOf(plot, span, times[i] as number));
    const isNew = i === from || isBroken(samples, i, gapUs);
    const first = i;
    let min = i;
    let max = i;
    for (i += 1; i < to; i++) {
      if (Math.floor(xOf(plot, span, times[i] as number)) !== x || isBroken(samples, i, gapUs)) break;
      const value = values[i] as number;
      if (value < (values[min] as number)) min = i;
      else if (value > (values[max] as number)) max = i;
    }
    const y = (at: number) => yOf(plot, scale, values[at] as number);
    const last = i - 1;
    const [earlier, later] = min < max ? [min, max] : [max, min];
    if (isNew) ctx.moveTo(x, y(first));
    else ctx.lineTo(x, y(first));
    if (earlier !== first && earlier !== last) ctx.lineTo(x, y(earlier));
    if (later !== first && later !== last && later !== earlier) ctx.lineTo(x, y(later));
    // A single value between two gaps is drawn too.
    if (isNew && min === max) ctx.lineTo(x + 0.01, y(first));
    else if (last !== first) ctx.lineTo(x, y(last));
  }
}

/** When samples are far enough apart, each gets a marker. */
function paintDots(
  ctx: CanvasRenderingContext2D,
  plot: Plot,
  span: SpanUs,
  { samples }: DrawnLine,
  scale: AxisScale,
  from: number,
  to: number,
): void {
  if (samples.pixelUs !== null || (to - from) * DOTS_FROM_PX > plot.width) return;
  ctx.beginPath();
  for (let i = from; i < to; i++) {
    const x = xOf(plot, span, samples.times[i] as number);
    const y = yOf(plot, scale, samples.values[i] as number);
    ctx.moveTo(x + 2, y);
    ctx.arc(x, y, 2, 0, 2 * Math.PI);
  }
  ctx.fill();
}
