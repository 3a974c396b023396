import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader } from "@canopy/can/logs/formats";
import { cpuSeconds, FORMATS, inflate, pythonCan, vehicleFrames, withFolder, writeFile } from "./logs/files.ts";

const FRAMES = 500_000;
const PEER_FRAMES = 100_000;
const CHUNK_BYTES = 256 * 1024;
/** design.md §11: python-can on a 2.5 GHz Xeon, where it cannot be run here. */
const PUBLISHED: Record<string, number> = { candump: 140_000, asc: 114_000, blf: 430_000, csv: 315_000 };

const PEER = `
import sys, time, json, can
out = {}
for arg in sys.argv[1:]:
    name, path = arg.split("=", 1)
    best = 0
    for _ in range(2):
        start = time.process_time(); n = 0
        for _ in can.LogReader(path): n += 1
        best = max(best, n / (time.process_time() - start))
    out[name] = best
print(json.dumps(out))
`;

function read(bytes: Uint8Array): { frames: number; seconds: number } {
  let frames = 0;
  const sink = {
    frames: (batch: { length: number }): void => {
      frames += batch.length;
    },
    problem: (problem: { code: string; offset: number }): void => {
      throw new Error(`${problem.code} at ${problem.offset}`);
    },
  };
  const format = detectLogFormat(bytes.subarray(0, DETECT_BYTES));
  if (format === undefined) throw new Error("unknown format");
  const started = process.cpuUsage();
  const reader = createReader(format, sink, { inflate });
  while (!reader.done) {
    const chunk = bytes.subarray(reader.position, reader.position + CHUNK_BYTES);
    if (chunk.length > 0) reader.write(chunk);
    else reader.end();
  }
  return { frames, seconds: cpuSeconds(started) };
}

export async function run(): Promise<{
  metrics: Record<string, number>;
  peers: Record<string, Record<string, number>>;
  ratios: Record<string, number>;
}> {
  return withFolder((folder) => {
    const metrics: Record<string, number> = {};
    const batches = vehicleFrames(FRAMES);
    for (const { format, suffix } of FORMATS) {
      const path = join(folder, `all.${suffix}`);
      writeFile(path, format, batches);
      const bytes = new Uint8Array(readFileSync(path));
      let best = 0;
      for (let round = 0; round < 4; round++) {
        const { frames, seconds } = read(bytes);
        if (frames !== FRAMES) throw new Error(`${format}: ${frames} frames`);
        best = Math.max(best, frames / seconds);
      }
      metrics[`${format}FramesPerSecond`] = Math.round(best);
      metrics[`${format}BytesPerFrame`] = bytes.length / FRAMES;
    }
    const few = vehicleFrames(PEER_FRAMES);
    const args = FORMATS.filter(({ format }) => format in PUBLISHED).map(({ format, suffix }) => {
      const path = join(folder, `few.${suffix}`);
      writeFile(path, format === "csv" ? "csv-python-can" : format, few);
      return `${format}=${path}`;
    });
    return compared(metrics, pythonCan(PEER, args));
  });
}

function compared(metrics: Record<string, number>, measured: Record<string, number>) {
  const isMeasured = Object.keys(measured).length > 0;
  const peers: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  console.log(
    `read, frames per CPU second, one core\n                       canopy   python-can${isMeasured ? " (this machine)" : " (published, design.md §11)"}`,
  );
  for (const { format } of FORMATS) {
    const ours = metrics[`${format}FramesPerSecond`] ?? 0;
    const peer = (isMeasured ? measured : PUBLISHED)[format];
    if (peer !== undefined) {
      peers[`${format}FramesPerSecond`] = Math.round(peer);
      ratios[`${format}FramesPerSecond`] = ours / peer;
    }
    const size = (metrics[`${format}BytesPerFrame`] ?? 0).toFixed(1);
    const beside = peer === undefined ? "" : `${String(Math.round(peer)).padStart(12)}  ${(ours / peer).toFixed(1)}×`;
    console.log(`${format.padEnd(10)} ${size.padStart(5)} B ${String(ours).padStart(11)} ${beside}`);
  }
  return { metrics, peers: { [isMeasured ? "python-can" : "python-can (published)"]: peers }, ratios };
}

if (import.meta.main) await run();
