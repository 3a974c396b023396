import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, deflateSync, inflateSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { createWriter, type WriteFormat } from "@canopy/can/logs/formats";

/** The formats with a figure in design.md §11, and the suffix python-can knows them by. */
export const FORMATS: { format: WriteFormat; suffix: string }[] = [
  { format: "candump", suffix: "log" },
  { format: "asc", suffix: "asc" },
  { format: "blf", suffix: "blf" },
  { format: "mdf4", suffix: "mf4" },
  { format: "csv", suffix: "csv" },
  { format: "trc", suffix: "trc" },
];

export const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
export const deflate = (data: Uint8Array): Uint8Array => deflateSync(data, { level: 1 });

/** One core's time since `started`: the same on a busy machine, where the wall clock is not. */
export function cpuSeconds(started: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(started);
  return (used.user + used.system) / 1e6;
}

/** Classic frames of 8 bytes on two channels: counters and slow values, as a vehicle sends them. */
export function vehicleFrames(count: number): FrameBatch[] {
  const batches: FrameBatch[] = [];
  const data = new Uint8Array(8);
  let state = 1;
  for (let i = 0; i < count; i++) {
    if (i % 4096 === 0) batches.push(new FrameBatch(4096, 8 * 4096));
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data[0] = i;
    data[1] = state >>> 24;
    data[2] = i >> 8;
    data[3] = (state >>> 16) & 0x3f;
    data[7] = state >>> 20;
    const isExtended = state % 4 === 0;
    const id = isExtended ? 0x18fef100 + ((state >>> 8) % 60) : 0x100 + ((state >>> 8) % 80);
    batches.at(-1)?.push(1.7e15 + i * 250, i % 2, id, isExtended ? FLAG_EXTENDED : 0, 8, data);
  }
  return batches;
}

/** A log on disk, in a folder that is removed afterwards. */
export function writeFile(path: string, format: WriteFormat, batches: readonly FrameBatch[]): void {
  const file = openSync(path, "w+");
  let end = 0;
  const output = {
    append: (bytes: Uint8Array): void => {
      writeSync(file, bytes, 0, bytes.length, end);
      end += bytes.length;
    },
    patch: (at: number, bytes: Uint8Array): void => {
      writeSync(file, bytes, 0, bytes.length, at);
    },
  };
  const writer = createWriter(format, output, { deflate });
  for (const batch of batches) writer.write(batch);
  writer.end();
  closeSync(file);
}

export function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "canopy-bench-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Frames per second of python-can, by format; empty where python3 does not have it. */
export function pythonCan(script: string, args: readonly string[]): Record<string, number> {
  const run = spawnSync("/usr/bin/python3", ["-c", script, ...args], { encoding: "utf8", timeout: 120_000 });
  if (run.status !== 0) return {};
  return JSON.parse(run.stdout) as Record<string, number>;
}
