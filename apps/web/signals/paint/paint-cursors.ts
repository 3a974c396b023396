import type { CurveScene } from "../curves/curve-scene.ts";
import type { DrawnItem } from "../curves/drawn-item.ts";
import type { SpanUs } from "../samples/samples.ts";
import type { CurveLook } from "./curve-look.ts";
import { type Plot, xOf, yOf } from "./paint-line.ts";
import type { PaintedPanel } from "./paint-panel.ts";

const DOT = 3.5;

export function isNothingOver({ cursors, hoverUs, selecting }: CurveScene): boolean {
  const { aUs, bUs } = cursors.get();
  return aUs === null && bUs === null && hoverUs.get() === null && selecting.get() === null;
}

/** Cursors, pointer and the range being selected, over a drawn panel. */
export function paintCursors(
  ctx: CanvasRenderingContext2D,
  height: number,
  { shape, scales }: PaintedPanel,
  scene: CurveScene,
  items: readonly DrawnItem[],
  look: CurveLook,
): void {
  const span = scene.span.get();
  const { aUs, bUs } = scene.cursors.get();
  const pulled = scene.selecting.get();
  if (pulled) paintPulled(ctx, shape.plot, span, height, pulled, look);
  const hoverUs = scene.hoverUs.get();
  if (hoverUs !== null) paintCursor(ctx, shape.plot, span, height, hoverUs, [2, 3], look.hint);
  if (aUs !== null) paintCursor(ctx, shape.plot, span, height, aUs, [], look.cursor);
  if (bUs !== null) paintCursor(ctx, shape.plot, span, height, bUs, [4, 3], look.cursor);
  const analogue = items.filter(({ info }) => !info.isState);
  for (const at of [hoverUs, aUs, bUs]) {
    if (at === null || at < span.fromUs || at > span.toUs) continue;
    shape.axes.forEach((axis, i) => {
      const scale = scales[i];
      // Lines of an overlaid drive come first: the index counts this drive's items only.
      for (const index of axis.items) {
        const item = analogue[index % Math.max(1, analogue.length)];
        const sample = item && scene.sampleAt(item.info.key, at, false);
        if (!item || !sample || !scale) continue;
        const x = xOf(shape.plot, span, sample.atUs);
        const y = yOf(shape.plot, scale, sample.value);
        if (x < shape.plot.left || x > shape.plot.left + shape.plot.width) continue;
        ctx.beginPath();
        ctx.arc(x, y, DOT, 0, 2 * Math.PI);
        ctx.fillStyle = look.colourOf(item.colour);
        ctx.fill();
        ctx.lineWidth = 1.5;
        ctx.strokeStyle = look.surface;
        ctx.stroke();
      }
    });
  }
}

function paintCursor(
  ctx: CanvasRenderingContext2D,
  plot: Plot,
  span: SpanUs,
  height: number,
  atUs: number,
  dash: number[],
  colour: string,
): void {
  const x = Math.round(xOf(plot, span, atUs)) + 0.5;
  if (x < plot.left || x > plot.left + plot.width) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(x, 0);
  ctx.lineTo(x, height);
  ctx.stroke();
  ctx.restore();
}

function paintPulled(
  ctx: CanvasRenderingContext2D,
  plot: Plot,
  span: SpanUs,
  height: number,
  pulled: SpanUs,
  look: CurveLook,
): void {
  const left = Math.max(plot.left, xOf(plot, span, pulled.fromUs));
  const right = Math.min(plot.left + plot.width, xOf(plot, span, pulled.toUs));
  ctx.save();
  ctx.globalAlpha = 0.18;
  ctx.fillStyle = look.green;
  ctx.fillRect(left, 0, right - left, height);
  ctx.restore();
}
