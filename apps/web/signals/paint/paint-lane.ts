import { indexFrom, isBroken, type SpanUs } from "../samples/samples.ts";
import type { DrawnLine, Plot } from "./paint-line.ts";
import { xOf } from "./paint-line.ts";

/** An interval in which a state signal had one value. */
export interface StateRun extends SpanUs {
  readonly value: number;
}

/** A value holds until the next sample; before a gap it ends at its last sample. */
export function runsOf({ samples, gapUs }: Pick<DrawnLine, "samples" | "gapUs">, span: SpanUs): StateRun[] {
  const { times, values, length } = samples;
  const runs: StateRun[] = [];
  let open: { fromUs: number; value: number } | undefined;
  for (let i = Math.max(0, indexFrom(samples, span.fromUs) - 1); i < length; i++) {
    const at = times[i] as number;
    const value = values[i] as number;
    if (at > span.toUs && !open) break;
    const before = times[i - 1] as number;
    const isGap = open !== undefined && isBroken(samples, i, gapUs);
    if (open && (isGap || open.value !== value)) {
      runs.push({ ...open, toUs: isGap ? before : at });
      open = undefined;
    }
    if (at > span.toUs) break;
    open ??= { fromUs: at, value };
  }
  if (open) runs.push({ ...open, toUs: Math.min(span.toUs, Math.max(open.fromUs, times[length - 1] as number)) });
  return runs;
}

export interface LaneColours {
  readonly ground: string;
  readonly text: string;
}

const ROUND = 2;
const TEXT_FROM_PX = 22;

export interface LaneLook {
  readonly face: string;
  colourOf(value: number): LaneColours;
  textOf(value: number): string;
}

export function paintLane(
  ctx: CanvasRenderingContext2D,
  plot: Plot,
  span: SpanUs,
  line: DrawnLine,
  look: LaneLook,
): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(plot.left, plot.top, plot.width, plot.height);
  ctx.clip();
  ctx.font = `12px ${look.face}`;
  ctx.textBaseline = "middle";
  const shift = line.shiftUs ?? 0;
  const own = { fromUs: span.fromUs - shift, toUs: span.toUs - shift };
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (const run of runsOf(line, own)) {
    const left = Math.max(plot.left, xOf(plot, own, run.fromUs));
    const right = Math.min(plot.left + plot.width, xOf(plot, own, run.toUs));
    // Of several intervals in one pixel only the first is drawn.
    if (right <= drawnTo) continue;
    const width = Math.max(1, right - left - 1);
    const { ground, text } = look.colourOf(run.value);
    ctx.fillStyle = ground;
    // Only the background is pale: the text on it must stay readable.
    ctx.globalAlpha = line.strength ?? 1;
    ctx.beginPath();
    ctx.roundRect(left, plot.top, width, plot.height, Math.min(ROUND, width / 2));
    ctx.fill();
    ctx.globalAlpha = 1;
    if (width >= TEXT_FROM_PX) {
      ctx.fillStyle = text;
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, plot.top, width - 3, plot.height);
      ctx.clip();
      ctx.fillText(look.textOf(run.value), left + 6, plot.top + plot.height / 2 + 0.5);
      ctx.restore();
    }
    drawnTo = Math.max(right, left + 1);
  }
  ctx.restore();
}
