// How long a user waits for a deletion: a million frames out of the middle of a device, and the device. `--frames N`
// (100,000,000), `--peer-frames N` (10,000,000) of them in a plain PostgreSQL table.
import { fillDevice, START_US } from "./load/fill-device.ts";
import { fillPlainTable } from "./load/fill-plain-table.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openStore } from "./load/frame-server.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { PlainTable } from "./load/plain-table.ts";
import { quantile } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const DELETED = 1_000_000;
/** Ranges that lie apart, each cut out of the middle of hours. */
const RANGES = 5;

const LIMITS: Limits = { atMost: { millionMs: 2000, deviceMs: 500 } };

export async function run(): Promise<BenchResult> {
  const server = await openStore();
  try {
    const { removal, ...frames } = server.store.frames;
    const traffic = new VehicleTraffic("ev");
    const filled = await fillDevice(server.store, {
      bindingNumber: DEVICE,
      traffic,
      frames: flag("frames", 100_000_000),
    });
    const most = Math.min(DELETED, Math.floor(filled.frames / (2 * RANGES)));
    const millions: number[] = [];
    for (let i = 0; i < RANGES; i += 1) {
      const fromUs = Math.round(filled.fromUs + ((i + 0.25) * (filled.toUs - filled.fromUs)) / RANGES);
      const range = { bindingNumber: DEVICE, fromUs, toUs: filled.toUs, keep: [] };
      const began = performance.now();
      const { deleted } = await removal.deleteRange(range, most);
      millions.push(performance.now() - began);
      if (deleted !== most) throw new Error(`${deleted} frames deleted instead of ${most}`);
    }
    const left = filled.frames - RANGES * most;
    const everything = { bindingNumber: DEVICE, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    const counted = await frames.count(everything);
    if (counted !== left) throw new Error(`${counted} frames are left instead of ${left}`);
    const began = performance.now();
    const { deleted: emptied } = await removal.empty(DEVICE, []);
    const deviceMs = performance.now() - began;
    if (emptied !== left) throw new Error(`${emptied} frames deleted instead of ${left}`);
    const swept = performance.now();
    await server.store.sweepAll();
    const metrics = {
      frames: filled.frames,
      deleted: most,
      millionMs: quantile(millions, 0.5),
      millionMostMs: Math.max(...millions),
      deviceMs,
      sweepMs: performance.now() - swept,
    };
    const postgresql = await peer(server, traffic);
    const ratios = { ...againstLimits(metrics, LIMITS), postgresql: postgresql.millionMs / metrics.millionMs };
    return { metrics, peers: { limit: limitsOf(LIMITS), postgresql }, ratios };
  } finally {
    await server.close();
  }
}

/** Without the vacuum that must follow, and with the index that finds the rows. */
async function peer(server: BenchStore, traffic: VehicleTraffic): Promise<{ frames: number; millionMs: number }> {
  const table = await PlainTable.create(server, "plain_frames");
  const frames = flag("peer-frames", 10_000_000);
  const { toUs } = await fillPlainTable(table, { traffic, startUs: START_US, frames });
  await table.addIndexes();
  const share = Math.min(0.5, DELETED / frames);
  const fromUs = Math.round(START_US + 0.25 * (toUs - START_US));
  const began = performance.now();
  const deleted = await table.deleteRange(fromUs, Math.round(fromUs + share * (toUs - START_US)));
  return { frames, millionMs: ((performance.now() - began) * DELETED) / deleted };
}
