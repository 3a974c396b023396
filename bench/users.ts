// 200 people at their pages, one call each every five seconds (list, page of frames, curve of an hour, live stream), while terminals send:
// p95 of their calls. `--rate N` (300,000 frames/s), `--people N` (200), `--seconds N` (60), `--frames N` (10,000,000) of the device
// that they look at.
import { setTimeout as sleep } from "node:timers/promises";
import { LOAD_BATCH_FRAMES, loadTemplates } from "../apps/simulator/load/templates.ts";
import { prepareCurve } from "./load/curve-loop.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { startLoad } from "./load/load-program.ts";
import { People } from "./load/people.ts";
import { quantile } from "./load/quantile.ts";
import { watchers } from "./load/watchers.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 200;
/** Calls are counted by user, and limited. */
const USERS = 20;
const RATE = 2_500;
const HOUR_US = 3_600_000_000;
const PIXELS = 1_000;
const LIMITS: Limits = { atMost: { p95Ms: 50 } };

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES + 1);
  try {
    const [shown, ...senders] = load.devices;
    if (shown === undefined) throw new Error("no devices");
    const { fromUs, item } = await prepareCurve(load, shown, flag("frames", 10_000_000));
    const curve = { start_time: String(fromUs), end_time: String(fromUs + HOUR_US), pixels: PIXELS, items: [item] };
    const tokens = await watchers(load, USERS);
    const fleet = await LoadFleet.connect({
      port: load.program.mqttPort,
      devices: senders,
      templates: loadTemplates("ev", RATE),
      framesPerMessage: LOAD_BATCH_FRAMES,
      messageUs: (LOAD_BATCH_FRAMES * 1e6) / RATE,
    });
    const { base } = load.program;
    const people = People.start({ base, tokens, people: flag("people", 200), thingsId: shown.thingsId, curve });
    const seconds = flag("seconds", 60);
    const sending = fleet.sendAtRate(flag("rate", 300_000) / LOAD_BATCH_FRAMES, (seconds + 20) * 1000);
    await sleep(20_000);
    await people.take();
    const [frames, began] = [fleet.frames, performance.now()];
    await sleep(seconds * 1000);
    const framesPerSecond = (fleet.frames - frames) / ((performance.now() - began) / 1000);
    const { timesMs, failed } = await people.take();
    await people.stop();
    await sending;
    await fleet.drain();
    fleet.end();
    const all = Object.values(timesMs).flat();
    const ofKinds = Object.entries(timesMs).map(([kind, times]) => [`${kind}P95Ms`, quantile(times, 0.95)]);
    const metrics: Record<string, number> = {
      framesPerSecond,
      calls: all.length,
      failed,
      p50Ms: quantile(all, 0.5),
      p95Ms: quantile(all, 0.95),
      ...Object.fromEntries(ofKinds),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await load.stop();
  }
}
