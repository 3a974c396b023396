import { spawnSync } from "node:child_process";
import { closeSync, openSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeDbc } from "@canopy/can/dbc/write/write";
import { FrameBatch } from "@canopy/can/frame/batch";
import { vehicleDbc } from "@canopy/can/testing/vehicle-dbc";
import { pythonCan, withFolder, writeFile } from "./logs/files.ts";
import type { BenchResult } from "./run.ts";

const MESSAGES = 113;
const FRAMES = 1_000_000;
const PEER_FRAMES = 50_000;
const ROUNDS = 3;
const BIN = join(import.meta.dirname, "../apps/cli/bin/canopy.mjs");
/** What an outside review measured on its machine in November 2026: canopy of that day 99,000, 2.2 times as much. */
const PUBLISHED_FRAMES_PER_CPU_SECOND = 45_000;

const PEER = `
import sys, time, json, can, cantools
db = cantools.database.load_file(sys.argv[1])
start = time.process_time(); n = 0
out = open("/dev/null", "w")
for m in can.LogReader(sys.argv[2]):
    n += 1
    out.write(json.dumps({"t": m.timestamp, "id": m.arbitration_id, "signals": db.decode_message(m.arbitration_id, m.data, decode_choices=False)}) + "\\n")
print(json.dumps({"frames": n / (time.process_time() - start)}))
`;

/** Counters, slow values and some noise, as a vehicle sends them; every frame has ten signals. */
function frames(count: number): FrameBatch[] {
  const batches: FrameBatch[] = [];
  const data = new Uint8Array(8);
  let state = 1;
  for (let i = 0; i < count; i++) {
    if (i % 4096 === 0) batches.push(new FrameBatch(4096, 8 * 4096));
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data.set([i, state >>> 24, i >> 8, (state >>> 16) & 0x3f, 0, 0, 0, state >>> 20]);
    batches.at(-1)?.push(1.7e15 + i * 250, i % 2, 0x100 + ((state >>> 8) % MESSAGES), 0, 8, data);
  }
  return batches;
}

interface Run {
  wall: number;
  cpu: number;
  rssMb: number;
}

/** The whole command with its start, into a file: wall clock, processor time of all its threads, largest memory. */
function decode(dbc: string, log: string, out: string): Run {
  const file = openSync(out, "w");
  const started = performance.now();
  const args = ["-f", "%U %S %M", process.execPath, BIN, "decode", "--dbc", dbc, log];
  const run = spawnSync("/usr/bin/time", args, { stdio: ["ignore", file, "pipe"], encoding: "utf8" });
  const wall = (performance.now() - started) / 1000;
  closeSync(file);
  if (run.status !== 0) throw new Error(run.stderr);
  const [user = 0, system = 0, rssKb = 0] = run.stderr.trim().split(" ").map(Number);
  return { wall, cpu: user + system, rssMb: rssKb / 1024 };
}

/** `canopy decode` of a candump log into JSON lines, from start to end. */
export async function run(): Promise<BenchResult> {
  return withFolder((folder) => {
    const [dbc, log, few] = [join(folder, "v.dbc"), join(folder, "v.log"), join(folder, "few.log")];
    writeFileSync(dbc, writeDbc(vehicleDbc(MESSAGES)));
    writeFile(log, "candump", frames(FRAMES));
    writeFile(few, "candump", frames(PEER_FRAMES));
    const out = join(folder, "out.jsonl");
    const runs = Array.from({ length: ROUNDS }, () => decode(dbc, log, out));
    const best = runs.reduce((a, b) => (b.wall < a.wall ? b : a));
    const cpu = Math.min(...runs.map((one) => one.cpu));
    const measured = pythonCan(PEER, [dbc, few]).frames;
    const peer = measured ?? PUBLISHED_FRAMES_PER_CPU_SECOND;
    return {
      metrics: {
        framesPerSecond: FRAMES / best.wall,
        framesPerCpuSecond: FRAMES / cpu,
        megabytesPerSecond: statSync(out).size / 1e6 / best.wall,
        rssMb: Math.max(...runs.map((one) => one.rssMb)),
      },
      peers: { [`python-can + cantools${measured ? "" : " (published)"}`]: { framesPerCpuSecond: peer } },
      ratios: { framesPerCpuSecond: FRAMES / cpu / peer },
    };
  });
}
