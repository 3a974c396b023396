import { BusLoad } from "@canopy/can/bus/bus-load";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_BRS, FLAG_ERROR, FLAG_EXTENDED, FLAG_FD } from "@canopy/can/frame/frame";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { batchOf, EVENING_US } from "../ingest/test-ingest-world.ts";
import { LiveMeter } from "../live/live-meter.ts";
import { readBusHealth } from "./bus-health.ts";

const SECOND_US = 1_000_000;
const FROM_US = EVENING_US - 600 * SECOND_US;
const RATES = { nominalBps: 500_000, dataBps: 2_000_000 };

/** A minute: one identifier every 10 ms, one FD every 100 ms, an error frame every 5 s; ten seconds of it twice as busy. */
function makeFrames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < 6000; i += 1) {
    const timeUs = FROM_US + i * 10_000;
    batch.push(timeUs, 0, 0x100, 0, 8, Uint8Array.of(i, i >> 8, 0, 255, i * 7, 3, 0, 0));
    if (i >= 2000 && i < 3000) batch.push(timeUs + 5000, 0, 0x101, 0, 8, new Uint8Array(8).fill(i));
    if (i % 10 === 0)
      batch.push(timeUs + 1000, 0, 0x1abcdef0, FLAG_EXTENDED | FLAG_FD | FLAG_BRS, 64, new Uint8Array(64).fill(i));
    if (i % 500 === 0) {
      // One without a word, one of another make, then ever worse and a little better at last.
      const said = [[], [0, 4, 0, 0, 0, 0, 200, 0], [0xe1, 16, 0, 8, 0], [0xe4, 2, 0, 3, 255], [0xe3, 16, 0, 135, 0]];
      const data = Uint8Array.from(said[Math.min(4, i / 500)] ?? []);
      batch.push(timeUs + 2000, 0, 0, FLAG_ERROR, data.length, data);
    }
    if (i % 100 === 0) batch.push(timeUs, 1, 0x7ff, 0, 1, Uint8Array.of(i));
  }
  return batch;
}

describe.each(["landed", "settled"] as const)("bus health of %s frames", (state) => {
  let engines: FrameEngines;
  const batch = makeFrames();
  const asked = { bindingNumber: 5, channel: 0, fromUs: FROM_US, toUs: FROM_US + 60 * SECOND_US };
  const read = (changes: Partial<typeof asked> = {}, buckets = 60) =>
    readBusHealth(engines.store.frames, { ...asked, ...changes }, buckets, RATES);

  beforeAll(async () => {
    engines = await frameEngines();
    const ingest = engines.ingest();
    const neighbour = { ...batchOf({ sequence: 1, bindingNumber: 6, timesUs: [] }), frames: batch };
    await Promise.all([ingest.ingest({ ...neighbour, bindingNumber: 5 }), ingest.ingest(neighbour)]);
    await ingest.close();
    if (state === "settled") await engines.settle();
  });
  afterAll(() => engines?.end());

  it("the load of each second is that of the bits on the wire, within two percent of a bit-exact count", async () => {
    const exact: number[] = [];
    const reference = new BusLoad(RATES, ({ channel, loadPercent }) => channel === 0 && exact.push(loadPercent / 100));
    reference.add(batch);
    reference.end();
    const { load, peak, bucketUs } = await read();
    expect(bucketUs).toBe(SECOND_US);
    expect(load).toHaveLength(60);
    for (const [i, value] of load.entries()) expect(Math.abs(value / (exact[i] ?? 0) - 1)).toBeLessThan(0.02);
    expect(peak).toEqual(load);
  });

  it("what the live channel says of the same frames is what is stored, second by second", async () => {
    const meter = new LiveMeter(() => RATES);
    const lively: number[] = [];
    const loadNow = () => meter.read().find(({ channel }) => channel === 0)?.load ?? 0;
    // As a terminal sends them: ten batches a second.
    for (let second = 0; second < 60; second += 1) {
      for (let part = 0; part < 10; part += 1) {
        const fromUs = FROM_US + second * SECOND_US + part * 100_000;
        const piece = new FrameBatch();
        for (let i = 0; i < batch.length; i += 1) {
          const { timeUs, channel, id, flags, size, data } = batch.at(i);
          if (timeUs >= fromUs && timeUs < fromUs + 100_000) piece.push(timeUs, channel, id, flags, size, data);
        }
        meter.add(piece, fromUs / 1000);
      }
      lively.push(loadNow());
    }
    const { load } = await read();
    // The live window closes a batch later, so the seconds in which the load changes are left out.
    for (const second of [5, 10, 15, 25, 28, 35, 50]) {
      expect(Math.abs((lively[second] ?? 0) / (load[second] ?? 1) - 1), `second ${second}`).toBeLessThan(0.1);
    }
  });

  it("wide buckets keep the busiest second, and say when it was", async () => {
    const { load, peak, peakAtMs, bucketUs } = await read({}, 3);
    expect(bucketUs).toBe(20 * SECOND_US);
    expect(peak[1]).toBeGreaterThan((load[1] ?? 0) * 1.2);
    expect(peak[0]).toBeLessThan(peak[1] ?? 0);
    expect(peakAtMs).toBeGreaterThanOrEqual((FROM_US + 20 * SECOND_US) / 1000);
    expect(peakAtMs).toBeLessThan((FROM_US + 30 * SECOND_US) / 1000);
  });

  it("error frames are counted apart and belong to no identifier", async () => {
    const { errorFrames, ids, idCount } = await read();
    expect(errorFrames.reduce((sum, one) => sum + one, 0)).toBe(12);
    expect(errorFrames[0]).toBe(1);
    expect(errorFrames[1]).toBe(0);
    expect(idCount).toBe(3);
    expect(ids.map(({ id }) => id)).not.toContain(0);
  });

  it("what error frames said of the controller: the last, and the worst", async () => {
    const { controller } = await read();
    expect(controller).toEqual({
      lastUs: FROM_US + 5500 * 10_000 + 2000,
      state: "passive",
      rec: 135,
      tec: 0,
      worst: { state: "bus_off", rec: 135, tec: 255 },
    });
    const beginning = await read({ toUs: FROM_US + 10 * SECOND_US });
    expect(beginning.controller).toBeNull();
    expect((await read({ channel: 1 })).controller).toBeNull();
  });

  it("each identifier has its frames, its share and the cycle of the last minute; the largest share first", async () => {
    const { ids, load } = await read();
    expect(ids.map(({ id, extended, frames }) => [id, extended, frames])).toEqual([
      [0x100, false, 6000],
      [0x1abcdef0, true, 600],
      [0x101, false, 1000],
    ]);
    const total = ids.reduce((sum, one) => sum + one.load, 0);
    expect(total).toBeCloseTo(load.reduce((sum, one) => sum + one, 0) / load.length, 2);
    expect(ids[0]?.cycle_us).toEqual({ mean: 10_000, sigma: 0, min: 10_000, max: 10_000 });
    expect(ids[1]?.cycle_us?.mean).toBe(100_000);
  });

  it("of another channel and of a time without frames nothing is mixed in", async () => {
    const other = await read({ channel: 1 });
    expect(other.ids.map(({ id }) => id)).toEqual([0x7ff]);
    const silent = await read({ fromUs: FROM_US - 60 * SECOND_US, toUs: FROM_US });
    expect(silent.ids).toEqual([]);
    expect(silent.peakAtMs).toBeNull();
    expect(silent.load.every((value) => value === 0)).toBe(true);
  });
});
