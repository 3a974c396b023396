import { gapsIn, type SpanUs } from "../samples/samples.ts";
import { type LaneColours, paintLane } from "./paint-lane.ts";
import { type DrawnLine, type Extent, extentOf, type Plot, paintLine, xOf, yOf } from "./paint-line.ts";
import { type AxisScale, axesOf, digitsOf, scaleOf, ticksOf, type UnitAxis } from "./value-axes.ts";

/** All inputs of drawing a panel. Colours are resolved: a canvas cannot read CSS variables. */
export interface PanelLook {
  readonly face: string;
  readonly grid: string;
  readonly text: string;
  readonly gap: string;
  readonly surface: string;
  readonly cursor: string;
  /** Indexed by the position of a value in its table. */
  lane(rank: number): LaneColours;
  writeNumber(value: number, digits: number): string;
}

export interface PanelLine extends DrawnLine {
  readonly unit: string;
  /** The label beside a lane. */
  readonly name: string;
  /** Set for state signals: drawn as a lane. */
  readonly stateText?: ((value: number) => string) | undefined;
  readonly stateRank?: (value: number) => number;
  /** The colour of the numbers on the signal's own axis, where the contrast suffices. */
  readonly inkColour?: string;
}

export interface PanelShape {
  readonly width: number;
  readonly plot: Plot;
  readonly lanes: readonly Plot[];
  readonly axes: readonly UnitAxis[];
}

/** The width of one axis; all panels share the plot's edges, so that a cursor is one straight line. */
export const AXIS_PX = 52;
export const LANE_PX = 24;
const LANE_GAP = 2;
const TICK_EVERY_PX = 40;
export const TIME_AXIS_PX = 20;
const TOP_PX = 8;
const BOTTOM_PX = 8;

export interface Gutters {
  readonly left: number;
  readonly right: number;
}

/** The space at both sides for the widest panel. */
export function guttersOf(panels: readonly (readonly string[])[], lanesPx: number): Gutters {
  let left = 1;
  let right = 0;
  for (const units of panels) {
    for (const { side, place } of axesOf(units)) {
      if (side === "left") left = Math.max(left, place + 1);
      else right = Math.max(right, place + 1);
    }
  }
  return { left: Math.max(left * AXIS_PX, lanesPx), right: right === 0 ? 12 : right * AXIS_PX };
}

export function shapeOf(
  lines: readonly Pick<PanelLine, "unit" | "stateText">[],
  { width, height, gutters }: { width: number; height: number; gutters: Gutters },
): PanelShape {
  const analogue = lines.filter((line) => !line.stateText);
  const left = gutters.left;
  const inner = Math.max(10, width - left - gutters.right);
  const plotHeight = analogue.length > 0 ? Math.max(20, height - TOP_PX - BOTTOM_PX) : 0;
  const plot = { left, top: TOP_PX, width: inner, height: plotHeight };
  const from = analogue.length > 0 ? height + 2 : 4;
  const lanes = lines
    .filter((line) => line.stateText)
    .map((_, i) => ({ left, top: from + i * LANE_PX, width: inner, height: LANE_PX - LANE_GAP }));
  return { width, plot, lanes, axes: axesOf(analogue.map(({ unit }) => unit)) };
}

export interface PaintedPanel {
  readonly shape: PanelShape;
  readonly scales: readonly AxisScale[];
}

export function paintPanel(
  ctx: CanvasRenderingContext2D,
  shape: PanelShape,
  span: SpanUs,
  lines: readonly PanelLine[],
  timeTicks: readonly { atUs: number }[],
  look: PanelLook,
): PaintedPanel {
  const analogue = lines.filter((line) => !line.stateText);
  const states = lines.filter((line) => line.stateText);
  const extents = shape.axes.map((axis) => extentOfAxis(axis, analogue, span));
  const scales = extents.map((extent) => scaleOfAxis(extent, shape.plot.height));
  const bottom = shape.lanes.at(-1) ?? shape.plot;
  paintGaps(ctx, shape, span, lines, look);
  ctx.strokeStyle = look.grid;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const { atUs } of timeTicks) {
    const x = Math.round(xOf(shape.plot, span, atUs)) + 0.5;
    ctx.moveTo(x, analogue.length > 0 ? shape.plot.top : (shape.lanes[0]?.top ?? 0));
    ctx.lineTo(x, bottom.top + bottom.height);
  }
  ctx.stroke();
  shape.axes.forEach((axis, i) => {
    // Without samples there is no scale.
    if (extents[i]) paintAxis(ctx, shape, axis, scales[i] as AxisScale, analogue, look, i === 0);
  });
  shape.axes.forEach((axis, i) => {
    for (const item of axis.items) {
      const line = analogue[item];
      if (line) paintLine(ctx, shape.plot, span, line, scales[i] as AxisScale);
    }
  });
  states.forEach((line, i) => {
    const lane = shape.lanes[i];
    if (!lane) return;
    paintLaneName(ctx, lane, line.name, look);
    paintLane(ctx, lane, span, line, {
      face: look.face,
      colourOf: (value) => look.lane(line.stateRank?.(value) ?? 0),
      textOf: line.stateText ?? String,
    });
  });
  return { shape, scales };
}

function extentOfAxis(axis: UnitAxis, lines: readonly PanelLine[], span: SpanUs): Extent | undefined {
  let extent: Extent | undefined;
  for (const item of axis.items) {
    const line = lines[item];
    const shift = line?.shiftUs ?? 0;
    if (line) extent = extentOf(line.samples, { fromUs: span.fromUs - shift, toUs: span.toUs - shift }, extent);
  }
  return extent && extent.min <= extent.max ? extent : undefined;
}

function scaleOfAxis(extent: Extent | undefined, height: number): AxisScale {
  const { min, max } = extent ?? { min: 0, max: 1 };
  return scaleOf(min, max, Math.max(2, Math.floor(height / TICK_EVERY_PX)));
}

function paintAxis(
  ctx: CanvasRenderingContext2D,
  { plot }: PanelShape,
  axis: UnitAxis,
  scale: AxisScale,
  lines: readonly PanelLine[],
  look: PanelLook,
  withGrid: boolean,
): void {
  const digits = digitsOf(scale.step);
  const only = axis.items.length === 1 ? lines[axis.items[0] as number] : undefined;
  ctx.font = `11px ${look.face}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = axis.side === "left" ? "right" : "left";
  const x =
    axis.side === "left" ? plot.left - 6 - axis.place * AXIS_PX : plot.left + plot.width + 6 + axis.place * AXIS_PX;
  ctx.beginPath();
  for (const tick of ticksOf(scale)) {
    const y = yOf(plot, scale, tick);
    ctx.fillStyle = only?.inkColour ?? look.text;
    // A long number is condensed instead of cut off.
    ctx.fillText(look.writeNumber(tick, digits), x, y, AXIS_PX - 8);
    if (!withGrid) continue;
    ctx.moveTo(plot.left, Math.round(y) + 0.5);
    ctx.lineTo(plot.left + plot.width, Math.round(y) + 0.5);
  }
  ctx.strokeStyle = look.grid;
  ctx.stroke();
  ctx.textAlign = "left";
}

function paintLaneName(ctx: CanvasRenderingContext2D, lane: Plot, name: string, look: PanelLook): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, lane.top, lane.left - 4, lane.height);
  ctx.clip();
  ctx.font = `12px ${look.face}`;
  ctx.fillStyle = look.text;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  const fits = (text: string) => ctx.measureText(text).width <= lane.left - 12;
  ctx.fillText(shortened(name, fits), lane.left - 8, lane.top + lane.height / 2);
  ctx.restore();
}

/** The name, shortened with an ellipsis where it does not fit. */
export function shortened(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const letters = [...name];
  for (let length = letters.length - 1; length > 1; length--) {
    const text = `${letters.slice(0, length).join("")}…`;
    if (fits(text)) return text;
  }
  return `${letters[0] ?? ""}…`;
}

/** Shades the gaps common to all lines, to distinguish no data from no change. */
function paintGaps(
  ctx: CanvasRenderingContext2D,
  shape: PanelShape,
  span: SpanUs,
  lines: readonly PanelLine[],
  look: PanelLook,
): void {
  const own = lines.filter((line) => line.shiftUs === undefined && line.samples.length > 0);
  const [first, ...others] = own;
  if (!first) return;
  let gaps = gapsIn(first.samples, span, first.gapUs);
  for (const line of others) gaps = intersect(gaps, gapsIn(line.samples, span, line.gapUs));
  const top = shape.plot.height > 0 ? shape.plot.top : (shape.lanes[0]?.top ?? 0);
  const last = shape.lanes.at(-1) ?? shape.plot;
  ctx.fillStyle = look.gap;
  for (const gap of gaps) {
    const left = Math.max(shape.plot.left, xOf(shape.plot, span, gap.fromUs));
    const right = Math.min(shape.plot.left + shape.plot.width, xOf(shape.plot, span, gap.toUs));
    if (right > left) ctx.fillRect(left, top, right - left, last.top + last.height - top);
  }
}

export function intersect(some: readonly SpanUs[], others: readonly SpanUs[]): SpanUs[] {
  const both: SpanUs[] = [];
  for (const one of some) {
    for (const other of others) {
      const fromUs = Math.max(one.fromUs, other.fromUs);
      const toUs = Math.min(one.toUs, other.toUs);
      if (fromUs < toUs) both.push({ fromUs, toUs });
    }
  }
  return both;
}
