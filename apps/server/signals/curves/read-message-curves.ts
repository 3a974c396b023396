import type { FrameReader, Samples, SignalQuery } from "../../frames/store/frame-store.ts";
import type { CurveGrid } from "./curve-grid.ts";
import type { RawCurve, SignalCurve } from "./curve-points.ts";

export interface MessageCurves {
  /** One for each signal, in their order. */
  readonly curves: readonly SignalCurve[];
  /** Whether kept values were used. */
  readonly isKept: boolean;
}

/** The signals of one message whose curves are wanted, and their kept series where all of them have one. */
export interface MessageCurvesQuery extends Omit<SignalQuery, "fromUs" | "toUs"> {
  readonly grid: CurveGrid;
  readonly series?: readonly number[] | undefined;
}

/** Every sample where there are at most `mostRaw`, else pixels. */
export async function readMessageCurves(
  frames: Pick<FrameReader, "samples" | "pixels">,
  { grid, series, ...wanted }: MessageCurvesQuery,
  mostRaw: number,
  signal: AbortSignal,
): Promise<MessageCurves> {
  const { fromUs, toUs, pixelUs } = grid;
  const query = { ...wanted, fromUs, toUs };
  const samples = await frames.samples({ ...query, limit: mostRaw }, signal);
  if (!samples.more) return { curves: rawCurves(samples), isKept: false };
  const { curves, isKept } = await frames.pixels({ ...query, originUs: fromUs, pixelUs, series }, signal);
  return { curves: curves.map((pixels) => ({ kind: "pixels", pixels })), isKept };
}

/** A row may have some of the signals only. */
function rawCurves({ timesUs, values }: Samples): RawCurve[] {
  return values.map((column) => {
    const isPresent = (_: number, row: number) => !Number.isNaN(column[row]);
    return { kind: "raw", timesUs: [...timesUs.filter(isPresent)], values: [...column.filter(isPresent)] };
  });
}
