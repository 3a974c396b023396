// Raw pages, counts and the time bar out of one device's history. `--frames N` (100,000,000), `--peer-frames N`
// (10,000,000) of the same frames in a plain PostgreSQL table, `--store FOLDER` keeps all for the next time.

import { readTimeBar } from "../apps/server/frames/history/history-summary.ts";
import type { FrameFilter } from "../apps/server/frames/store/frame-filter.ts";
import type { FrameReader, PageOrder } from "../apps/server/frames/store/frame-store.ts";
import type { TimeWindow } from "../apps/server/frames/store/time-window.ts";
import { Random } from "../apps/simulator/world/random.ts";
import { MOTOR_SPEED } from "./load/ev-signals.ts";
import { fillDevice, START_US } from "./load/fill-device.ts";
import { fillPlainTable } from "./load/fill-plain-table.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openStore } from "./load/frame-server.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { PlainTable } from "./load/plain-table.ts";
import { medianMs, quantile, timesMs } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const PAGES = 100;
const PAGE = 100;
const BUCKETS = 240;
const HOUR_US = 3_600_000_000;

const LIMITS = {
  atMost: {
    p95Ms: 20,
    oldestFirstP95Ms: 20,
    newestFirstP95Ms: 20,
    oneIdP95Ms: 3,
    timeBarMs: 50,
    extentMs: 3,
    rareMaskMs: 1000,
    frequentMaskMs: 1000,
  },
};
/** Measured before on the same figures, native x64 and translated on arm64. */
const CLICKHOUSE = { p50Ms: 47, timeBarMs: 4_800 };

/** Bits that few frames have set as asked: most runs are passed over. And bits that a sixteenth of all frames have. */
const RARE: FrameFilter = { data: { mask: Uint8Array.of(0xff, 0xff), value: Uint8Array.of(0xfe, 0xed) } };
const FREQUENT: FrameFilter = { data: { mask: Uint8Array.of(0, 0x0f), value: Uint8Array.of(0, 0x07) } };

export async function run(): Promise<BenchResult> {
  const server = await openStore();
  try {
    const traffic = new VehicleTraffic("ev");
    const filled = await fillDevice(server.store, {
      bindingNumber: DEVICE,
      traffic,
      frames: flag("frames", 100_000_000),
    });
    const { frames } = server.store;
    const device = { bindingNumber: DEVICE, fromUs: filled.fromUs, toUs: filled.toUs };
    const [oldest, newest] = [await pages(frames, device, "oldestFirst"), await pages(frames, device, "newestFirst")];
    const { channel, message } = MOTOR_SPEED;
    const oneId = { channels: [channel], ids: [{ from: message.id, to: message.id }] };
    const ofOneId = await pages(frames, device, "oldestFirst", oneId);
    const everything = { ...device, filter: {} };
    if ((await frames.count(everything)) !== filled.frames) throw new Error("not everything is stored");
    const metrics = {
      frames: filled.frames,
      hours: (filled.toUs - filled.fromUs) / HOUR_US,
      fillFramesPerSecond: filled.fillFramesPerSecond,
      p50Ms: quantile([...oldest, ...newest], 0.5),
      p95Ms: quantile([...oldest, ...newest], 0.95),
      oldestFirstP50Ms: quantile(oldest, 0.5),
      oldestFirstP95Ms: quantile(oldest, 0.95),
      newestFirstP50Ms: quantile(newest, 0.5),
      newestFirstP95Ms: quantile(newest, 0.95),
      oneIdP50Ms: quantile(ofOneId, 0.5),
      oneIdP95Ms: quantile(ofOneId, 0.95),
      timeBarMs: await medianMs(() => readTimeBar(frames, everything, BUCKETS)),
      oneIdTimeBarMs: await medianMs(() => readTimeBar(frames, { ...device, filter: oneId }, BUCKETS)),
      extentMs: await medianMs(() => frames.extent(DEVICE)),
      countMs: await medianMs(() => frames.count(everything)),
      rareMaskMs: await medianMs(() => frames.count({ ...device, filter: RARE })),
      frequentMaskMs: await medianMs(() => frames.count({ ...device, filter: FREQUENT })),
    };
    const postgresql = await peer(server, traffic);
    const ratios = { ...againstLimits(metrics, LIMITS), postgresql: postgresql.p95Ms / metrics.p95Ms };
    return { metrics, peers: { limit: limitsOf(LIMITS), clickhouse: CLICKHOUSE, postgresql }, ratios };
  } finally {
    await server.close();
  }
}

/** At random moments a page and the one behind it. */
async function pages(
  frames: FrameReader,
  { bindingNumber, fromUs, toUs }: TimeWindow & { bindingNumber: number },
  order: PageOrder,
  filter: FrameFilter = {},
): Promise<number[]> {
  const random = new Random(`history/${order}`);
  const times: number[] = [];
  for (let i = 0; i < PAGES; i += 1) {
    const atUs = Math.round(random.between(fromUs, toUs));
    const window = order === "oldestFirst" ? { fromUs: atUs, toUs } : { fromUs, toUs: Math.max(atUs, fromUs + 1) };
    const query = { ...window, bindingNumber, filter, order, limit: PAGE };
    const began = performance.now();
    const { next } = await frames.page(query);
    const turned = performance.now();
    await frames.page({ ...query, after: next });
    times.push(turned - began, performance.now() - turned);
  }
  return times;
}

/** Pages of the same device in a plain table with an index on the time. */
async function peer(server: BenchStore, traffic: VehicleTraffic): Promise<Record<string, number> & { p95Ms: number }> {
  const table = await PlainTable.create(server, "plain_frames");
  const frames = flag("peer-frames", 10_000_000);
  const { toUs } = await fillPlainTable(table, { traffic, startUs: START_US, frames });
  await table.addIndexes();
  const random = new Random("history/peer");
  const times = await timesMs(PAGES, (i) =>
    table.page(Math.round(START_US + random.between(0, toUs - START_US)), i % 2 === 0 ? "asc" : "desc"),
  );
  return {
    frames: table.rows,
    loadFramesPerSecond: table.rows / table.seconds,
    bytesPerFrame: (await table.bytes()) / table.rows,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}
