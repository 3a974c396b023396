// Bytes on disk per frame, merged into days: what the simulator's vehicles send, thin traffic of a frame a second, and
// the real logs of ../shared/corpus where it is there. `--frames N` (3,000,000), `--thin-hours N` (24).
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { formatOfFile, readLogFile } from "../apps/server/transfers/read-log.ts";
import { RunningVehicle } from "../apps/simulator/vehicles/load-vehicle.ts";
import type { VehicleKind } from "../apps/simulator/vehicles/vehicle.ts";
import { importFrames, mergeAll, START_US } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openStore } from "./load/frame-server.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { PlainTable } from "./load/plain-table.ts";
import { writeFile } from "./logs/files.ts";
import type { BenchResult } from "./run.ts";

const LIMITS = { atMost: { bytesPerFrame: 2.4, thinBytesPerFrame: 8 } };
/** The same frames there, measured before. */
const PEERS = {
  influxdb: { bytesPerFrame: 7.4 },
  duckdb: { bytesPerFrame: 9.2 },
  clickhouse: { bytesPerFrame: 3.48 },
};
/** Frames a second of each without its inputs. */
const KINDS: readonly (readonly [VehicleKind, number])[] = [
  ["ev", 693],
  ["truck", 292],
  ["fd-car", 697],
];
const HOUR_US = 3_600_000_000;
const CORPUS = join(import.meta.dirname, "../../shared/corpus/logs");
/** Of other people's vehicles; the others were made for tests. */
const REAL_LOG = /^(css|sv)_/;
/** A log of fewer frames says more of the head of a file than of its frames. */
const LEAST_LOG_FRAMES = 1000;

export async function run(): Promise<BenchResult> {
  const server = await openStore();
  try {
    const mix = await mixFigures(server, Math.ceil(flag("frames", 3_000_000) / KINDS.length));
    const metrics = { ...mix.ours, ...(await thinFigures(server)), ...(await corpusFigures(server)) };
    const peers = { ...mix.peers, ...PEERS };
    const ratios = Object.entries(peers).map(([name, peer]) => [name, peer.bytesPerFrame / metrics.bytesPerFrame]);
    return {
      metrics,
      peers: { limit: limitsOf(LIMITS), ...peers },
      ratios: { ...againstLimits(metrics, LIMITS), ...Object.fromEntries(ratios) },
    };
  } finally {
    await server.close();
  }
}

/** Each vehicle's frames as it drives, none repeated; the same frames as BLF and in a plain table with an index. */
async function mixFigures(server: BenchStore, framesEach: number) {
  const folder = mkdtempSync(join(tmpdir(), "canopy-blf-"));
  const table = await PlainTable.create(server, "plain_frames");
  await table.addTimeIndex();
  let [frames, payload, blfBytes] = [0, 0, 0];
  try {
    for (const [at, [kind]] of KINDS.entries()) {
      const vehicle = new RunningVehicle({ kind, seed: "storage", startUs: START_US });
      const batch = new FrameBatch(framesEach);
      for (let untilUs = START_US; batch.length < framesEach; untilUs += 1e6) vehicle.advance(untilUs, batch);
      frames += await importFrames(server.store.imports, { bindingNumber: 1 + at }, [batch]);
      payload += batch.dataLength;
      writeFile(join(folder, "mix.blf"), "blf", [batch]);
      blfBytes += statSync(join(folder, "mix.blf")).size;
      await table.copy(batch, () => 1 + at);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { bytes, segments } = await stored(server, 1, KINDS.length);
  return {
    ours: { frames, payloadPerFrame: payload / frames, bytesPerFrame: bytes / frames, segments },
    peers: {
      blf: { bytesPerFrame: blfBytes / frames },
      postgresql: { bytesPerFrame: (await table.bytes()) / frames },
    },
  };
}

/** The same vehicles with such slow cycles that each sends a frame a second. */
async function thinFigures(server: BenchStore) {
  const first = 100;
  let frames = 0;
  for (const [at, [kind, rate]] of KINDS.entries()) {
    const vehicle = new RunningVehicle({ kind, seed: "thin", startUs: START_US, cycleScale: rate });
    const all = vehicle.advance(START_US + flag("thin-hours", 24) * HOUR_US);
    const bus = new FrameBatch(all.length);
    // Inputs are read once a second whatever the cycles are.
    for (let i = 0; i < all.length; i += 1)
      if ((all.channel[i] as number) < FIRST_CHANNEL.digital) bus.pushFrom(all, i);
    frames += await importFrames(server.store.imports, { bindingNumber: first + at }, [bus]);
  }
  const { bytes, segments } = await stored(server, first, KINDS.length);
  return { thinFrames: frames, thinBytesPerFrame: bytes / frames, thinSegments: segments };
}

async function corpusFigures(server: BenchStore): Promise<Record<string, number>> {
  if (!existsSync(CORPUS)) return {};
  let [bytes, frames, least, most, device] = [0, 0, Number.POSITIVE_INFINITY, 0, 1000];
  for (const name of readdirSync(CORPUS).filter((file) => REAL_LOG.test(file))) {
    const batch = await readLog(join(CORPUS, name));
    if (batch === undefined || batch.length < LEAST_LOG_FRAMES) continue;
    const bindingNumber = device++;
    await importFrames(server.store.imports, { bindingNumber }, [batch]);
    const own = await stored(server, bindingNumber, 1);
    const each = own.bytes / batch.length;
    console.log(`${name}: ${batch.length} frames, ${each.toFixed(2)} B each`);
    [bytes, frames] = [bytes + own.bytes, frames + batch.length];
    [least, most] = [Math.min(least, each), Math.max(most, each)];
  }
  return { logFrames: frames, logBytesPerFrame: bytes / frames, logLeastBytes: least, logMostBytes: most };
}

/** Undefined: of a format that nobody here reads. */
async function readLog(path: string): Promise<FrameBatch | undefined> {
  const format = await formatOfFile(path);
  if (format === undefined) return undefined;
  const all = new FrameBatch();
  const frames = (batch: FrameBatch) => {
    for (let i = 0; i < batch.length; i += 1) all.pushFrom(batch, i);
  };
  const { signal } = new AbortController();
  await readLogFile(path, format, { frames, problem: () => undefined }, { signal, onChunk: async () => undefined });
  return all;
}

/** What the files of some devices take once their days are merged; a merged file holds one device. */
async function stored({ store, database }: BenchStore, first: number, devices: number) {
  await mergeAll(store);
  const found = await database.pool.query<{ bytes: number; segments: number }>(
    `select coalesce(sum(f.bytes), 0)::bigint as bytes, count(*)::int as segments
      from segments s join segment_files f on f.id = s.file where s.binding >= $1 and s.binding < $2`,
    [first, first + devices],
  );
  return found.rows[0] as { bytes: number; segments: number };
}
