// A day of a simulated electric car as Parquet: raw frames with a column for each payload byte, and the signals of all
// its messages. Every page is read back before a file counts. `--frames N` (6,000,000).
import { join } from "node:path";
import type { OpenFrameStore } from "../apps/server/frames/store/open-frame-store.ts";
import { dayOf } from "../apps/server/frames/store/time-window.ts";
import { vehicleDbc } from "../apps/simulator/vehicles/load-vehicle.ts";
import { fillDevice, START_US } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { openStore } from "./load/frame-server.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const LIMITS: Limits = {
  atLeast: { framesPerCpuSecond: 1_500_000, valuesPerCpuSecond: 5_000_000 },
  atMost: { bytesPerFrame: 3 },
};
const CHANNELS = [0, 1];

export async function run(): Promise<BenchResult> {
  const { store, folder, close } = await openStore();
  try {
    const traffic = new VehicleTraffic("ev");
    await fillDevice(store, { bindingNumber: DEVICE, traffic, frames: flag("frames", 6_000_000) });
    const target = { kind: "folder", folder: join(folder, "lake") } as const;
    // The first of each is not measured: the code of a thread becomes fast.
    await rawDay(store, target);
    const raw = await measured(() => rawDay(store, target));
    await signalDay(store, target);
    const signals = await measured(() => signalDay(store, target));
    const metrics = {
      frames: raw.answer.rows,
      framesPerCpuSecond: raw.answer.rows / raw.cpuSeconds,
      framesPerSecond: raw.answer.rows / raw.seconds,
      bytesPerFrame: raw.answer.bytes / raw.answer.rows,
      values: signals.answer.values,
      valuesPerCpuSecond: signals.answer.values / signals.cpuSeconds,
      bytesPerValue: signals.answer.bytes / signals.answer.values,
      rssMb: process.memoryUsage().rss / 1e6,
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await close();
  }
}

type Target = { readonly kind: "folder"; readonly folder: string };
const day = { bindingNumber: DEVICE, day: dayOf(START_US) };

async function rawDay({ lake }: OpenFrameStore, target: Target) {
  const { file } = await lake.writeFrames(day, { target, name: "frames.parquet", metadata: {} });
  if (file === undefined) throw new Error("no frames were written");
  return file;
}

/** A file for each message. */
async function signalDay({ lake }: OpenFrameStore, target: Target): Promise<{ values: number; bytes: number }> {
  let [values, bytes] = [0, 0];
  for (const message of vehicleDbc("ev.dbc").messages)
    for (const channel of CHANNELS) {
      const { name, signals } = message;
      const job = { target, name: `${name}-${channel}.parquet`, metadata: {}, channel, message, signals };
      const { file } = await lake.writeSignals(day, job);
      values += (file?.rows ?? 0) * signals.length;
      bytes += file?.bytes ?? 0;
    }
  return { values, bytes };
}

async function measured<T>(work: () => Promise<T>): Promise<{ answer: T; cpuSeconds: number; seconds: number }> {
  const before = process.cpuUsage();
  const begun = performance.now();
  const answer = await work();
  const { user, system } = process.cpuUsage(before);
  return { answer, cpuSeconds: (user + system) / 1e6, seconds: (performance.now() - begun) / 1000 };
}
