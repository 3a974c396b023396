import { frameBits, type WireFrame } from "@canopy/can/bus/bit-length";
import type { BitRates } from "@canopy/can/bus/bus-load";
import { CycleStatistics } from "@canopy/can/bus/cycle-statistics";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { type IdHealth, MAX_HEALTH_IDS } from "@canopy/contract/frames/bus-health";
import { type ChannelQuery, type IdTraffic, type LoadBucket, loadKey } from "../store/bus-traffic.ts";
import type { FrameReader } from "../store/frame-store.ts";
import { MINUTE_US, SECOND_US } from "../store/time-window.ts";
import { type ControllerHealth, readController } from "./bus-controller.ts";

/** Enough for a mean within a percent: stuff bits of one identifier vary by few. */
const SAMPLES = 48;

export interface BusHealth {
  readonly fromUs: number;
  readonly bucketUs: number;
  readonly load: number[];
  readonly peak: number[];
  readonly frames: number[];
  readonly errorFrames: number[];
  readonly peakAtMs: number | null;
  readonly controller: ControllerHealth | null;
  readonly ids: IdHealth[];
  readonly idCount: number;
  readonly extended: number;
}

/** How busy a channel was over a range, in buckets of whole seconds. */
export async function readBusHealth(
  store: FrameReader,
  asked: ChannelQuery,
  buckets: number,
  rates: BitRates,
  signal?: AbortSignal,
): Promise<BusHealth> {
  const fromUs = Math.floor(asked.fromUs / SECOND_US) * SECOND_US;
  const bucketUs = Math.max(1, Math.ceil((asked.toUs - fromUs) / buckets / SECOND_US)) * SECOND_US;
  const query = { ...asked, fromUs };
  const traffic = await store.traffic({ ...query, take: { count: SAMPLES, from: "range" } }, signal);
  const frameUs = new Map(traffic.map((one) => [loadKey(one), meanFrameUs(one.some, rates)]));
  const found = traffic.length > 0 ? await store.load({ ...query, bucketUs, frameUs }, signal) : [];
  const ids = traffic.filter(({ isError }) => !isError);
  const cycles = await readCycles(store, query, ids, signal);
  const hasErrors = ids.length < traffic.length;
  return {
    fromUs,
    bucketUs,
    ...columnsOf(found, Math.ceil((asked.toUs - fromUs) / bucketUs), bucketUs),
    controller: hasErrors ? await readController(store, query, signal) : null,
    ids: healthOfIds(ids, frameUs, cycles, asked.toUs - asked.fromUs),
    idCount: ids.length,
    extended: ids.reduce((sum, { isExtended, frames }) => sum + (isExtended ? frames : 0), 0),
  };
}

/** How long a frame occupies the bus, by the bits of these. */
function meanFrameUs(samples: readonly WireFrame[], { nominalBps, dataBps = nominalBps }: BitRates): number {
  if (samples.length === 0) return 0;
  const us = samples.map((frame) => {
    const bits = frameBits(frame);
    return (bits.nominal * 1e6) / nominalBps + (bits.data * 1e6) / dataBps;
  });
  return us.reduce((sum, one) => sum + one, 0) / us.length;
}

/** Of each identifier in the last minute with frames. */
async function readCycles(
  store: FrameReader,
  { channel, ...range }: ChannelQuery,
  ids: readonly IdTraffic[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, CycleStatistics>> {
  const cycles = new Map(ids.map((one) => [loadKey(one), new CycleStatistics()]));
  if (ids.length === 0) return cycles;
  const lastUs = ids.reduce((last, one) => Math.max(last, one.lastUs), 0);
  const window = { fromUs: Math.max(range.fromUs, lastUs - MINUTE_US), toUs: lastUs + 1 };
  const filter = { channels: [channel], types: ["classic", "fd", "remote"] as const };
  for await (const batch of store.stream({ ...range, ...window, filter }, signal))
    for (let row = 0; row < batch.length; row += 1) {
      const isExtended = ((batch.flags[row] as number) & FLAG_EXTENDED) !== 0;
      const key = loadKey({ id: batch.id[row] as number, isExtended, isError: false });
      cycles.get(key)?.add(batch.timeUs[row] as number);
    }
  return cycles;
}

function columnsOf(found: readonly LoadBucket[], count: number, bucketUs: number) {
  const column = () => new Array<number>(count).fill(0);
  const [load, peak, frames, errorFrames] = [column(), column(), column(), column()];
  let most = { peakUs: 0, peakAtUs: 0 };
  for (const bucket of found) {
    if (bucket.index < 0 || bucket.index >= count) continue;
    load[bucket.index] = bucket.busyUs / bucketUs;
    peak[bucket.index] = bucket.peakUs / SECOND_US;
    frames[bucket.index] = bucket.frames;
    errorFrames[bucket.index] = bucket.errors;
    if (bucket.peakUs > most.peakUs) most = bucket;
  }
  return { load, peak, frames, errorFrames, peakAtMs: most.peakUs > 0 ? most.peakAtUs / 1000 : null };
}

function healthOfIds(
  ids: readonly IdTraffic[],
  frameUs: ReadonlyMap<string, number>,
  cycles: ReadonlyMap<string, CycleStatistics>,
  rangeUs: number,
): IdHealth[] {
  const rows = ids.map((one) => ({
    id: one.id,
    extended: one.isExtended,
    frames: one.frames,
    load: (one.frames * (frameUs.get(loadKey(one)) ?? 0)) / rangeUs,
    cycle_us: cycleOf(cycles.get(loadKey(one))),
  }));
  return rows.sort((a, b) => b.load - a.load || a.id - b.id).slice(0, MAX_HEALTH_IDS);
}

function cycleOf(cycle: CycleStatistics | undefined): IdHealth["cycle_us"] {
  const summary = cycle?.summary();
  if (!summary) return null;
  return { mean: summary.avgUs, sigma: summary.sigmaUs, min: summary.minUs, max: summary.maxUs };
}
