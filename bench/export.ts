// A device's frames from the store into files, in every format of a download. `--frames N` (2,000,000).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOWNLOAD_FORMATS } from "@canopy/contract/transfers/downloads";
import { planSlices } from "../apps/server/frames/stream-frames.ts";
import { formatOf } from "../apps/server/transfers/download-formats.ts";
import { OutputFiles } from "../apps/server/transfers/output-files.ts";
import { writeFrames } from "../apps/server/transfers/write-frames.ts";
import { fillFromVehicle, flag, openFrameTable } from "./load/frame-table.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 900_100;
const START_US = Date.UTC(2026, 0, 5) * 1000;
const DAY_US = 86_400_000_000;
/** The issue's: MB of file a second; the process alone, whatever the size. */
const LIMIT = { csvMbPerSecond: 100, mdf4MbPerSecond: 60, blfMbPerSecond: 60, rssMb: 256 };
const MB = 1_000_000;

export async function run(): Promise<BenchResult> {
  const { client, close } = await openFrameTable();
  const folder = mkdtempSync(join(tmpdir(), "canopy-export-"));
  const metrics: Record<string, number> = {};
  try {
    const frames = flag("frames", 2_000_000);
    await fillFromVehicle(client, {
      kind: "ev",
      device: DEVICE,
      startUs: START_US,
      frames,
      untilUs: START_US + DAY_US,
    });
    const query = { bindingNumber: DEVICE, fromUs: START_US, toUs: START_US + DAY_US, filter: {} };
    const plan = await planSlices(client, query);
    metrics.frames = plan.frames;
    let rss = 0;
    const watching = setInterval(() => {
      rss = Math.max(rss, process.memoryUsage.rss());
    }, 20);
    for (const name of DOWNLOAD_FORMATS) {
      const { suffix, writer } = formatOf({ format: name });
      const output = new OutputFiles({ folder, stem: name, suffix, writer });
      const cpu = process.cpuUsage();
      const begun = performance.now();
      const { signal } = new AbortController();
      const rows = await writeFrames({ client, query, slices: plan.slices, output, signal });
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      if (rows !== plan.frames) throw new Error(`${name}: ${rows} rows of ${plan.frames}`);
      metrics[`${name}MbPerSecond`] = output.bytes / MB / seconds;
      metrics[`${name}MbPerCpuSecond`] = output.bytes / MB / ((user + system) / 1e6);
      metrics[`${name}FramesPerSecond`] = rows / seconds;
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
