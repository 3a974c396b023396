// Frames that are safe (fsync before PUBACK): 200 terminals, 300 frames a message, generator on the same machine.
// `--seconds=N`, `--window=N`; `--chart` draws docs/ingest.svg.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LOAD_BATCH_FRAMES, loadTemplates } from "../apps/simulator/load/templates.ts";
import { chartSvg } from "./load/chart.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { type LoadProgram, startLoad } from "./load/load-program.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 200;
/** Frames of a terminal in a second, which spreads the times inside a batch. */
const RATE = 2_500;
const WARM_UP_S = 5;
const DRAINED_WITHIN_S = 60;

const LIMIT = { framesPerSecond: 500_000 };
/** Broker, decoder and engine in one process, native x64, no batch identity (research of the engines). */
const SPIKE = { framesPerSecond: 703_000, framesPerCpuSecond: 452_000, latencyP99Ms: 382 };
/** Published: 15,000 points/s at 95 % of two vCPUs; QoS 1 messages that are not stored. */
const PEERS = {
  thingsboard: { pointsPerCpuSecond: 7_900 },
  emqx: { messagesPerCpuSecond: 3_900, latencyP99Ms: 19 },
};

interface Second {
  frames: number;
  p99Ms: number;
  rssMb: number;
}

const flag = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES);
  try {
    const fleet = await LoadFleet.connect({
      port: load.program.mqttPort,
      devices: load.devices,
      templates: loadTemplates("ev", RATE),
      framesPerMessage: LOAD_BATCH_FRAMES,
      window: flag("window", 8),
    });
    const { metrics, seconds } = await measure(load, fleet);
    fleet.end();
    if (process.argv.includes("--chart")) draw(seconds);
    const { framesPerSecond = Number.NaN, framesPerCpuSecond = Number.NaN } = metrics;
    const ratios = {
      limit: framesPerSecond / LIMIT.framesPerSecond,
      spikePerCpu: framesPerCpuSecond / SPIKE.framesPerCpuSecond,
      thingsboardPerCpu: framesPerCpuSecond / PEERS.thingsboard.pointsPerCpuSecond,
    };
    return { metrics, peers: { limit: LIMIT, spike: SPIKE, ...PEERS }, ratios };
  } finally {
    await load.program.stop();
  }
}

async function measure(load: LoadProgram, fleet: LoadFleet) {
  fleet.send();
  await sleep(WARM_UP_S * 1000);
  fleet.takeLatencies();
  const before = { ...load.use(), frames: fleet.frames, messages: fleet.messages, bytes: fleet.bytes };
  const began = performance.now();
  const { seconds, latencies } = await watch(load, fleet, flag("seconds", 60));
  const elapsedS = (performance.now() - began) / 1000;
  const after = load.use();
  const [frames, messages, bytes] = [
    fleet.frames - before.frames,
    fleet.messages - before.messages,
    fleet.bytes - before.bytes,
  ];
  fleet.send(0);
  for (let i = 0; i < DRAINED_WITHIN_S && fleet.waiting > 0; i += 1) await sleep(1000);
  const cpu = after.cpu - before.cpu;
  return {
    seconds,
    metrics: {
      seconds: elapsedS,
      framesPerSecond: frames / elapsedS,
      framesPerCpuSecond: frames / cpu,
      messagesPerCpuSecond: messages / cpu,
      bytesPerCpuSecond: bytes / cpu,
      framesPerServerCpuSecond: frames / (after.serverCpu - before.serverCpu),
      serverCores: (after.serverCpu - before.serverCpu) / elapsedS,
      engineCores: (cpu - (after.serverCpu - before.serverCpu)) / elapsedS,
      latencyP50Ms: quantile(latencies, 0.5),
      latencyP99Ms: quantile(latencies, 0.99),
      rssMb: after.rssMb,
      serverRssMb: after.serverRssMb,
      notAcknowledged: fleet.waiting,
      /** Of all that was acknowledged, since the first message. */
      framesMissing: fleet.frames - (await load.stored(fleet.epochs)),
    },
  };
}

async function watch(load: LoadProgram, fleet: LoadFleet, count: number) {
  const seconds: Second[] = [];
  const latencies: number[] = [];
  for (let second = 0; second < count; second += 1) {
    const [frames, at] = [fleet.frames, performance.now()];
    await sleep(1000);
    const taken = fleet.takeLatencies();
    const rate = (fleet.frames - frames) / ((performance.now() - at) / 1000);
    seconds.push({ frames: rate, p99Ms: taken.length > 0 ? quantile(taken, 0.99) : 0, rssMb: load.use().rssMb });
    latencies.push(...taken);
  }
  return { seconds, latencies };
}

function draw(seconds: readonly Second[]): void {
  const svg = chartSvg("bench ingest: durable frames, 200 terminals, 300 frames a message", [
    { title: "frames", unit: "per second", values: seconds.map(({ frames }) => frames) },
    { title: "PUBLISH to PUBACK, p99", unit: "ms", values: seconds.map(({ p99Ms }) => p99Ms) },
    { title: "memory of the program with its engines", unit: "MB", values: seconds.map((second) => second.rssMb) },
  ]);
  writeFileSync(join(import.meta.dirname, "../docs/ingest.svg"), svg);
}
