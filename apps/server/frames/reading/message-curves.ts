import type { Samples, SignalQuery } from "../store/signal-query.ts";
import type { TimeWindow } from "../store/time-window.ts";
import type { CurvePixel, PixelGrid } from "./curve-pixels.ts";
import { packPixels } from "./packed-pixels.ts";
import type { KeptPlace } from "./read-kept.ts";
import type { ReadPlan } from "./read-plan.ts";
import { readPixels, readSamples } from "./read-signals.ts";
import { carriesMessage, type SegmentAccess } from "./segment-sources.ts";

/** The curves of several messages over one window: what is landed is read once for all of them. */
export interface CurvesJob extends TimeWindow, PixelGrid {
  readonly bindingNumber: number;
  /** Samples of a message up to which each is answered; of more, pixels. */
  readonly limit: number;
  readonly messages: readonly MessageJob[];
}

export interface MessageJob extends Omit<SignalQuery, "bindingNumber" | keyof TimeWindow> {
  readonly kept?: ReadonlyMap<number, readonly KeptPlace[]>;
}

/** See `unpackPixels`. */
export type PackedCurves = { readonly samples: Samples } | { readonly pixels: Float64Array[] };

type MessageQuery = Omit<CurvesJob, "messages"> & MessageJob;

export async function readMessageCurves(
  access: SegmentAccess,
  plan: ReadPlan,
  { messages, ...common }: CurvesJob,
): Promise<PackedCurves[]> {
  const answers: PackedCurves[] = [];
  for (const message of messages) answers.push(await curvesOf(access, plan, { ...common, ...message }));
  return answers;
}

/** Every sample where there are few, else pixels: at once where what is landed alone is more. */
async function curvesOf(access: SegmentAccess, plan: ReadPlan, query: MessageQuery): Promise<PackedCurves> {
  const { limit } = query;
  const pixels = landedFrames(access, plan, query) > limit ? await readPixels(access, plan, query) : undefined;
  if (pixels?.some((curve) => samplesIn(curve) > limit)) return { pixels: pixels.map(packPixels) };
  const samples = await readSamples(access, plan, query);
  if (!samples.more) return { samples };
  return { pixels: (pixels ?? (await readPixels(access, plan, query))).map(packPixels) };
}

const samplesIn = (curve: readonly CurvePixel[]): number => curve.reduce((sum, { samples }) => sum + samples, 0);

/** Of the message, of the batches that reach into the window. */
function landedFrames({ landed }: SegmentAccess, plan: ReadPlan, query: MessageQuery): number {
  if (plan.landed.length === 0) return 0;
  const isWanted = carriesMessage(query);
  return landed.runsOf(plan.landed).reduce((sum, run) => sum + (isWanted(run) ? run.count : 0), 0);
}
