import type { BackTest } from "@canopy/contract/alarms/back-test";
import { bitRatesOfBindings, USUAL_BIT_RATES } from "../../devices/configuration/bit-rate-store.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { RatesOf } from "../engine/bus-lane.ts";
import { BusWatch } from "../engine/bus-watch.ts";
import type { BusRule } from "../engine/watched-rule.ts";
import { NEVER_LATE_MS, phasesOver, type TalliedAction, Tally } from "./run-back-test.ts";

export interface TestedBus {
  readonly bindingNumber: number;
  readonly ratesOf: RatesOf;
  /** Nothing is known of the time after. */
  readonly nowUs: number;
}

/** TRG-07: a rule on the bus over all stored frames of a device: the others tell that a silent channel is one. */
export async function runBusBackTest(
  frames: Pick<FrameReader, "stream" | "extent">,
  { bindingNumber, ratesOf, nowUs }: TestedBus,
  window: TimeWindow,
  { rule, actions }: { readonly rule: BusRule; readonly actions: readonly TalliedAction[] },
  signal: AbortSignal,
): Promise<BackTest> {
  const watch = new BusWatch([rule], ratesOf);
  const log = phasesOver(window);
  watch.listener = (channel, state, atUs) => log.enter(channel, state, atUs);
  const tally = new Tally(actions);
  let count = 0;
  for await (const batch of frames.stream({ bindingNumber, ...window, filter: {} }, signal)) {
    count += batch.length;
    watch.judge(batch, NEVER_LATE_MS);
    tally.add(watch.takeChanges());
  }
  const { times } = await frames.extent(bindingNumber, signal);
  if (times !== undefined) watch.advance(Math.min(window.toUs, times.lastUs));
  // Behind the last stored frame nothing is known but that none came.
  const endUs = Math.min(window.toUs, nowUs);
  watch.advanceSilence(endUs);
  tally.add(watch.takeChanges());
  return tally.result({ frames: count, pendings: watch.pendings, phases: log.list(endUs), endUs });
}

/** With the bit rates that the terminal reported last. */
export async function testedBus(db: Db, tenantId: string, bindingNumber: number): Promise<TestedBus> {
  const rates = (await bitRatesOfBindings(db, tenantId, [bindingNumber])).get(bindingNumber);
  return { bindingNumber, ratesOf: (channel) => rates?.get(channel) ?? USUAL_BIT_RATES, nowUs: Date.now() * 1000 };
}
