import { type BackTest, type BackTestPhase, type Firing, MAX_LISTED_FIRINGS } from "@canopy/contract/alarms/back-test";
import type { RuleAction } from "@canopy/contract/alarms/rule-content";
import type { FrameFilter } from "../../frames/store/frame-filter.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { DeviceWatch } from "../engine/device-watch.ts";
import type { PlaceChange } from "../engine/place-watch.ts";
import { RuleSet } from "../engine/rule-set.ts";
import type { WatchedRule } from "../engine/watched-rule.ts";
import { PhaseLog } from "./phase-log.ts";

const US_PER_MS = 1000;
const MINUTE_MS = 60_000;
/** Received before anything could be late: a back-test judges all frames as if they had come at once. */
export const NEVER_LATE_MS = 0;

/** What was judged, besides the firings. */
export interface Judged {
  readonly frames: number;
  readonly pendings: number;
  readonly phases: BackTestPhase[];
  /** Up to when. */
  readonly endUs: number;
}

/** The states over a window. */
export const phasesOver = ({ fromUs, toUs }: TimeWindow) => new PhaseLog((toUs - fromUs) / US_PER_MS);

type TalliedChange = Omit<PlaceChange, "ruleId" | "isLate">;
/** What decides how often it is sent. */
export type TalliedAction = Pick<RuleAction, "kind" | "every_min">;
type Open = { -readonly [K in keyof Firing]: Firing[K] };

/** TRG-07: counts firings and what their actions would have done. */
export class Tally {
  readonly #actions: readonly TalliedAction[];
  readonly #open = new Map<number, Open>();
  readonly #lastMs = new Map<string, number>();
  readonly firings: Open[] = [];
  fired = 0;
  longestMs = 0;
  readonly sent: Record<string, number> = {};
  readonly held: Record<string, number> = {};

  constructor(actions: readonly TalliedAction[]) {
    this.#actions = actions;
  }

  add(changes: readonly TalliedChange[]): void {
    for (const change of changes) {
      if (change.kind === "fired") this.#fire(change);
      else this.#follow(change);
    }
  }

  result({ frames, pendings, phases, endUs }: Judged): BackTest {
    const { fired, sent, held, firings } = this;
    const runningMs = [...this.#open.values()].map(({ start_time }) => Math.floor(endUs / US_PER_MS) - start_time);
    const longest_ms = Math.max(this.longestMs, ...runningMs);
    return { frames, fired, pending: Math.max(0, pendings - fired), longest_ms, sent, held, firings, phases };
  }

  #fire({ channel, atUs, value, peak, hits, cause }: TalliedChange): void {
    const firing: Open = {
      channel,
      start_time: Math.floor(atUs / US_PER_MS),
      end_time: null,
      value,
      peak,
      hits,
      reason: cause?.reason ?? null,
      sent: [],
      held: [],
    };
    this.fired += 1;
    this.#open.set(channel, firing);
    if (this.firings.length < MAX_LISTED_FIRINGS) this.firings.push(firing);
    this.#act(firing, firing.start_time);
  }

  #follow({ kind, channel, atUs, peak, hits }: TalliedChange): void {
    const firing = this.#open.get(channel);
    if (firing === undefined) return;
    Object.assign(firing, { peak, hits });
    const atMs = Math.floor(atUs / US_PER_MS);
    if (kind === "repeated") this.#act(firing, atMs);
    if (kind !== "recovered") return;
    firing.end_time = atMs;
    this.longestMs = Math.max(this.longestMs, atMs - firing.start_time);
    this.#open.delete(channel);
  }

  /** TRG-04 */
  #act(firing: Open, atMs: number): void {
    for (const { kind, every_min } of this.#actions) {
      const lastMs = this.#lastMs.get(kind);
      const isHeld = lastMs !== undefined && atMs - lastMs < every_min * MINUTE_MS;
      const counts = isHeld ? this.held : this.sent;
      counts[kind] = (counts[kind] ?? 0) + 1;
      (isHeld ? firing.held : firing.sent).push(kind);
      if (!isHeld) this.#lastMs.set(kind, atMs);
    }
  }
}

/** The frames that a rule names. */
export function filterOfRule({ conditions, channel }: WatchedRule): FrameFilter {
  const inputs = conditions.flatMap(({ computed }) => computed?.inputs ?? []);
  const onFrames = conditions.flatMap((one) => (one.computed === undefined ? one.ids : []));
  if (inputs.length === 0 || channel === null)
    return { ids: onFrames, ...(channel !== null && { channels: [channel] }) };
  const own = [...inputs, { channel, ids: onFrames }];
  return { places: own.flatMap((from) => from.ids.map((range) => ({ ...range, channel: from.channel }))) };
}

/** Over the stored frames of a device, in their order. */
export async function judgeFrames(
  frames: Pick<FrameReader, "stream" | "extent">,
  bindingNumber: number,
  window: TimeWindow,
  rule: WatchedRule,
  tally: Tally,
  signal: AbortSignal,
): Promise<Judged> {
  const watch = new DeviceWatch(new RuleSet([rule]));
  const log = phasesOver(window);
  watch.listener = (channel, state, atUs) => log.enter(channel, state, atUs);
  let count = 0;
  for await (const batch of frames.stream({ bindingNumber, ...window, filter: filterOfRule(rule) }, signal)) {
    count += batch.length;
    watch.judge(batch, NEVER_LATE_MS);
    tally.add(watch.takeChanges());
  }
  // Other frames let the time pass too, to the last one that is stored.
  const { times } = await frames.extent(bindingNumber, signal);
  const endUs = Math.min(window.toUs, times?.lastUs ?? window.fromUs);
  if (times !== undefined) watch.advance(endUs);
  tally.add(watch.takeChanges());
  return { frames: count, pendings: watch.pendings, phases: log.list(endUs), endUs };
}

/** TRG-07 */
export async function runBackTest(
  frames: Pick<FrameReader, "stream" | "extent">,
  bindingNumber: number,
  window: TimeWindow,
  { rule, actions }: { readonly rule: WatchedRule; readonly actions: readonly TalliedAction[] },
  signal: AbortSignal,
): Promise<BackTest> {
  const tally = new Tally(actions);
  return tally.result(await judgeFrames(frames, bindingNumber, window, rule, tally, signal));
}
