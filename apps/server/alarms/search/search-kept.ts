import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { Extremes, SignalQuery } from "../../frames/store/signal-query.ts";
import { MINUTE_US, type TimeWindow } from "../../frames/store/time-window.ts";
import { filterOfRule, NEVER_LATE_MS, type Tally } from "../back-test/run-back-test.ts";
import { DeviceWatch } from "../engine/device-watch.ts";
import { RuleSet } from "../engine/rule-set.ts";
import type { WatchedCondition, WatchedRule } from "../engine/watched-rule.ts";
import { minuteKinds } from "./value-minutes.ts";
import { walkMinutes } from "./walk-minutes.ts";

export type SearchReader = Pick<FrameReader, "stream" | "extent" | "extremes">;

type ValueCondition = Extract<WatchedCondition, { kind: "value" }>;

/** A rule with one condition on a signal that is kept on one channel. */
export interface KeptRule {
  readonly rule: WatchedRule & { readonly channel: number };
  readonly condition: ValueCondition;
  readonly signal: Pick<SignalQuery, "message" | "alsoIds" | "signals">;
  readonly series: number;
}

/** The firings of a rule on a device, the same as from every frame, which are read only where kept values may meet it. */
export async function searchKept(
  frames: SearchReader,
  bindingNumber: number,
  window: TimeWindow,
  { rule, condition, signal: { message, alsoIds, signals }, series }: KeptRule,
  tally: Tally,
  abort: AbortSignal,
): Promise<void> {
  const { channel } = rule;
  const asked = { bindingNumber, channel, message, alsoIds, signals, series, ...window };
  const minutes = await frames.extremes(asked, abort);
  const watch = new DeviceWatch(new RuleSet([rule]));
  const filter = filterOfRule(rule);
  await walkMinutes(minuteKinds(minutes, window, condition.limit), {
    state: () => watch.stateOf(0, channel),
    hasCycle: () => watch.hasCycle(0, channel),
    pass: (at) =>
      watch.sample({ rule: 0, condition: 0, channel }, minutes.lastUs[at] as number, peakOf(minutes, at, condition)),
    count: async (minute) => {
      const part = windowOf(minutes, minute, minute + 1, window);
      let count = 0;
      for await (const batch of frames.stream({ bindingNumber, ...part, filter }, abort)) count += batch.length;
      return count;
    },
    read: async (from, to) => {
      const part = windowOf(minutes, from, to, window);
      for await (const batch of frames.stream({ bindingNumber, ...part, filter }, abort)) {
        watch.judge(batch, NEVER_LATE_MS);
        tally.add(watch.takeChanges());
      }
    },
  });
  if (watch.stateOf(0, channel) !== "normal") {
    const { times } = await frames.extent(bindingNumber, abort);
    if (times !== undefined) watch.advance(Math.min(window.toUs, times.lastUs));
  }
  tally.add(watch.takeChanges());
}

const windowOf = ({ originUs }: Extremes, from: number, to: number, window: TimeWindow): TimeWindow => ({
  fromUs: Math.max(window.fromUs, originUs + from * MINUTE_US),
  toUs: Math.min(window.toUs, originUs + to * MINUTE_US),
});

function peakOf({ min, max }: Extremes, at: number, { limit: { operator } }: ValueCondition): number {
  return (operator === "lt" || operator === "le" ? min[at] : max[at]) as number;
}
