// The test that ends others: far more than can be stored, for minutes. Memory must stay flat, nothing may be lost, and
// afterwards all must be as before. `--seconds=N`.
import { setTimeout as sleep } from "node:timers/promises";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { type LoadProgram, startLoad } from "./load/load-program.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 200;
/** All that the protocol allows on its way: each terminal always has more than ten times what is acknowledged. */
const WINDOW = 64;
/** Until memory has the size that the load needs. */
const WARM_UP_S = 30;
const CALM_S = 10;

const LIMITS: Limits = { atMost: { rssSwingPercent: 10, recoverySeconds: 30 } };
/** Published by its makers: out of memory after some ten minutes of three times its rate. */
const PEERS = { thingsboard: { aliveSeconds: 780 } };

const seconds = flag("seconds", 300);

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES);
  try {
    const fleet = await LoadFleet.ofCars(load.program.mqttPort, load.devices);
    const metrics = await measure(load, fleet);
    fleet.end();
    return { metrics, peers: { limit: limitsOf(LIMITS), ...PEERS }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await load.stop();
  }
}

async function measure(load: LoadProgram, fleet: LoadFleet) {
  fleet.send(WINDOW);
  await sleep(WARM_UP_S * 1000);
  fleet.takeLatencies();
  const before = { ...load.use(), frames: fleet.frames };
  const memory: number[] = [];
  const latencies: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await sleep(1000);
    memory.push(load.use().serverRssMb);
    for (const latency of fleet.takeLatencies()) latencies.push(latency);
  }
  const after = { ...load.use(), frames: fleet.frames };
  const began = performance.now();
  await fleet.drain();
  const recoverySeconds = (performance.now() - began) / 1000;
  const calm = await calmLatencies(fleet);
  const median = quantile(memory, 0.5);
  const swing = Math.max(Math.max(...memory) - median, median - Math.min(...memory));
  return {
    framesPerSecond: (after.frames - before.frames) / seconds,
    framesPerCpuSecond: (after.frames - before.frames) / (after.cpu - before.cpu),
    serverRssMb: median,
    rssSwingPercent: (100 * swing) / median,
    rssMb: after.rssMb,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    recoverySeconds,
    calmP99Ms: quantile(calm, 0.99),
    framesMissing: fleet.frames - (await load.stored()),
  };
}

/** One message of each terminal at a time. */
async function calmLatencies(fleet: LoadFleet): Promise<number[]> {
  fleet.takeLatencies();
  fleet.send(1);
  await sleep(CALM_S * 1000);
  await fleet.drain();
  return fleet.takeLatencies();
}
