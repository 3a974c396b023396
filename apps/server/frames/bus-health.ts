import { frameBits, type WireFrame } from "@canopy/can/bus/bit-length";
import type { BitRates } from "@canopy/can/bus/bus-load";
import { CycleStatistics } from "@canopy/can/bus/cycle-statistics";
import { type BusErrors, readErrorFrame, worseState } from "@canopy/can/bus/error-frame";
import { type IdHealth, MAX_HEALTH_IDS } from "@canopy/contract/frames/bus-health";
import type { ClickHouseClient } from "@clickhouse/client";
import {
  type ChannelQuery,
  ERROR_KEY,
  type HealthBucket,
  type IdSample,
  readCycleTimes,
  readErrorFrames,
  readHealthBuckets,
  readIdSamples,
} from "./bus-health-store.ts";

const SECOND_US = 1_000_000;

/** What error frames said: the last, and the worst of each word. */
export interface ControllerHealth extends BusErrors {
  readonly lastUs: number;
  readonly worst: BusErrors;
}

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
  client: ClickHouseClient,
  asked: ChannelQuery,
  buckets: number,
  rates: BitRates,
): Promise<BusHealth> {
  const fromUs = Math.floor(asked.fromUs / SECOND_US) * SECOND_US;
  const bucketUs = Math.max(1, Math.ceil((asked.toUs - fromUs) / buckets / SECOND_US)) * SECOND_US;
  const query = { ...asked, fromUs, bucketUs };
  const samples = await readIdSamples(client, query);
  const frameUs = new Map(samples.map(({ key, samples: some }) => [key, meanFrameUs(some, rates)]));
  const found = await readHealthBuckets(client, query, frameUs);
  const lastUs = samples.reduce((last, one) => Math.max(last, one.lastUs), 0);
  const times = samples.length > 0 ? await readCycleTimes(client, query, lastUs) : new Map<number, number[]>();
  const errors = frameUs.has(ERROR_KEY) ? await readErrorFrames(client, query) : [];
  const ids = samples.filter(({ key }) => key !== ERROR_KEY);
  return {
    fromUs,
    bucketUs,
    ...columnsOf(found, Math.ceil((asked.toUs - fromUs) / bucketUs), bucketUs),
    controller: controllerOf(errors),
    ids: healthOfIds(ids, frameUs, times, asked.toUs - asked.fromUs),
    idCount: ids.length,
    extended: ids.reduce((sum, { key, frames }) => sum + (key % 2 === 1 ? frames : 0), 0),
  };
}

/** The newest first. */
export function controllerOf(frames: readonly { lastUs: number; data: Uint8Array }[]): ControllerHealth | null {
  const read = frames.flatMap(({ lastUs, data }) => {
    const errors = readErrorFrame(data);
    return errors ? [{ lastUs, ...errors }] : [];
  });
  const [last] = read;
  if (!last) return null;
  const worst = read.reduce<BusErrors>(
    (most, { state, rec, tec }) => ({
      state: worseState(most.state, state),
      rec: Math.max(most.rec, rec),
      tec: Math.max(most.tec, tec),
    }),
    last,
  );
  const { state, rec, tec } = worst;
  return { ...last, worst: { state, rec, tec } };
}

/** How long a frame occupies the bus, by the bits of these. */
export function meanFrameUs(samples: readonly WireFrame[], { nominalBps, dataBps = nominalBps }: BitRates): number {
  if (samples.length === 0) return 0;
  const us = samples.map((frame) => {
    const bits = frameBits(frame);
    return (bits.nominal * 1e6) / nominalBps + (bits.data * 1e6) / dataBps;
  });
  return us.reduce((sum, one) => sum + one, 0) / us.length;
}

function columnsOf(found: readonly HealthBucket[], count: number, bucketUs: number) {
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
  ids: readonly IdSample[],
  frameUs: ReadonlyMap<number, number>,
  times: ReadonlyMap<number, readonly number[]>,
  rangeUs: number,
): IdHealth[] {
  const rows = ids.map(({ key, frames }) => ({
    id: Math.floor(key / 2),
    extended: key % 2 === 1,
    frames,
    load: (frames * (frameUs.get(key) ?? 0)) / rangeUs,
    cycle_us: cycleOf(times.get(key) ?? []),
  }));
  return rows.sort((a, b) => b.load - a.load || a.id - b.id).slice(0, MAX_HEALTH_IDS);
}

export function cycleOf(timesUs: readonly number[]): IdHealth["cycle_us"] {
  const cycle = new CycleStatistics();
  for (const timeUs of timesUs) cycle.add(timeUs);
  const summary = cycle.summary();
  if (!summary) return null;
  return { mean: summary.avgUs, sigma: summary.sigmaUs, min: summary.minUs, max: summary.maxUs };
}
