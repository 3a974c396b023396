import { readKept } from "../store/kept/kept-body.ts";
import type { SignalQuery } from "../store/signal-query.ts";
import { MINUTE_US, SECOND_US, type TimeWindow } from "../store/time-window.ts";
import type { CurvePixel, PixelGrid } from "./curve-pixels.ts";
import type { ReadPlan } from "./read-plan.ts";
import type { SegmentAccess } from "./segment-sources.ts";

/** Where a kept body lies: its seconds, and its minutes behind them. */
export interface KeptPlace {
  readonly file: string;
  readonly offset: number;
  readonly secondsLength: number;
  readonly minutesLength: number;
}

export interface PixelJob extends SignalQuery, PixelGrid {
  /** Bodies of segments that have all signals kept, in the order of the signals. */
  readonly kept?: ReadonlyMap<number, readonly KeptPlace[]>;
}

/** Kept values can draw a grid of whole seconds. */
export const canBeKept = ({ originUs, pixelUs, fromUs, toUs }: PixelGrid & TimeWindow): boolean =>
  [originUs, pixelUs, fromUs, toUs].every((time) => time % SECOND_US === 0);

interface KeptCurves {
  /** Segments whose bodies were read: the others are decoded. */
  readonly segments: ReadonlySet<number>;
  /** For each signal the pixels of each segment. */
  readonly curves: readonly (readonly CurvePixel[])[][];
}

export async function readKeptPixels(access: SegmentAccess, plan: ReadPlan, query: PixelJob): Promise<KeptCurves> {
  const segments = new Set<number>();
  const curves: CurvePixel[][][] = query.signals.map(() => []);
  if (query.kept === undefined || query.kept.size === 0) return { segments, curves };
  const isByMinute = [query.originUs, query.pixelUs, query.fromUs, query.toUs].every((time) => time % MINUTE_US === 0);
  const wanted = plan.segments.filter(({ id }) => query.kept?.has(id));
  for (let at = 0; at < wanted.length; at += BODIES_AT_ONCE) {
    const part = wanted.slice(at, at + BODIES_AT_ONCE);
    await Promise.all(
      part.map(async ({ id }) => {
        const pixels = await readBodies(access, query.kept?.get(id) ?? [], query, isByMinute);
        // A body that is gone or damaged costs a decoding, nothing else.
        if (pixels === undefined) return;
        segments.add(id);
        for (const [i, own] of pixels.entries()) curves[i]?.push(own);
      }),
    );
  }
  for (const parts of curves) parts.sort((a, b) => (a[0]?.index ?? 0) - (b[0]?.index ?? 0));
  return { segments, curves };
}

const BODIES_AT_ONCE = 16;

async function readBodies(
  { files }: SegmentAccess,
  places: readonly KeptPlace[],
  query: PixelJob,
  isByMinute: boolean,
): Promise<CurvePixel[][] | undefined> {
  const found: CurvePixel[][] = [];
  for (const { file, offset, secondsLength, minutesLength } of places) {
    const at = isByMinute ? offset + secondsLength : offset;
    const length = isByMinute ? minutesLength : secondsLength;
    const bytes = await files.read(file, at, length).catch(() => undefined);
    const body = bytes?.length === length ? readKept(bytes, isByMinute ? MINUTE_US : SECOND_US) : undefined;
    if (body === undefined) return undefined;
    found.push(body.join(query).list());
  }
  return found;
}
