// What an idle terminal costs: 5,000 connections of registered devices that say nothing but their pings.
import { setTimeout as sleep } from "node:timers/promises";
import { connectTerminals } from "./load/connect-terminals.ts";
import { startLoad } from "./load/load-program.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 5_000;
const WARM_UP = 200;
const SETTLE_MS = 10_000;
const IDLE_MS = 10_000;

const LIMIT = { kbEach: 25 };
/** Published: memory of a connection, and accepted connections per second of processor time (without a check of keys). */
const PEERS = {
  thingsboard: { kbEach: 65 },
  emqx: { kbEach: 8.7, connectsPerCpuSecond: 1_400 },
  mosquitto: { kbEach: 1 },
};

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES + WARM_UP);
  try {
    // What the first connections load and compile is not the price of one.
    for (const terminal of await connectTerminals(load.program.mqttPort, load.devices.slice(DEVICES))) terminal.end();
    await sleep(SETTLE_MS);
    const before = load.use();
    const began = performance.now();
    const terminals = await connectTerminals(load.program.mqttPort, load.devices.slice(0, DEVICES));
    const connectedS = (performance.now() - began) / 1000;
    const connectCpu = load.use().cpu - before.cpu;
    await sleep(SETTLE_MS);
    const settled = load.use();
    await sleep(IDLE_MS);
    const after = load.use();
    for (const terminal of terminals) terminal.end();
    const kbEach = ((after.serverRssMb - before.serverRssMb) * 1024) / DEVICES;
    const metrics = {
      connections: terminals.length,
      kbEach,
      serverRssMb: after.serverRssMb,
      connectSeconds: connectedS,
      connectsPerCpuSecond: DEVICES / connectCpu,
      idleServerCores: (after.serverCpu - settled.serverCpu) / (IDLE_MS / 1000),
    };
    return { metrics, peers: { limit: LIMIT, ...PEERS }, ratios: { limit: kbEach / LIMIT.kbEach } };
  } finally {
    await load.stop();
  }
}
