// Frames that are safe (fsync before PUBACK): 200 terminals, 300 frames a message, generator on the same machine, settling
// beside it. First as fast as they are acknowledged, then on time at 0.8 of that rate. `--seconds=N` (60), `--window=N`,
// `--warm-up=N` seconds at most until the first device is settled (120), `--peer-frames=N` for the plain PostgreSQL
// tables; `--chart` draws docs/ingest.svg.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LOAD_BATCH_FRAMES } from "../apps/simulator/load/templates.ts";
import { chartSvg } from "./load/chart.ts";
import { START_US } from "./load/fill-device.ts";
import { fillPlainTable } from "./load/fill-plain-table.ts";
import { flag, hasFlag } from "./load/flags.ts";
import { openBenchPostgres } from "./load/frame-server.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { type LoadProgram, startLoad } from "./load/load-program.ts";
import { PlainTable } from "./load/plain-table.ts";
import { quantile } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 200;
const WARM_UP_S = 5;
const DRAINED_WITHIN_MS = 60_000;
const OPEN_LOOP_SHARE = 0.8;

const LIMITS: Limits = {
  atLeast: { framesPerSecond: 1_000_000 },
  atMost: { openLoopP99Ms: 200, longestDueMs: 60_000 },
};
/** ThingsBoard: published, at 95 % of two vCPUs. EMQX: published, messages that are not stored. */
const PEERS = {
  spike: { framesPerSecond: 2_500_000 },
  clickhouse: { framesPerSecond: 703_000, framesPerCpuSecond: 452_000, p99Ms: 382 },
  thingsboard: { pointsPerSecond: 15_000, pointsPerCpuSecond: 7_900 },
  emqx: { messagesPerCpuSecond: 3_900, p99Ms: 19 },
};

interface Second {
  frames: number;
  p99Ms: number;
  rssMb: number;
}

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES);
  let measured: Awaited<ReturnType<typeof measure>>;
  try {
    const fleet = await LoadFleet.ofCars(load.program.mqttPort, load.devices);
    measured = await measure(load, fleet);
    fleet.end();
  } finally {
    await load.stop();
  }
  const { metrics, seconds } = measured;
  if (hasFlag("chart")) draw(seconds);
  const copied = await copyRates();
  const ratios = {
    ...againstLimits(metrics, LIMITS),
    postgresqlCopy: metrics.framesPerSecond / copied.postgresqlCopy.framesPerSecond,
    postgresqlCopyIndexed: metrics.framesPerSecond / copied.postgresqlCopyIndexed.framesPerSecond,
    clickhousePerCpu: metrics.framesPerCpuSecond / PEERS.clickhouse.framesPerCpuSecond,
    thingsboardPerCpu: metrics.framesPerCpuSecond / PEERS.thingsboard.pointsPerCpuSecond,
  };
  return { metrics, peers: { limit: limitsOf(LIMITS), ...copied, ...PEERS }, ratios };
}

async function measure(load: LoadProgram, fleet: LoadFleet) {
  fleet.send(flag("window", 8));
  await sleep(WARM_UP_S * 1000);
  const settlingAfterS = WARM_UP_S + (await load.untilSettling(flag("warm-up", 120)));
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
  const waiting = await load.waiting();
  await fleet.drain(DRAINED_WITHIN_MS);
  await load.untilNothingIsDue();
  const openLoop = await onTime(fleet, OPEN_LOOP_SHARE * (messages / elapsedS), elapsedS * 1000);
  const cpu = after.cpu - before.cpu;
  return {
    seconds,
    metrics: {
      settlingAfterS,
      seconds: elapsedS,
      framesPerSecond: frames / elapsedS,
      framesPerCpuSecond: frames / cpu,
      messagesPerCpuSecond: messages / cpu,
      bytesPerCpuSecond: bytes / cpu,
      framesPerServerCpuSecond: frames / (after.serverCpu - before.serverCpu),
      serverCores: (after.serverCpu - before.serverCpu) / elapsedS,
      postgresCores: (cpu - (after.serverCpu - before.serverCpu)) / elapsedS,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
      rssMb: after.rssMb,
      serverRssMb: after.serverRssMb,
      landedFrames: waiting.landedFrames,
      settledFrames: waiting.frames,
      dueBindings: waiting.dueBindings,
      longestDueMs: waiting.longestDueMs,
      ...openLoop,
      notAcknowledged: fleet.waiting,
      /** Of all that was acknowledged, since the first message. */
      framesMissing: fleet.frames - (await load.stored()),
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
    for (const latency of taken) latencies.push(latency);
  }
  return { seconds, latencies };
}

/** The open loop: terminals do not wait for the server. */
async function onTime(fleet: LoadFleet, messagesPerSecond: number, forMs: number) {
  await fleet.sendAtRate(messagesPerSecond, WARM_UP_S * 1000);
  fleet.takeLatencies();
  const [frames, began] = [fleet.frames, performance.now()];
  await fleet.sendAtRate(messagesPerSecond, forMs);
  const elapsedS = (performance.now() - began) / 1000;
  const framesPerSecond = (fleet.frames - frames) / elapsedS;
  await fleet.drain(DRAINED_WITHIN_MS);
  const latencies = fleet.takeLatencies();
  return {
    openLoopFramesPerSecond: framesPerSecond,
    openLoopP50Ms: quantile(latencies, 0.5),
    openLoopP99Ms: quantile(latencies, 0.99),
  };
}

/** The same embedded server with a plain table, rows of 200 devices in turn; making the files is not counted. */
async function copyRates() {
  const postgres = await openBenchPostgres();
  try {
    const traffic = new VehicleTraffic("ev", { minutes: 1 });
    const frames = flag("peer-frames", 5_000_000);
    const copy = async (name: string, isIndexed: boolean) => {
      const table = await PlainTable.create(postgres, name);
      if (isIndexed) await table.addTimeIndex();
      const deviceOf = (row: number) => 1 + (Math.floor(row / LOAD_BATCH_FRAMES) % DEVICES);
      await fillPlainTable(table, { traffic, startUs: START_US, frames }, deviceOf);
      return { framesPerSecond: table.rows / table.seconds, bytesPerFrame: (await table.bytes()) / table.rows };
    };
    return { postgresqlCopy: await copy("plain", false), postgresqlCopyIndexed: await copy("indexed", true) };
  } finally {
    await postgres.close();
  }
}

function draw(seconds: readonly Second[]): void {
  const svg = chartSvg("bench ingest: durable frames, 200 terminals, 300 frames a message", [
    { title: "frames", unit: "per second", values: seconds.map(({ frames }) => frames) },
    { title: "PUBLISH to PUBACK, p99", unit: "ms", values: seconds.map(({ p99Ms }) => p99Ms) },
    { title: "memory of the program with PostgreSQL", unit: "MB", values: seconds.map((second) => second.rssMb) },
  ]);
  writeFileSync(join(import.meta.dirname, "../docs/ingest.svg"), svg);
}
