// What an idle terminal costs: 15,000 connections of registered devices that say nothing but their pings, and how the price
// goes on from the first 5,000. `--devices=N`; each takes a file descriptor of either process (`ulimit -n`).
import { setTimeout as sleep } from "node:timers/promises";
import { connectTerminals } from "./load/connect-terminals.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { startLoad } from "./load/load-program.ts";
import type { BenchResult } from "./run.ts";

const FIRST = 5_000;
const WARM_UP = 200;
const SETTLE_MS = 10_000;
const IDLE_MS = 10_000;

const LIMITS: Limits = { atMost: { kbEach: 8 } };
/** Published: memory of a connection, and accepted connections per second of processor time (without a check of keys). */
const PEERS = {
  thingsboard: { kbEach: 65 },
  emqx: { kbEach: 8.7, connectsPerCpuSecond: 1_400 },
  mosquitto: { kbEach: 1 },
};

export async function run(): Promise<BenchResult> {
  const all = flag("devices", 15_000);
  const load = await startLoad(all + WARM_UP);
  const connect = (from: number, to: number) => connectTerminals(load.program.mqttPort, load.devices.slice(from, to));
  const settled = async () => {
    await sleep(SETTLE_MS);
    return load.use();
  };
  try {
    // What the first connections load and compile is not the price of one.
    for (const terminal of await connect(all, all + WARM_UP)) terminal.end();
    const before = await settled();
    const began = performance.now();
    const first = await connect(0, FIRST);
    const atFirst = await settled();
    const rest = await connect(FIRST, all);
    const connectedS = (performance.now() - began - SETTLE_MS) / 1000;
    const connectCpu = load.use().cpu - before.cpu;
    const atAll = await settled();
    await sleep(IDLE_MS);
    const after = load.use();
    for (const terminal of [...first, ...rest]) terminal.end();
    const metrics = {
      connections: first.length + rest.length,
      kbEach: ((after.serverRssMb - before.serverRssMb) * 1024) / all,
      kbEachOfFirst: ((atFirst.serverRssMb - before.serverRssMb) * 1024) / FIRST,
      kbEachBeyond: ((after.serverRssMb - atFirst.serverRssMb) * 1024) / (all - FIRST),
      serverRssMb: after.serverRssMb,
      connectSeconds: connectedS,
      connectsPerCpuSecond: all / connectCpu,
      idleServerCores: (after.serverCpu - atAll.serverCpu) / (IDLE_MS / 1000),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS), ...PEERS }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await load.stop();
  }
}
