// Logs of every format into the store, as an import does it. `--frames N` (1,000,000).
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { createWriter, type LogFormat } from "@canopy/can/logs/formats";
import { ImportWriter } from "../apps/server/transfers/import-writer.ts";
import { readLogFile } from "../apps/server/transfers/read-log.ts";
import { flag, numberOf, openFrameTable } from "./load/frame-table.ts";
import { deflate, vehicleFrames } from "./logs/files.ts";
import type { BenchResult } from "./run.ts";

const FORMATS = ["candump", "asc", "blf", "mdf4", "trc", "csv"] as const;
const LIMIT = { framesPerSecond: 500_000 };

export async function run(): Promise<BenchResult> {
  const frames = flag("frames", 1_000_000);
  const { client, close } = await openFrameTable();
  const folder = mkdtempSync(join(tmpdir(), "canopy-import-"));
  const metrics: Record<string, number> = {};
  try {
    const batches = vehicleFrames(frames);
    for (const [at, format] of FORMATS.entries()) {
      const path = join(folder, format);
      writeFileSync(path, fileOf(format, batches));
      const cpu = process.cpuUsage();
      const begun = performance.now();
      const stored = await importInto(client, path, format, 900_200 + at);
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      const inStore = await numberOf(client, `select count() from frames where device = ${900_200 + at}`);
      if (stored !== frames || inStore !== frames) throw new Error(`${format}: ${inStore} frames of ${frames}`);
      metrics[`${format}FramesPerSecond`] = stored / seconds;
      metrics[`${format}FramesPerCpuSecond`] = stored / ((user + system) / 1e6);
      rmSync(path);
    }
    const slowest = Math.min(...FORMATS.map((format) => metrics[`${format}FramesPerSecond`] ?? 0));
    metrics.framesPerSecond = slowest;
    return { metrics, peers: { limit: LIMIT }, ratios: { framesPerSecond: slowest / LIMIT.framesPerSecond } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await close();
  }
}

function fileOf(format: (typeof FORMATS)[number], batches: readonly FrameBatch[]): Buffer {
  const parts: Uint8Array[] = [];
  const patches: { at: number; bytes: Uint8Array }[] = [];
  const output = {
    append: (bytes: Uint8Array) => void parts.push(bytes),
    patch: (at: number, bytes: Uint8Array) => void patches.push({ at, bytes }),
  };
  const writer = createWriter(format, output, { deflate });
  for (const batch of batches) writer.write(batch);
  writer.end();
  const file = Buffer.concat(parts);
  for (const { at, bytes } of patches) file.set(bytes, at);
  return file;
}

type Client = Parameters<typeof numberOf>[0];

async function importInto(client: Client, path: string, format: LogFormat, device: number): Promise<number> {
  const channels = new Map(Array.from({ length: 4 }, (_, channel) => [channel, { to: channel, epoch: channel + 1 }]));
  const common = { tenantId: "", taskId: randomUUID(), shiftUs: 0, addUsage: async () => undefined };
  const writer = new ImportWriter({ client, bindingNumber: device, channels, ...common });
  await writer.begin(0, Number.MAX_SAFE_INTEGER);
  const sink = { frames: (batch: FrameBatch) => writer.push(batch), problem: () => undefined };
  const onChunk = async () => {
    if (writer.isFull) await writer.store();
  };
  await readLogFile(path, format, sink, { signal: new AbortController().signal, onChunk });
  await writer.end();
  return writer.stored;
}
