// Many terminals that say little: 10,000 of them with one batch of one frame a second, generator beside. `--devices=N`,
// `--seconds=N` (360: a device is settled after five minutes); `--merge` also merges all of it as the night does.
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { DAY_US } from "../apps/server/frames/store/time-window.ts";
import { RunningVehicle } from "../apps/simulator/vehicles/load-vehicle.ts";
import { mergeAll } from "./load/fill-device.ts";
import { flag, hasFlag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { framesPool, type LoadProgram, startLoad } from "./load/load-program.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const TEMPLATES = 64;
const WARM_UP_MS = 10_000;

const LIMITS: Limits = { atMost: { cores: 1, p99Ms: 200, indexRowsPerDeviceDay: 1 } };

export async function run(): Promise<BenchResult> {
  const devices = flag("devices", 10_000);
  const load = await startLoad(devices);
  try {
    const fleet = await LoadFleet.connect({
      port: load.program.mqttPort,
      devices: load.devices,
      templates: oneFrameTemplates(),
      framesPerMessage: 1,
      messageUs: 1,
    });
    const metrics = { devices, ...(await measure(load, fleet, devices)), ...(await merged(load)) };
    fleet.end();
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await load.stop();
  }
}

function oneFrameTemplates(): Uint8Array[] {
  const frames = new RunningVehicle({ kind: "ev", seed: "thin", startUs: 0 }).advance(1e6);
  return Array.from({ length: TEMPLATES }, (_, i) => {
    const batch = new FrameBatch(1);
    batch.pushFrame({ ...frames.at(i), timeUs: 0 });
    const message = encodeCb1(batch, { epoch: 0, sequence: 0 });
    if (!message.ok) throw new Error(`CB1: ${message.problem.code}`);
    return message.value;
  });
}

async function measure(load: LoadProgram, fleet: LoadFleet, messagesPerSecond: number) {
  await fleet.sendAtRate(messagesPerSecond, WARM_UP_MS);
  fleet.takeLatencies();
  const [before, frames, began] = [load.use(), fleet.frames, performance.now()];
  await fleet.sendAtRate(messagesPerSecond, flag("seconds", 360) * 1000);
  const [after, elapsedS] = [load.use(), (performance.now() - began) / 1000];
  const framesPerSecond = (fleet.frames - frames) / elapsedS;
  const waiting = await load.waiting();
  await fleet.drain(60_000);
  const latencies = fleet.takeLatencies();
  return {
    seconds: elapsedS,
    framesPerSecond,
    cores: (after.cpu - before.cpu) / elapsedS,
    serverCores: (after.serverCpu - before.serverCpu) / elapsedS,
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    p99Ms: quantile(latencies, 0.99),
    rssMb: after.rssMb,
    serverRssMb: after.serverRssMb,
    landedFrames: waiting.landedFrames,
    settledFrames: waiting.frames,
    longestDueMs: waiting.longestDueMs,
    notAcknowledged: fleet.waiting,
    framesMissing: fleet.frames - (await load.stored()),
  };
}

/** As if it were the day after tomorrow. */
async function merged({ frames }: LoadProgram): Promise<Record<string, number>> {
  if (!hasFlag("merge")) return {};
  const { store } = frames;
  const began = performance.now();
  await store.settleAll();
  const settled = performance.now();
  await mergeAll(store, Date.now() + (2 * DAY_US) / 1000);
  const mergedAt = performance.now();
  const found = await framesPool(frames).query<{ rows: number; days: number }>(
    "select count(*)::int as rows, count(distinct (binding, day))::int as days from segments",
  );
  const { rows, days } = found.rows[0] as { rows: number; days: number };
  return {
    settleSeconds: (settled - began) / 1000,
    mergeSeconds: (mergedAt - settled) / 1000,
    indexRowsPerDeviceDay: rows / days,
  };
}
