import type { BackTest, Firing } from "@canopy/contract/alarms/back-test";
import { type FoundDevice, MAX_FIRINGS_PER_DEVICE } from "@canopy/contract/alarms/search";
import type { SignalQuery } from "../../frames/store/signal-query.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { judgeFrames, type TalliedAction, Tally } from "../back-test/run-back-test.ts";
import { farther, type Limit } from "../engine/compare.ts";
import type { WatchedRule } from "../engine/watched-rule.ts";
import { type SearchReader, searchKept } from "./search-kept.ts";

export interface SearchedDevice {
  readonly bindingNumber: number;
  /** Kept series of the signal, by channel. */
  readonly series: ReadonlyMap<number, number>;
}

export interface SearchRule {
  readonly rule: WatchedRule;
  readonly actions: readonly TalliedAction[];
  /** Of a rule with one condition, on a signal. */
  readonly signal: Pick<SignalQuery, "message" | "alsoIds" | "signals"> | undefined;
}

/** TRG-07: undefined where the rule would not have fired. */
export async function searchDevice(
  frames: SearchReader,
  device: SearchedDevice,
  window: TimeWindow,
  wanted: SearchRule,
  abort: AbortSignal,
): Promise<FoundDevice | undefined> {
  const { rule, actions } = wanted;
  const tally = new Tally(actions);
  // Minutes that are left out have no frames to send anything for.
  if (device.series.size === 0 || rule.mode === "every")
    await judgeFrames(frames, device.bindingNumber, window, rule, tally, abort);
  else
    for (const channel of await channelsOf(frames, device, rule, abort))
      await searchChannel(frames, device, window, { ...wanted, rule: { ...rule, channel } }, tally, abort);
  const { firings, fired, longestMs: longest_ms, sent, held } = tally;
  return foundOf({ firings, fired, longest_ms, sent, held }, limitOf(rule));
}

async function channelsOf(
  frames: SearchReader,
  { bindingNumber }: SearchedDevice,
  { channel }: WatchedRule,
  abort: AbortSignal,
): Promise<readonly number[]> {
  return channel === null ? (await frames.extent(bindingNumber, abort)).channels : [channel];
}

async function searchChannel(
  frames: SearchReader,
  { bindingNumber, series: kept }: SearchedDevice,
  window: TimeWindow,
  { rule, signal }: SearchRule & { readonly rule: { readonly channel: number } },
  tally: Tally,
  abort: AbortSignal,
): Promise<void> {
  const series = kept.get(rule.channel);
  const [condition] = rule.conditions;
  if (series === undefined || signal === undefined || condition?.kind !== "value")
    await judgeFrames(frames, bindingNumber, window, rule, tally, abort);
  else await searchKept(frames, bindingNumber, window, { rule, condition, signal, series }, tally, abort);
}

type Firings = Pick<BackTest, "firings" | "fired" | "longest_ms" | "sent" | "held">;

/** Of more firings than are listed the longest, in the order of time; undefined where there is none. */
export function foundOf({ firings, fired, longest_ms, sent, held }: Firings, limit?: Limit): FoundDevice | undefined {
  if (fired === 0) return undefined;
  const lengthOf = ({ start_time, end_time }: Firing) =>
    end_time === null ? Number.POSITIVE_INFINITY : end_time - start_time;
  const longest = firings.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_FIRINGS_PER_DEVICE);
  const listed = longest.map(({ channel, start_time, end_time, peak }) => ({ channel, start_time, end_time, peak }));
  return {
    fired,
    longest_ms,
    sent,
    held,
    peak: peakOf(firings, limit),
    firings: listed.toSorted((a, b) => a.start_time - b.start_time),
  };
}

function peakOf(firings: readonly Firing[], limit: Limit | undefined): number | null {
  const peaks = firings.flatMap(({ peak }) => peak ?? []);
  return limit === undefined || peaks.length === 0 ? null : peaks.reduce((a, b) => farther(limit, a, b));
}

/** Of the first condition that compares values. */
const limitOf = ({ conditions }: WatchedRule): Limit | undefined =>
  conditions.flatMap((condition) => (condition.kind === "value" ? condition.limit : []))[0];
