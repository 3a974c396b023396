// Half an hour of everything at a moderate load: terminals send, people look. How memory and handles of the server grow, by least squares
// behind the first quarter of an hour, in which caches fill; of the memory by its floor. `--minutes N` (30), `--rate N` (50,000 frames/s),
// `--people N` (50).
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { LOAD_BATCH_FRAMES } from "../apps/simulator/load/templates.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { type LoadProgram, startLoad } from "./load/load-program.ts";
import { People } from "./load/people.ts";
import { quantile } from "./load/quantile.ts";
import { type Point, slope } from "./load/slope.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 100;
const FRAMES = 5_000_000;
const SAMPLE_MS = 5_000;
const WARM_UP_MINUTES = 15;
/** What waits for the next collection of the heap, up to 100 MB, is no growth: the smallest of two minutes counts. */
const FLOOR_SAMPLES = 24;
/** Of a program that keeps nothing: less than the noise of half an hour. */
const LIMITS: Limits = { atMost: { rssMbPerHour: 60, handlesPerHour: 20 } };

interface Sample {
  readonly minute: number;
  readonly rssMb: number;
  readonly handles: number;
}

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES + 1);
  try {
    const [shown, ...senders] = load.devices;
    if (shown === undefined) throw new Error("no devices");
    const people = await People.start(load, shown, { people: flag("people", 50), frames: FRAMES });
    const fleet = await LoadFleet.ofCars(load.program.mqttPort, senders);
    const minutes = flag("minutes", 30);
    const sending = fleet.sendAtRate(flag("rate", 50_000) / LOAD_BATCH_FRAMES, minutes * 60_000);
    const samples = await watch(load, fleet, minutes);
    const { timesMs, failed } = await people.take();
    await people.stop();
    await sending;
    await fleet.drain();
    fleet.end();
    const missing = fleet.frames + FRAMES - (await load.stored());
    const calls = Object.values(timesMs).flat();
    const metrics = { ...figuresOf(samples), calls: calls.length, failed, p95Ms: quantile(calls, 0.95), missing };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await load.stop();
  }
}

async function watch(load: LoadProgram, fleet: LoadFleet, minutes: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const began = performance.now();
  for (;;) {
    const minute = (performance.now() - began) / 60_000;
    if (minute >= minutes) return samples;
    // Only their growth is wanted; half an hour of them would be the generator's own.
    fleet.takeLatencies();
    const { serverRssMb: rssMb } = load.use();
    const handles = readdirSync(`/proc/${load.program.pid}/fd`).length;
    if (Math.floor(minute) > Math.floor(samples.at(-1)?.minute ?? -1))
      console.error(`minute ${Math.floor(minute)}: ${rssMb.toFixed(0)} MB, ${handles} handles`);
    samples.push({ minute, rssMb, handles });
    await sleep(SAMPLE_MS);
  }
}

function figuresOf(samples: readonly Sample[]) {
  const warm = Math.min(WARM_UP_MINUTES, (samples.at(-1)?.minute ?? 0) / 2);
  const later = samples.filter(({ minute }) => minute >= warm);
  const perHour = (taken: readonly Sample[], of: (sample: Sample) => number) =>
    60 * slope(taken.map((sample): Point => ({ x: sample.minute, y: of(sample) })));
  const last = samples.at(-1);
  return {
    minutes: last?.minute ?? 0,
    rssMb: last?.rssMb ?? Number.NaN,
    handles: last?.handles ?? Number.NaN,
    rssMbPerHour: perHour(floorsOf(later), ({ rssMb }) => rssMb),
    handlesPerHour: perHour(later, ({ handles }) => handles),
  };
}

function floorsOf(samples: readonly Sample[]): Sample[] {
  const floors: Sample[] = [];
  for (let from = 0; from < samples.length; from += FLOOR_SAMPLES)
    floors.push(samples.slice(from, from + FLOOR_SAMPLES).reduce((low, each) => (each.rssMb < low.rssMb ? each : low)));
  return floors;
}
