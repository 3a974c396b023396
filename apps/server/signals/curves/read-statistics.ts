import type { Language } from "@canopy/contract/platform/language";
import { MAX_STATES, type StatisticsItem } from "@canopy/contract/signals/statistics";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { alsoIdsOf } from "../bindings/find-signal.ts";
import type { ResolvedItem, ResolvedSignal } from "../bindings/resolve-signals.ts";
import { figuresOf } from "./transport-samples.ts";

interface StatisticsQuery extends TimeWindow {
  readonly bindingNumber: number;
  /** Per item: time in state is wanted, with this as the longest pause. */
  readonly gapsUs: readonly (number | undefined)[];
  readonly signal: AbortSignal;
}

/** One after the other: each may read a whole range. */
export async function readStatisticsOf(
  frames: Pick<FrameReader, "figures" | "page">,
  items: readonly ResolvedItem[],
  query: StatisticsQuery,
  language: Language,
): Promise<StatisticsItem[]> {
  const read: StatisticsItem[] = [];
  for (const [i, item] of items.entries()) {
    if ("error" in item) read.push({ state: "failed", code: item.error.code, message: item.error.text[language] });
    else read.push(await readOne(frames, item, query, query.gapsUs[i]));
  }
  return read;
}

async function readOne(
  frames: Pick<FrameReader, "figures" | "page">,
  { channel, message, dbc, signal, revision }: ResolvedSignal,
  { bindingNumber, fromUs, toUs, signal: abort }: StatisticsQuery,
  gapUs: number | undefined,
): Promise<StatisticsItem> {
  const wanted = { bindingNumber, channel, message, alsoIds: alsoIdsOf(dbc, message), signals: [signal] };
  const query = { ...wanted, fromUs, toUs, gapUs, maxStates: MAX_STATES };
  const { samples, min, max, mean, rms, states } = await figuresOf(frames, query, abort);
  const known = (value: number) => (samples === 0 ? null : value);
  return {
    state: "counted",
    revision,
    samples,
    min: known(min),
    max: known(max),
    mean: known(mean),
    rms: known(rms),
    states: [...states],
  };
}
