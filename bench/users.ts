// 200 people at their pages, one call each every five seconds (list, page of frames, curve of an hour, live stream), while terminals send:
// p95 of their calls. `--rate N` (300,000 frames/s), `--people N` (200), `--seconds N` (60), `--frames N` (10,000,000) of the device
// that they look at.
import { setTimeout as sleep } from "node:timers/promises";
import { LOAD_BATCH_FRAMES } from "../apps/simulator/load/templates.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { startLoad } from "./load/load-program.ts";
import { People } from "./load/people.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 200;
const LIMITS: Limits = { atMost: { p95Ms: 50 } };

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES + 1);
  try {
    const [shown, ...senders] = load.devices;
    if (shown === undefined) throw new Error("no devices");
    const wanted = { people: flag("people", 200), frames: flag("frames", 10_000_000) };
    const people = await People.start(load, shown, wanted);
    const fleet = await LoadFleet.ofCars(load.program.mqttPort, senders);
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
