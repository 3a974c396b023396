// A backup while terminals send at half of what the machine takes with settling beside it, what it costs them, and the restore on the
// machine alone. `--mb N` (1000) of segments, `--seconds N` (30) of each rate.
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
const SETTLING_WITHIN_S = 120;
const LIMITS: Limits = { atMost: { restoreSecondsPerGb: 60 }, atLeast: { ingestBeside: 0.9 } };

export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-backup-bench-"));
  const place = join(folder, "place");
  const load = await startLoad(DEVICES + 1);
  try {
    const beside = await besideIngest(load, place).finally(() => load.stop());
    const metrics = { ...beside, ...(await restored(folder, place)) };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function besideIngest(load: LoadProgram, place: string) {
  const [history, ...senders] = load.devices;
  if (history === undefined) throw new Error("no devices");
  const fleet = await LoadFleet.ofCars(load.program.mqttPort, senders);
  const seconds = flag("seconds", 30);
  const most = await busy(load, fleet, seconds);
  await load.untilNothingIsDue();
  const frames = Math.round((flag("mb", 1000) * MB) / BYTES_PER_FRAME);
  const traffic = new VehicleTraffic("ev");
  const { bindingNumber } = history;
  await fillDevice(load.frames.store, { bindingNumber, tenantId: load.tenantId, traffic, frames });
  const half = most / 2;
  const alone = await atRate(fleet, half, () => sleep(seconds * 1000));
  const first = await atRate(fleet, half, () => canopy(load.program.folder, ["backup", place]));
  const second = await atRate(fleet, half, () => canopy(load.program.folder, ["backup", place]));
  fleet.end();
  return {
    mostFramesPerSecond: most,
    halfFramesPerSecond: alone.framesPerSecond,
    halfP99Ms: alone.p99Ms,
    besideFramesPerSecond: first.framesPerSecond,
    besideP99Ms: first.p99Ms,
    ingestBeside: first.framesPerSecond / alone.framesPerSecond,
    backupSeconds: first.seconds,
    nextBackupSeconds: second.seconds,
  };
}

/** As a machine does it that serves nobody yet. */
async function restored(folder: string, place: string) {
  const backupMb = (await bytesBelow(place)) / MB;
  const began = performance.now();
  await canopy(join(folder, "restored"), ["restore", place]);
  const restoreSeconds = (performance.now() - began) / 1000;
  return { backupMb, restoreSeconds, restoreSecondsPerGb: (restoreSeconds * 1000) / backupMb };
}

/** As fast as they are acknowledged, settled beside it. */
async function busy(load: LoadProgram, fleet: LoadFleet, seconds: number): Promise<number> {
  fleet.send(8);
  await sleep(WARM_UP_MS);
  await load.untilSettling(SETTLING_WITHIN_S);
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

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
