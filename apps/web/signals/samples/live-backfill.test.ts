import { expect, it, vi } from "vitest";
import { ChunkStore } from "./chunk-store.ts";
import { LATE_MS, LiveBackfill } from "./live-backfill.ts";
import { LiveHistory } from "./live-history.ts";
import { LiveSource } from "./live-source.ts";
import type { CurvesAsked, LoadedCurve } from "./load-curves.ts";
import type { SampleStore } from "./sample-store.ts";
import type { Samples, SpanUs } from "./samples.ts";

const SECOND = 1_000_000;
const NOW = 1000 * SECOND;
const STEP = 10_000;
const KEY = "0!dbc!100!Speed";

const samplesOf = (fromUs: number, toUs: number, pixelUs: number | null = null): Samples => {
  const times = Float64Array.from(
    { length: Math.max(0, Math.ceil((toUs - fromUs) / STEP)) },
    (_, i) => fromUs + i * STEP,
  );
  return { times, values: times, length: times.length, pixelUs };
};

const MOST_RAW = 16_000;

/** One sample every 10 ms up to `storedUs`; more than `MOST_RAW` are reduced. */
function storeOf(storedUs: () => number) {
  const asked: SpanUs[] = [];
  const load = async ({ span, keys }: CurvesAsked) => {
    asked.push(span);
    const all = samplesOf(Math.ceil(span.fromUs / STEP) * STEP, Math.min(span.toUs, storedUs()));
    const samples = all.length > MOST_RAW ? { ...all, pixelUs: SECOND } : all;
    return new Map(keys.map((key) => [key, { ok: true, samples, count: all.length } as LoadedCurve]));
  };
  const store: SampleStore = { id: "test", load, count: async () => new Map() };
  return { store, asked };
}

/** A ring without live samples. */
function sourceOf(keys: readonly string[]): LiveSource {
  const source = new LiveSource();
  const message = { name: "M", id: 256, isExtended: false, signals: [], isDecodable: true };
  source.follow(keys.map((key) => ({ key, message, dbc: { messages: [] }, signal: {}, channel: 0 }) as never));
  return source;
}

const gapsOf = ({ times, length }: Samples) =>
  [...times.subarray(0, length)].slice(1).filter((at, i) => at - (times[i] as number) !== STEP);

it("a live curve begins with its stored window; what was still on its way to the store is looked for once more [DBC-05]", async () => {
  vi.useFakeTimers();
  let storedUs = NOW - 200_000;
  const { store, asked } = storeOf(() => storedUs);
  const source = sourceOf([KEY]);
  const backfill = new LiveBackfill(store, source, () => undefined);
  const done = backfill.want([KEY], NOW - 60 * SECOND, NOW);
  expect(source.stateOf(KEY)).toBe("coming");
  await vi.advanceTimersByTimeAsync(0);
  expect([source.stateOf(KEY), source.read(KEY).length]).toEqual(["here", 5980]);
  // Live samples begin now; those before reach the store a moment later.
  source.fill(KEY, samplesOf(NOW, NOW + SECOND));
  storedUs = NOW + 500_000;
  await vi.advanceTimersByTimeAsync(LATE_MS);
  await done;
  const ring = source.read(KEY);
  expect([ring.length, ring.times[0], gapsOf(ring)]).toEqual([6100, NOW - 60 * SECOND, []]);
  // The same window requests nothing again; a longer one does.
  await backfill.want([KEY], NOW - 60 * SECOND, NOW);
  expect(asked).toHaveLength(2);
  vi.useRealTimers();
});

it("a window of more samples than the store gives at once is read in parts, every sample of it", async () => {
  vi.useFakeTimers();
  const { store, asked } = storeOf(() => NOW);
  const source = sourceOf([KEY]);
  const done = new LiveBackfill(store, source, () => undefined).want([KEY], NOW - 300 * SECOND, NOW);
  await vi.advanceTimersByTimeAsync(LATE_MS);
  await done;
  const ring = source.read(KEY);
  expect([ring.length, ring.pixelUs, gapsOf(ring)]).toEqual([30_000, null, []]);
  expect(asked).toHaveLength(1 + 3 + 1);
  vi.useRealTimers();
});

it("a store that is away leaves the live samples alone", async () => {
  vi.useFakeTimers();
  const store: SampleStore = {
    id: "away",
    load: () => Promise.reject(new Error("away")),
    count: async () => new Map(),
  };
  const source = sourceOf([KEY]);
  const done = new LiveBackfill(store, source, () => undefined).want([KEY], NOW - 60 * SECOND, NOW);
  await vi.advanceTimersByTimeAsync(LATE_MS);
  await done;
  source.fill(KEY, samplesOf(NOW, NOW + SECOND));
  expect([source.stateOf(KEY), source.read(KEY).length]).toEqual(["here", 100]);
  vi.useRealTimers();
});

it("live and stored samples are one time: pulled to the past, the curve goes on without gap or double [DBC-05]", () => {
  const source = sourceOf([KEY]);
  source.fill(KEY, samplesOf(NOW - 10 * SECOND, NOW));
  const chunks = new ChunkStore();
  const history = new LiveHistory(source, chunks);
  const past = { fromUs: NOW - 30 * SECOND, toUs: NOW };
  source.pause();
  expect(history.stateOf(KEY, past)).toBe("coming");
  chunks.add(KEY, { span: past, samples: samplesOf(past.fromUs, past.toUs) });
  expect(history.stateOf(KEY, past)).toBe("here");
  const both = history.read(KEY, past);
  expect([both.length, both.times[0], gapsOf(both)]).toEqual([3000, past.fromUs, []]);
  expect(history.read(KEY, past)).toBe(both);
  expect(history.readAt(KEY, NOW - 20 * SECOND).length).toBe(3000);
  // A window within the live samples requests nothing.
  expect(history.read(KEY, { fromUs: NOW - 5 * SECOND, toUs: NOW }).length).toBe(1000);
});
