// Logs of every format into the store, as an import does it. `--frames N` (1,000,000).
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LogFormat } from "@canopy/can/logs/formats";
import type { FrameImports } from "../apps/server/frames/store/frame-imports.ts";
import { ChannelMover } from "../apps/server/transfers/import-channels.ts";
import { readIntoStore } from "../apps/server/transfers/read-into-store.ts";
import { TENANT } from "./load/fill-device.ts";
import { flag, textFlag } from "./load/flags.ts";
import { openStore } from "./load/frame-server.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { PeakMemory, runApart } from "./load/run-apart.ts";
import { vehicleFrames, writeFile } from "./logs/files.ts";
import type { BenchResult } from "./run.ts";

const FORMATS = ["candump", "asc", "blf", "mdf4", "trc", "csv"] as const;
const LIMITS: Limits = { atLeast: { framesPerSecond: 1_000_000 }, atMost: { rssMb: 256 } };
/** Not measured: the first frames of a thread run at a third of its speed. */
const WARM_UP_FRAMES = 200_000;
const MB = 1_000_000;
const EVERYTHING = { fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };

export async function run(): Promise<BenchResult> {
  const written = textFlag("write");
  if (written !== undefined) return writeLogs(written);
  const frames = flag("frames", 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), "canopy-import-"));
  runApart("import", "--write", folder, "--frames", String(frames));
  const { store, close } = await openStore();
  try {
    for (const [at, format] of FORMATS.entries())
      await importInto(store.imports, join(folder, `warm-up-${format}`), format, 100 + at);
    const memory = new PeakMemory();
    const metrics: Record<string, number> = {};
    for (const [at, format] of FORMATS.entries()) {
      const bindingNumber = at + 1;
      const cpu = process.cpuUsage();
      const begun = performance.now();
      const stored = await importInto(store.imports, join(folder, format), format, bindingNumber);
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      const inStore = await store.frames.count({ bindingNumber, ...EVERYTHING });
      if (stored !== frames || inStore !== frames) throw new Error(`${format}: ${inStore} frames of ${frames}`);
      metrics[`${format}FramesPerSecond`] = stored / seconds;
      metrics[`${format}FramesPerCpuSecond`] = stored / ((user + system) / 1e6);
      metrics[`${format}MbPerSecond`] = statSync(join(folder, format)).size / MB / seconds;
    }
    const slowest = Math.min(...FORMATS.map((format) => metrics[`${format}FramesPerSecond`] ?? 0));
    Object.assign(metrics, { framesPerSecond: slowest, rssMb: memory.end() / MB, rssBeforeMb: memory.before / MB });
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await close();
  }
}

/** In a process of its own. */
function writeLogs(folder: string): BenchResult {
  for (const [prefix, frames] of [
    ["", flag("frames", 1_000_000)],
    ["warm-up-", WARM_UP_FRAMES],
  ] as const) {
    const batches = vehicleFrames(frames);
    for (const format of FORMATS) writeFile(join(folder, `${prefix}${format}`), format, batches);
  }
  return { metrics: {}, peers: {}, ratios: {} };
}

async function importInto(imports: FrameImports, path: string, format: LogFormat, bindingNumber: number) {
  const channels = Array.from({ length: 4 }, (_, i) => ({ from: i, to: i, epoch: 2 ** 48 + i, frames: 0 }));
  const mover = new ChannelMover(channels, 0);
  const writer = imports.open({ bindingNumber, tenantId: TENANT });
  const { signal } = new AbortController();
  await readIntoStore({ path, format, mover, writer, signal, onPart: async () => undefined });
  if (!(await writer.commit(channels.map(({ epoch }) => epoch)))) throw new Error("stored already");
  return writer.frames;
}
