import { readDbc } from "@canopy/can/dbc/parse/parse";
import { writeDbc } from "@canopy/can/dbc/write/write";
import { vehicleDbc } from "@canopy/can/testing/vehicle-dbc";
import { Dbc as CandiedDbc } from "candied";
import { cantools, cpuSecondsOf, medianSeconds } from "./dbc/measure.ts";
import type { BenchResult } from "./run.ts";

const FILE_BYTES = 500_000;
const MESSAGES = 505;
/** research/can.md §1: 350 ms for 80 KB, on a 2.5 GHz Xeon. */
const CANTOOLS_MS = (350 * FILE_BYTES) / 80_000;
/** design.md §11. */
const LIMIT_MS = 100;

const CANTOOLS_PROGRAM = `
import sys, time, cantools
text = sys.stdin.read()
start = time.process_time()
cantools.database.load_string(text, database_format="dbc")
print(1000 * (time.process_time() - start))
`;

/** A file of about 500 KB, read into a model with all its checks. */
export async function run(): Promise<BenchResult> {
  const text = writeDbc(vehicleDbc(MESSAGES));
  const bytes = new TextEncoder().encode(text);
  const coldMs = 1000 * cpuSecondsOf(() => readDbc(bytes));
  const warmMs = 1000 * medianSeconds(9, () => readDbc(bytes));
  const candiedMs = 1000 * cpuSecondsOf(() => new CandiedDbc().load(text));
  const pythonMs = cantools(CANTOOLS_PROGRAM, text) ?? CANTOOLS_MS;
  return {
    metrics: { fileBytes: bytes.length, coldMs, p50Ms: warmMs, mbPerSecond: bytes.length / warmMs / 1000 },
    peers: { candied: { coldMs: candiedMs }, cantools: { coldMs: pythonMs }, limit: { coldMs: LIMIT_MS } },
    ratios: { coldMs: LIMIT_MS / coldMs, toCandied: candiedMs / coldMs, toCantools: pythonMs / coldMs },
  };
}
