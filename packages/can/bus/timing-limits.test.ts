import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calculateBitTiming, MAX_BITRATE_ERROR } from "./bit-timing.ts";
import { dbtpOf, nbtpOf, timingLimits } from "./timing-limits.ts";

const phases = fc.constantFrom("classic", "nominal", "data");
const clocks = fc.constantFrom(8, 16, 20, 24, 40, 60, 80).map((mhz) => mhz * 1_000_000);

describe("the bit timing of a controller", () => {
  it("stays within its registers and near what was asked for, whatever that is [DEV-05]", () => {
    const rates = fc.integer({ min: 5, max: 8000 }).map((kbit) => kbit * 1000);
    const points = fc.integer({ min: 50, max: 95 }).map((percent) => percent / 100);
    fc.assert(
      fc.property(phases, clocks, rates, points, (phase, clockHz, rate, point) => {
        const limits = timingLimits(phase, clockHz);
        const timing = calculateBitTiming(limits, rate, point);
        if (timing === undefined) return;
        const { brp, tseg1, tseg2, sjw, bitrate, samplePoint } = timing;
        expect(brp).toBeGreaterThanOrEqual(limits.brpMin);
        expect(brp).toBeLessThanOrEqual(limits.brpMax);
        expect(tseg1).toBeLessThanOrEqual(limits.tseg1Max);
        expect(tseg2).toBeLessThanOrEqual(limits.tseg2Max);
        expect(sjw).toBeLessThanOrEqual(Math.min(tseg2, limits.sjwMax));
        expect(bitrate).toBeCloseTo(clockHz / (brp * (1 + tseg1 + tseg2)), 6);
        expect(Math.abs(bitrate / rate - 1)).toBeLessThanOrEqual(MAX_BITRATE_ERROR);
        expect(samplePoint).toBeCloseTo((1 + tseg1) / (1 + tseg1 + tseg2), 9);
      }),
    );
  });

  it("is found for the usual rates of a bus, exactly [DEV-05]", () => {
    for (const rate of [125, 250, 500, 1000]) {
      const timing = calculateBitTiming(timingLimits("nominal", 80_000_000), rate * 1000);
      expect(timing?.bitrate).toBe(rate * 1000);
      const classic = calculateBitTiming(timingLimits("classic", 8_000_000), rate * 1000);
      expect(classic?.bitrate).toBe(rate * 1000);
    }
    for (const mbit of [1, 2, 4, 5, 8]) {
      expect(calculateBitTiming(timingLimits("data", 80_000_000), mbit * 1e6, 0.75)?.bitrate).toBe(mbit * 1e6);
    }
  });

  it("goes into the registers of M_CAN, one less each [DEV-05]", () => {
    const quanta = { brp: 2, tseg1: 63, tseg2: 16, sjw: 16 };
    expect(nbtpOf(quanta)).toBe(0x1e013e0f);
    expect(nbtpOf({ brp: 512, tseg1: 256, tseg2: 128, sjw: 128 })).toBe(0xffffff7f);
    expect(dbtpOf({ brp: 1, tseg1: 29, tseg2: 10, sjw: 10 })).toBe(0x00001c99);
  });
});
