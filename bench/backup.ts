// A backup while terminals send at half of what the machine takes, what it costs them, and the restore. `--mb N` (1000) of segments,
// `--seconds N` (30) of each rate.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LOAD_BATCH_FRAMES } from "../apps/simulator/load/templates.ts";
import { fillDevice } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { type LoadProgram, startLoad } from "./load/load-program.ts";
import { quantile } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const CANOPY = join(dirname(import.meta.dirname), "apps/cli/bin/canopy.mjs");
const DEVICES = 200;
const MB = 1_000_000;
/** Of settled dense traffic (`bench storage`). */
const BYTES_PER_FRAME = 2.21;
const WARM_UP_MS = 5_000;
const LIMITS: Limits = { atMost: { restoreSecondsPerGb: 60 }, atLeast: { ingestBeside: 0.9 } };

export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-backup-bench-"));
  const load = await startLoad(DEVICES + 1);
  try {
    const metrics = await measure(load, folder);
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await load.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(load: LoadProgram, folder: string) {
  const [history, ...senders] = load.devices;
  if (history === undefined) throw new Error("no devices");
  const { bindingNumber } = history;
  const frames = Math.round((flag("mb", 1000) * MB) / BYTES_PER_FRAME);
  const traffic = new VehicleTraffic("ev");
  await fillDevice(load.frames.store, { bindingNumber, tenantId: load.tenantId, traffic, frames });
  const fleet = await LoadFleet.ofCars(load.program.mqttPort, senders);
  const seconds = flag("seconds", 30);
  const most = await busy(fleet, seconds);
  const half = most / 2;
  const alone = await atRate(fleet, half, () => sleep(seconds * 1000));
  const place = join(folder, "place");
  const first = await atRate(fleet, half, () => canopy(load.program.folder, ["backup", place]));
  const second = await atRate(fleet, half, () => canopy(load.program.folder, ["backup", place]));
  fleet.end();
  const backupMb = (await bytesBelow(place)) / MB;
  const restoreS = (await timed(() => canopy(join(folder, "restored"), ["restore", place]))) / 1000;
  return {
    mostFramesPerSecond: most,
    halfFramesPerSecond: alone.framesPerSecond,
    halfP99Ms: alone.p99Ms,
    besideFramesPerSecond: first.framesPerSecond,
    besideP99Ms: first.p99Ms,
    ingestBeside: first.framesPerSecond / alone.framesPerSecond,
    backupMb,
    backupSeconds: first.seconds,
    backupMbPerSecond: backupMb / first.seconds,
    nextBackupSeconds: second.seconds,
    restoreSeconds: restoreS,
    restoreSecondsPerGb: (restoreS * 1000) / backupMb,
  };
}

/** As fast as they are acknowledged. */
async function busy(fleet: LoadFleet, seconds: number): Promise<number> {
  fleet.send(8);
  await sleep(WARM_UP_MS);
  const [frames, began] = [fleet.frames, performance.now()];
  await sleep(seconds * 1000);
  const rate = (fleet.frames - frames) / ((performance.now() - began) / 1000);
  await fleet.drain();
  return rate;
}

/** On time at a rate, for as long as `work` takes. */
async function atRate(fleet: LoadFleet, framesPerSecond: number, work: () => Promise<unknown>) {
  const messages = framesPerSecond / LOAD_BATCH_FRAMES;
  await fleet.sendAtRate(messages, WARM_UP_MS);
  fleet.takeLatencies();
  const [frames, began] = [fleet.frames, performance.now()];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) await fleet.sendAtRate(messages, 1000);
  await working;
  const seconds = (performance.now() - began) / 1000;
  const rate = (fleet.frames - frames) / seconds;
  const p99Ms = quantile(fleet.takeLatencies(), 0.99);
  await fleet.drain();
  return { framesPerSecond: rate, p99Ms, seconds };
}

async function canopy(dataFolder: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, CANOPY_DATA: dataFolder };
  const child = spawn(process.execPath, [CANOPY, ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`canopy ${args[0]} ended with ${code}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
