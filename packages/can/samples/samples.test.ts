import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHECKSUMS, checkChecksums, checksumOf, likelyChecksum } from "./checksums.ts";
import { checkCounter } from "./counters.ts";
import { cycleOf } from "./cycles.ts";
import { histogramOf } from "./histogram.ts";
import { pairSamples, relationOf } from "./pairs.ts";
import type { Samples } from "./samples.ts";
import { spectrumOf, transform } from "./spectrum.ts";
import { stateTimes } from "./states.ts";
import { summarise } from "./summary.ts";

const samples = (...rows: readonly (readonly [timeUs: number, value: number])[]): Samples => ({
  timeUs: Float64Array.from(rows, ([time]) => time),
  value: Float64Array.from(rows, ([, value]) => value),
});
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const numbers = fc.array(number, { minLength: 1, maxLength: 200 });
/** As near and as far apart as numbers can be. */
const extremes = fc.array(fc.constantFrom(0, 5e-324, 1e-323, 1.7e308, -1.7e308), { minLength: 1, maxLength: 20 });
const timed = (values: readonly number[]) => samples(...values.map((v, i) => [i * 10, v] as const));

describe("summary", () => {
  it("is that of the definitions, whatever the values [DBC-08]", () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const found = summarise(timed(values));
        const mean = values.reduce((a, b) => a + b, 0) / values.length;
        expect(found?.min).toBe(Math.min(...values));
        expect(found?.max).toBe(Math.max(...values));
        expect(found?.minAtUs).toBe(values.indexOf(Math.min(...values)) * 10);
        expect(found?.mean).toBeCloseTo(mean, 5);
        const rms = Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
        expect(found?.rms).toBeCloseTo(rms, 4);
      }),
    );
  });

  it("a large offset costs no digits", () => {
    expect(summarise(timed([1e9, 1e9 + 1, 1e9 + 2]))?.sigma).toBeCloseTo(Math.sqrt(2 / 3), 9);
  });

  it("is nothing without samples", () => expect(summarise(samples())).toBeUndefined());
});

describe("histogram", () => {
  it("counts every value once, and its bins reach from the smallest to the largest [DBC-08]", () => {
    fc.assert(
      fc.property(fc.oneof(numbers, extremes), fc.integer({ min: 1, max: 60 }), (values, bins) => {
        const found = histogramOf(Float64Array.from(values), bins);
        expect(found?.counts.reduce((a, b) => a + b, 0)).toBe(values.length);
      }),
    );
    expect(histogramOf(Float64Array.of(0, 1, 1, 2, 4), 4)).toEqual({ from: 0, binWidth: 1, counts: [1, 2, 1, 1] });
    expect(histogramOf(Float64Array.of(7, 7), 10)).toEqual({ from: 6.5, binWidth: 1, counts: [2] });
  });
});

describe("cycle", () => {
  const at = (...ms: readonly number[]) => Float64Array.from(ms, (t) => t * 1000);

  it("min, mean, max, σ, jitter and the missing against the stated cycle [DBC-08]", () => {
    const found = cycleOf(at(0, 10, 20, 50, 60), 10_000);
    expect(found).toMatchObject({
      count: 4,
      minUs: 10_000,
      avgUs: 15_000,
      maxUs: 30_000,
      jitterUs: 20_000,
      missing: 2,
    });
    expect(found?.sigmaUs).toBeCloseTo(Math.sqrt((3 * 25 + 225) / 4) * 1000, 6);
  });

  it("without a stated cycle the median stands for it, also where the first interval is a gap", () => {
    expect(cycleOf(at(0, 100, 110, 120, 130), null)).toMatchObject({ nominalUs: 10_000, isStated: false, missing: 9 });
  });

  it("takes 100,000 samples in less than half a second [DBC-08]", () => {
    const times = Float64Array.from({ length: 100_000 }, (_, i) => i * 10_000 + (i % 7));
    const start = process.threadCpuUsage();
    expect(cycleOf(times, null)?.count).toBe(99_999);
    expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(500);
  });
});

describe("pairs", () => {
  it("each y meets the x that held then, and none too old [DBC-08]", () => {
    const x = samples([0, 1], [10, 2], [20, 3]);
    const y = samples([5, 50], [20, 60], [29, 70], [40, 80]);
    expect(pairSamples(x, y, 9)).toEqual({
      x: Float64Array.of(1, 3, 3),
      y: Float64Array.of(50, 60, 70),
      timeUs: Float64Array.of(5, 20, 29),
    });
    expect(pairSamples(samples(), y, 9).x).toHaveLength(0);
  });

  it("finds the line that was drawn", () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), (slope, intercept) => {
        const xs = Float64Array.of(1, 2, 5, 7, 11);
        const found = relationOf({ x: xs, y: xs.map((v) => slope * v + intercept), timeUs: xs });
        expect(found?.slope).toBeCloseTo(slope, 9);
        expect(found?.intercept).toBeCloseTo(intercept, 9);
        if (slope !== 0) expect(found?.correlation).toBeCloseTo(Math.sign(slope), 9);
      }),
    );
  });
});

describe("states", () => {
  it("sums the time at each value, its visits and its longest stay [DBC-08]", () => {
    const found = stateTimes(samples([0, 1], [10, 1], [20, 2], [30, 1]), 60, 100);
    expect(found.states).toEqual([
      { value: 1, visits: 2, totalUs: 50, longestUs: 30 },
      { value: 2, visits: 1, totalUs: 10, longestUs: 10 },
    ]);
  });

  it("a silence is unknown beyond the bound, and ends the stay", () => {
    const found = stateTimes(samples([0, 1], [100, 1]), 110, 20);
    expect(found.unknownUs).toBe(80);
    expect(found.states).toEqual([{ value: 1, visits: 2, totalUs: 30, longestUs: 20 }]);
  });

  it("known and unknown time are the whole range, whatever the samples", () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 5 })), { minLength: 1 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 60 }), (steps, gap) => {
        let at = 0;
        const list = steps.map(([step, v]) => {
          at += step;
          return [at, v] as const;
        });
        const found = stateTimes(samples(...list), at + 30, gap);
        const known = found.states.reduce((sum, { totalUs }) => sum + totalUs, 0);
        expect(known + found.unknownUs).toBe(at + 30 - (list[0]?.[0] as number));
      }),
    );
  });
});

describe("counter", () => {
  it("a counter that runs around is right; a repeat and a gap are told apart", () => {
    expect(checkCounter(timed([14, 15, 0, 1]), 16)).toMatchObject({ checked: 3, repeated: 0, skipped: 0, lost: 0 });
    expect(checkCounter(timed([14, 14, 1, 2]), 16)).toEqual({
      checked: 3,
      repeated: 1,
      skipped: 1,
      lost: 2,
      faults: [
        { timeUs: 10, kind: "repeated", expected: 15, found: 14 },
        { timeUs: 20, kind: "skipped", expected: 15, found: 1 },
      ],
    });
  });

  it("as many as were taken out are lost, while fewer than the counter holds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 2, max: 30 }), (gap, at) => {
        const all = Array.from({ length: 60 }, (_, i) => i % 16);
        all.splice(at, gap);
        expect(checkCounter(timed(all), 16).lost).toBe(gap);
      }),
    );
  });
});

describe("checksum", () => {
  const text = new TextEncoder().encode("123456789");

  it.each([
    // The check values of the CRC catalogue.
    ["crc8J1850", 0x4b],
    ["crc8H2f", 0xdf],
    ["xor", 0x31],
    ["sum", 0xdd],
    ["twosComplement", 0x23],
  ] as const)("%s of 123456789", (kind, expected) => expect(checksumOf(kind, text, -1)).toBe(expected));

  it("finds the frames that are wrong, and which kind it likely is", () => {
    for (const kind of CHECKSUMS) {
      const payloads = Array.from({ length: 40 }, (_, i) => Uint8Array.of(i, i * 7, 0xa5, 255 - i, 0));
      for (const bytes of payloads) bytes[4] = checksumOf(kind, bytes, 4);
      expect(likelyChecksum(payloads, 4)).toBe(kind);
      payloads[3]?.fill(77, 0, 1);
      const times = Float64Array.from(payloads, (_, i) => i);
      const found = checkChecksums(times, [...payloads, new Uint8Array(2)], kind, 4);
      expect(found).toMatchObject({ checked: 40, tooShort: 1, wrong: 1 });
      expect(found.faults[0]?.timeUs).toBe(3);
    }
  });
});

describe("spectrum", () => {
  it("is the transform of the definition, whatever the values", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 16, maxLength: 16 }), (values) => {
        const [re, im] = [Float64Array.from(values), new Float64Array(16)];
        transform(re, im);
        for (let k = 0; k < 16; k++) {
          let [sumRe, sumIm] = [0, 0];
          for (const [n, v] of values.entries()) {
            sumRe += v * Math.cos((-2 * Math.PI * k * n) / 16);
            sumIm += v * Math.sin((-2 * Math.PI * k * n) / 16);
          }
          expect(re[k]).toBeCloseTo(sumRe, 6);
          expect(im[k]).toBeCloseTo(sumIm, 6);
        }
      }),
    );
  });

  it.each(["hann", "rectangular"] as const)("a sine of 5 Hz and amplitude 3 stands where it belongs (%s)", (window) => {
    const rows = Array.from({ length: 1024 }, (_, i) => {
      // 100 Hz with the unevenness of a bus.
      const timeUs = i * 10_000 + (i % 3) * 300;
      return [timeUs, 20 + 3 * Math.sin(2 * Math.PI * 5 * (timeUs / 1e6))] as const;
    });
    const found = spectrumOf(samples(...rows), window);
    const peak = found?.amplitude.indexOf(Math.max(...found.amplitude)) ?? 0;
    expect(peak * (found?.stepHz ?? 0)).toBeCloseTo(5, 0);
    expect(found?.amplitude[peak]).toBeGreaterThan(2);
    expect(found?.amplitude[peak]).toBeLessThan(3.1);
    expect(found?.amplitude[0]).toBeLessThan(0.01);
  });

  it("needs some samples at different times", () => {
    expect(spectrumOf(samples([0, 1]), "hann")).toBeUndefined();
    expect(spectrumOf(timed([1, 2, 3]), "hann")).toBeUndefined();
  });
});
