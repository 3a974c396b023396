// A device's frames from the store into files, in every format of a download. `--frames N` (2,000,000).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOWNLOAD_FORMATS, type DownloadFormat } from "@canopy/contract/transfers/downloads";
import type { FrameReader } from "../apps/server/frames/store/frame-store.ts";
import { formatOf } from "../apps/server/transfers/download-formats.ts";
import { OutputFiles } from "../apps/server/transfers/output-files.ts";
import { writeFrames } from "../apps/server/transfers/write-frames.ts";
import { fillDevice, START_US } from "./load/fill-device.ts";
import { flag, hasFlag } from "./load/flags.ts";
import { openStore } from "./load/frame-server.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { PeakMemory, runApart } from "./load/run-apart.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const LIMITS: Limits = {
  atLeast: { csvMbPerSecond: 100, mdf4FramesPerSecond: 1_200_000, blfFramesPerSecond: 1_200_000 },
  atMost: { rssMb: 256 },
};
const MB = 1_000_000;

export async function run(): Promise<BenchResult> {
  if (hasFlag("fill")) return fill();
  const folder = mkdtempSync(join(tmpdir(), "canopy-export-"));
  runApart("export", "--fill", "--store", folder, "--frames", String(flag("frames", 2_000_000)));
  const { store, close } = await openStore(folder);
  try {
    const { frames: count, times } = await store.frames.extent(DEVICE);
    const memory = new PeakMemory();
    const metrics: Record<string, number> = { frames: count };
    for (const name of DOWNLOAD_FORMATS) {
      const { rows, ...figures } = await exportAs(name, store.frames, { folder, toUs: (times?.lastUs ?? 0) + 1 });
      if (rows !== count) throw new Error(`${name}: ${rows} rows of ${count}`);
      Object.assign(metrics, figures);
    }
    Object.assign(metrics, { rssMb: memory.end() / MB, rssBeforeMb: memory.before / MB });
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own. */
async function fill(): Promise<BenchResult> {
  const { store, close } = await openStore();
  const traffic = new VehicleTraffic("ev");
  await fillDevice(store, { bindingNumber: DEVICE, traffic, frames: flag("frames", 2_000_000) });
  await close();
  return { metrics: {}, peers: {}, ratios: {} };
}

async function exportAs(
  name: DownloadFormat,
  frames: FrameReader,
  { folder, toUs }: { folder: string; toUs: number },
): Promise<Record<string, number> & { rows: number }> {
  const { suffix, writer } = formatOf({ format: name });
  const output = new OutputFiles({ folder, stem: name, suffix, writer });
  const query = { bindingNumber: DEVICE, fromUs: START_US, toUs, filter: {} };
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const rows = await writeFrames({ frames, query, output, signal: new AbortController().signal });
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  rmSync(join(folder, `${name}${suffix}`));
  return {
    rows,
    [`${name}MbPerSecond`]: output.bytes / MB / seconds,
    [`${name}FramesPerSecond`]: rows / seconds,
    [`${name}FramesPerCpuSecond`]: rows / ((user + system) / 1e6),
  };
}
