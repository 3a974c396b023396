import { BatchDecoder } from "@canopy/can/dbc/decode/decode-batch";
import type { Dbc } from "@canopy/can/dbc/model";
import { writeDbc } from "@canopy/can/dbc/write/write";
import { FrameBatch } from "@canopy/can/frame/batch";
import { randomFrom } from "@canopy/can/testing/mutate";
import { vehicleDbc } from "@canopy/can/testing/vehicle-dbc";
import { Can, Dbc as CandiedDbc } from "candied";
import { cantools, cpuSecondsOf, medianSeconds } from "./dbc/measure.ts";
import type { BenchResult } from "./run.ts";

const MESSAGES = 113;
const SIGNALS = 10;
const BATCH_FRAMES = 65_536;
const BATCHES = 16;
const PEER_FRAMES = 10_000;
/** research/can.md §1, the better end of its range, on a 2.5 GHz Xeon. */
const CANTOOLS_FRAMES_PER_SECOND = 140_000;

const CANTOOLS_PROGRAM = `
import sys, json, time, cantools
job = json.load(sys.stdin)
db = cantools.database.load_string(job["dbc"], database_format="dbc")
frames = [(i, bytes.fromhex(d)) for i, d in job["frames"]]
start = time.process_time()
for i, d in frames: db.decode_message(i, d, decode_choices=False)
print(len(frames) / (time.process_time() - start))
`;

function randomFrames(dbc: Dbc, count: number): FrameBatch {
  const random = randomFrom(1);
  const batch = new FrameBatch(count, count * 8);
  const data = new Uint8Array(8);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 8; k++) data[k] = random(256);
    batch.push(i * 250, 0, dbc.messages[i % dbc.messages.length]?.id ?? 0, 0, 8, data);
  }
  return batch;
}

function ours(dbc: Dbc, batch: FrameBatch, engine: "compiled" | "interpreted") {
  const cold = cpuSecondsOf(() => new BatchDecoder(dbc, { engine }).decode(batch));
  const decoder = new BatchDecoder(dbc, { engine });
  const seconds = medianSeconds(7, () => {
    for (let k = 0; k < BATCHES; k++) decoder.decode(batch);
  });
  return { cold: batch.length / cold, warm: (BATCHES * batch.length) / seconds };
}

function candied(text: string, batch: FrameBatch): number {
  const can = new Can();
  can.database = new CandiedDbc().load(text);
  const frames = Array.from({ length: PEER_FRAMES }, (_, i) => {
    const { id, data } = batch.at(i);
    return can.createFrame(id, [...data], false);
  });
  const seconds = medianSeconds(2, () => {
    for (const frame of frames) can.decode(frame);
  });
  return PEER_FRAMES / seconds;
}

/** Frames of ten signals into columns, on one core. */
export async function run(): Promise<BenchResult> {
  const dbc = vehicleDbc(MESSAGES);
  const text = writeDbc(dbc);
  const batch = randomFrames(dbc, BATCH_FRAMES);
  const compiled = ours(dbc, batch, "compiled");
  const interpreted = ours(dbc, batch, "interpreted");
  const frames = Array.from({ length: PEER_FRAMES }, (_, i) => {
    const { id, data } = batch.at(i);
    return [id, Buffer.from(data).toString("hex")];
  });
  const python = cantools(CANTOOLS_PROGRAM, JSON.stringify({ dbc: text, frames })) ?? CANTOOLS_FRAMES_PER_SECOND;
  const candiedFrames = candied(text, batch);
  return {
    metrics: {
      framesPerSecond: compiled.warm,
      signalsPerSecond: compiled.warm * SIGNALS,
      coldFramesPerSecond: compiled.cold,
      interpretedFramesPerSecond: interpreted.warm,
      interpretedSignalsPerSecond: interpreted.warm * SIGNALS,
    },
    peers: { candied: { framesPerSecond: candiedFrames }, cantools: { framesPerSecond: python } },
    ratios: {
      framesPerSecond: compiled.warm / Math.max(candiedFrames, python),
      toCandied: compiled.warm / candiedFrames,
      toCantools: compiled.warm / python,
    },
  };
}
