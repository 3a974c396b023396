// A device's frames from the store into files, in every format of a download. `--frames N` (2,000,000).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOWNLOAD_FORMATS } from "@canopy/contract/transfers/downloads";
import { formatOf } from "../apps/server/transfers/download-formats.ts";
import { OutputFiles } from "../apps/server/transfers/output-files.ts";
import { writeFrames } from "../apps/server/transfers/write-frames.ts";
import { fillDevice } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { openStore } from "./load/frame-server.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const LIMIT = { csvMbPerSecond: 100, mdf4FramesPerSecond: 1_200_000, blfFramesPerSecond: 1_200_000, rssMb: 256 };
const MB = 1_000_000;

export async function run(): Promise<BenchResult> {
  const { store, close } = await openStore();
  const folder = mkdtempSync(join(tmpdir(), "canopy-export-"));
  const metrics: Record<string, number> = {};
  try {
    const traffic = new VehicleTraffic("ev");
    const filled = await fillDevice(store, { bindingNumber: DEVICE, traffic, frames: flag("frames", 2_000_000) });
    metrics.frames = filled.frames;
    const { frames } = store;
    const query = { bindingNumber: DEVICE, fromUs: filled.fromUs, toUs: filled.toUs, filter: {} };
    if ((await frames.count(query)) !== metrics.frames) throw new Error("not everything is stored");
    metrics.rssBeforeMb = process.memoryUsage.rss() / MB;
    let rss = 0;
    const watching = setInterval(() => {
      rss = Math.max(rss, process.memoryUsage.rss());
    }, 20);
    for (const name of DOWNLOAD_FORMATS) {
      const { suffix, writer } = formatOf({ format: name });
      const output = new OutputFiles({ folder, stem: name, suffix, writer });
      const cpu = process.cpuUsage();
      const begun = performance.now();
      const rows = await writeFrames({ frames, query, output, signal: new AbortController().signal });
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      if (rows !== metrics.frames) throw new Error(`${name}: ${rows} rows of ${metrics.frames}`);
      metrics[`${name}MbPerSecond`] = output.bytes / MB / seconds;
      metrics[`${name}FramesPerSecond`] = rows / seconds;
      metrics[`${name}FramesPerCpuSecond`] = rows / ((user + system) / 1e6);
      rmSync(join(folder, `${name}${suffix}`));
    }
    clearInterval(watching);
    metrics.rssMb = rss / MB;
    const ratios = Object.fromEntries(
      Object.entries(LIMIT).map(([name, limit]) => [
        name,
        name === "rssMb" ? limit / (metrics[name] ?? 1) : (metrics[name] ?? 0) / limit,
      ]),
    );
    return { metrics, peers: { limit: LIMIT }, ratios };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await close();
  }
}
