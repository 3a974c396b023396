import type { BackTest } from "@canopy/contract/alarms/back-test";
import { type PositionRange, type PositionSource, positionOf, readPositions } from "../../places/read-positions.ts";
import { type FenceRule, FenceSet } from "../engine/fence-set.ts";
import { PlaceWatch } from "../engine/place-watch.ts";
import { type TalliedAction, Tally } from "./run-back-test.ts";

/** Received before anything could be late. */
const NEVER_LATE_MS = 0;

/** GPS-03, TRG-07: a rule on fences over the stored positions of a device. */
export async function runFenceBackTest(
  points: PositionSource,
  range: PositionRange,
  { rule, actions }: { readonly rule: FenceRule; readonly actions: readonly TalliedAction[] },
  signal: AbortSignal,
): Promise<BackTest> {
  const watch = new PlaceWatch(new FenceSet([rule]));
  const tally = new Tally(actions);
  let count = 0;
  let endUs = range.fromUs;
  for await (const page of readPositions(points, range, signal)) {
    count += page.length;
    for (const stored of page) watch.judge(positionOf(stored), NEVER_LATE_MS);
    tally.add(watch.takeChanges());
    endUs = Math.max(endUs, (page.at(-1)?.time ?? 0) * 1000);
  }
  // The lane of a fence knows on which side a device is, and no states between.
  const phases = tally.firings.map(({ channel, start_time, end_time }) => ({
    channel,
    state: "active" as const,
    from_time: start_time,
    to_time: end_time ?? Math.floor(endUs / 1000),
  }));
  return tally.result({ frames: count, pendings: watch.pendings, phases, endUs });
}
