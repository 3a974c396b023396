// Landed batches of a simulated electric car into segments of five minutes, then into a day: frames per CPU second of this
// process, and of this process with PostgreSQL. `--frames N` (2,400,000), `--devices N` (2).
import { deflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { FRAME_BYTES } from "../apps/server/frames/segments/run.ts";
import type { Database } from "../apps/server/platform/postgres/open-database.ts";
import { START_US, TENANT } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { openStore } from "./load/frame-server.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { cpuSeconds } from "./load/process-use.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const BATCH_FRAMES = 300;
const WARM_UP_ROUNDS = 5;
const LIMITS: Limits = { atLeast: { settledPerCpuSecond: 2_000_000, mergedPerCpuSecond: 2_000_000 } };

export async function run(): Promise<BenchResult> {
  const { store, database, close } = await openStore();
  const { pool } = database;
  try {
    const devices = flag("devices", 2);
    const wanted = flag("frames", 2_400_000);
    const traffic = new VehicleTraffic("ev", { minutes: 5 });
    const settled = { own: 0, all: 0, wall: 0 };
    let [frames, all] = [0, 0];
    // The first rounds are not measured: the first millions of a thread run at a third of its speed.
    for (let round = 0; frames < wanted; round += 1) {
      const batches = [...batchesOf(traffic, START_US + round * traffic.periodUs)];
      let landed = 0;
      for (let device = 1; device <= devices; device += 1) landed += await land(pool, device, batches);
      all += landed;
      const use = await useOf(pool, () => store.settleAll());
      if (round < WARM_UP_ROUNDS) continue;
      frames += landed;
      for (const part of ["own", "all", "wall"] as const) settled[part] += use[part];
    }
    const merged = await useOf(pool, async () => {
      while ((await store.merge(Date.now())) > 0);
    });
    const metrics = {
      frames,
      settledPerCpuSecond: frames / settled.own,
      settledPerCpuSecondOfAll: frames / settled.all,
      settledPerSecond: frames / settled.wall,
      mergedPerCpuSecond: all / merged.own,
      mergedPerSecond: all / merged.wall,
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await close();
  }
}

interface Batch {
  readonly sequence: number;
  readonly body: Uint8Array;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly frames: number;
  readonly bytes: number;
}

/** One period of the traffic. */
function* batchesOf(traffic: VehicleTraffic, startUs: number): Generator<Batch> {
  for (const part of traffic.from(startUs, (traffic.framesPerSecond * traffic.periodUs) / 1e6))
    for (let from = 0; from < part.length; from += BATCH_FRAMES) {
      const batch = new FrameBatch(BATCH_FRAMES);
      for (let i = from; i < Math.min(part.length, from + BATCH_FRAMES); i += 1) batch.pushFrom(part, i);
      const { timeUs, length, dataLength } = batch;
      const [firstUs, lastUs] = [timeUs[0] as number, timeUs[length - 1] as number];
      const message = encodeCb1(batch, { epoch: 1, sequence: firstUs }, deflateRawSync);
      if (!message.ok) throw new Error(`CB1: ${message.problem.code}`);
      const bytes = FRAME_BYTES * length + dataLength;
      yield { sequence: firstUs, body: message.value, firstUs, lastUs, frames: length, bytes };
    }
}

async function land(pool: Database["pool"], binding: number, batches: readonly Batch[]): Promise<number> {
  await pool.query("insert into frame_bindings (binding, tenant_id) values ($1, $2) on conflict do nothing", [
    binding,
    TENANT,
  ]);
  await pool.query(
    `insert into landing (binding, epoch, sequence, first_us, last_us, frames, bytes, channels, body)
      select $1, 1, sequence, first, last, frames, bytes, '\\x00010203', body
      from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::bytea[])
        as l (sequence, first, last, frames, bytes, body)`,
    [
      binding,
      batches.map(({ sequence }) => sequence),
      batches.map(({ firstUs }) => firstUs),
      batches.map(({ lastUs }) => lastUs),
      batches.map(({ frames }) => frames),
      batches.map(({ bytes }) => bytes),
      batches.map(({ body }) => body),
    ],
  );
  return batches.reduce((sum, { frames }) => sum + frames, 0);
}

/** Seconds of this process, of it and PostgreSQL, and of the clock. */
async function useOf(pool: Database["pool"], work: () => Promise<unknown>) {
  const before = process.cpuUsage();
  const engine = await engineSeconds(pool);
  const began = performance.now();
  await work();
  const wall = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  const own = (user + system) / 1e6;
  return { own, all: own + (await engineSeconds(pool)) - engine, wall };
}

/** Of the backends there are: the pool keeps its own. */
async function engineSeconds(pool: Database["pool"]): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pid from pg_stat_activity where pid is not null");
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}
