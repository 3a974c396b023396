import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SampleRing } from "./sample-ring.ts";
import { gapsIn, gapUs, lastUpTo, nearest, type Samples, stepped } from "./samples.ts";
import { statisticsOf, timesInState } from "./window-statistics.ts";

function samplesOf(points: readonly (readonly [number, number])[]): Samples {
  const sorted = [...points].sort((one, other) => one[0] - other[0]);
  return {
    times: Float64Array.from(sorted, ([at]) => at),
    values: Float64Array.from(sorted, ([, value]) => value),
    length: sorted.length,
    pixelUs: null,
  };
}

const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: -50, max: 50 })), {
  maxLength: 60,
});

describe("samples", () => {
  it("finds the nearest as a search through all does", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: -10, max: 1010 }), (given, at) => {
        const samples = samplesOf(given);
        const index = nearest(samples, at);
        const distances = [...samples.times].map((time) => Math.abs(time - at));
        expect(distances[index]).toBe(samples.length === 0 ? undefined : Math.min(...distances));
      }),
    );
  });

  it("steps from sample to sample and stops at the ends", () => {
    const samples = samplesOf([
      [10, 1],
      [20, 2],
      [30, 3],
    ]);
    expect(stepped(samples, 10, 1)).toBe(20);
    expect(stepped(samples, 15, 1)).toBe(20);
    expect(stepped(samples, 20, -1)).toBe(10);
    expect(stepped(samples, 30, 1)).toBeUndefined();
    expect(stepped(samples, 10, -1)).toBeUndefined();
    expect(lastUpTo(samples, 25)).toBe(1);
  });

  it("takes a pause of many cycles as a gap, a late frame not", () => {
    const times = [0, 10, 20, 30, 48, 58, 500, 510, 520].map((ms) => [ms * 1000, 1] as const);
    const samples = samplesOf(times);
    expect(gapUs(samples)).toBe(50_000);
    expect(gapsIn(samples, { fromUs: 0, toUs: 600_000 }, gapUs(samples))).toEqual([{ fromUs: 58_000, toUs: 500_000 }]);
    // A cycle of one second is not interrupted by two seconds.
    expect(gapUs(samples, 1_000_000)).toBe(5_000_000);
  });
});

describe("window statistics", () => {
  it("are those of every sample in the window, its edges included", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }), (given, from, length) => {
        const inside = given.filter(([at]) => at >= from && at <= from + length).map(([, value]) => value);
        const found = statisticsOf(samplesOf(given), { fromUs: from, toUs: from + length });
        if (inside.length === 0) return found === undefined;
        const sum = inside.reduce((total, value) => total + value, 0);
        const squares = inside.reduce((total, value) => total + value * value, 0);
        expect(found?.samples).toBe(inside.length);
        expect(found?.min).toBe(Math.min(...inside));
        expect(found?.max).toBe(Math.max(...inside));
        expect(found?.mean).toBeCloseTo(sum / inside.length, 9);
        expect(found?.rms).toBeCloseTo(Math.sqrt(squares / inside.length), 9);
        return true;
      }),
    );
  });

  it("count a state until the next sample, and nothing inside a gap", () => {
    const samples = samplesOf([
      [0, 1],
      [10, 1],
      [20, 2],
      [30, 1],
      [1000, 1],
      [1010, 2],
    ]);
    expect(timesInState(samples, { fromUs: 5, toUs: 1010 }, 100)).toEqual([
      { value: 1, us: 5 + 10 + 10 },
      { value: 2, us: 10 },
    ]);
  });

  it("never count more time than the window has", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 500 }), (given, from, length) => {
        const found = timesInState(samplesOf(given), { fromUs: from, toUs: from + length }, 80);
        expect(found.reduce((total, { us }) => total + us, 0)).toBeLessThanOrEqual(length);
      }),
    );
  });
});

describe("the ring of a live signal", () => {
  it("holds the newest samples in the order of time, whatever the order they came in", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 80 }), (times) => {
        const ring = new SampleRing(1000);
        for (const at of times) ring.push(at, at);
        expect([...ring.times]).toEqual([...new Set(times)].sort((one, other) => one - other));
      }),
    );
  });

  it("forgets the oldest when it is full", () => {
    const ring = new SampleRing(4);
    for (let i = 0; i < 50; i++) ring.push(i, i * 2);
    expect([...ring.times]).toEqual([46, 47, 48, 49]);
    expect([...ring.values]).toEqual([92, 94, 96, 98]);
    const kept = ring.copy();
    ring.push(50, 100);
    expect([...kept.times]).toEqual([46, 47, 48, 49]);
  });

  it("takes stored samples to their places without a double, whichever came first", () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 60 });
    fc.assert(
      fc.property(times, times, (live, stored) => {
        const ring = new SampleRing(1000);
        for (const at of live) ring.push(at, at * 2);
        ring.merge(samplesOf(stored.toSorted((a, b) => a - b).map((at) => [at, at * 2])));
        const all = [...new Set([...live, ...stored])].sort((one, other) => one - other);
        expect([...ring.times]).toEqual(all);
        expect([...ring.values]).toEqual(all.map((at) => at * 2));
      }),
    );
  });

  it("keeps the newest of live and stored samples together", () => {
    const ring = new SampleRing(4);
    for (const at of [10, 11, 12]) ring.push(at, at);
    ring.merge(
      samplesOf([
        [7, 7],
        [8, 8],
        [9, 9],
      ]),
    );
    expect([...ring.times]).toEqual([9, 10, 11, 12]);
    ring.push(13, 13);
    expect([...ring.times]).toEqual([10, 11, 12, 13]);
  });
});
