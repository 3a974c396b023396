import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packNumbers } from "./packed-numbers.ts";
import { RunKs, RunTimes } from "./run-times.ts";
import { codeTimes, decodeTimes, TIME_GRID } from "./times.ts";

/** Steps of a period with a jitter of `jitterBits`, which makes a grid of as many, or any steps. */
const anyTimes = fc
  .record({
    periodUs: fc.integer({ min: 1, max: 20_000_000 }),
    jitterBits: fc.integer({ min: 0, max: 34 }),
    noise: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 80 }),
  })
  .map(({ periodUs, jitterBits, noise }) => {
    const times = noise.map((part, i) => 1.7e15 + i * periodUs + Math.floor(part * 2 ** jitterBits));
    return Float64Array.from(times).sort();
  });

function stored(timesUs: Float64Array): { times: RunTimes; mode: number } {
  const numbers = new Float64Array(timesUs.length);
  const code = codeTimes(timesUs, timesUs.length, numbers);
  const bytes = packNumbers(numbers, timesUs.length, code.bits);
  expect(decodeTimes(code, bytes, timesUs.length)).toEqual(timesUs);
  return { times: RunTimes.decode(code, bytes, timesUs.length), mode: code.mode };
}

describe("times of a run", () => {
  it("are the same by row and as an array, on a grid and in steps", () => {
    const modes = new Set<number>();
    fc.assert(
      fc.property(anyTimes, (timesUs) => {
        const { times, mode } = stored(timesUs);
        modes.add(mode);
        expect(Float64Array.from(timesUs, (_, row) => times.at(row))).toEqual(timesUs);
        expect(times.all).toEqual(timesUs);
        expect(Float64Array.from(timesUs, (_, row) => times.at(row))).toEqual(timesUs);
      }),
      { numRuns: 500 },
    );
    expect(modes).toContain(TIME_GRID);
    expect(modes.size).toBe(2);
  });

  it("find the first row at or after a time", () => {
    fc.assert(
      fc.property(anyTimes, fc.nat(80), fc.nat(80), fc.integer({ min: -1, max: 1 }), (timesUs, at, start, off) => {
        const { times } = stored(timesUs);
        const timeUs = (timesUs[Math.min(at, timesUs.length - 1)] as number) + off;
        const rowAt = (from: number, to: number) => {
          const found = timesUs.findIndex((time, row) => row >= from && row < to && time >= timeUs);
          return found < 0 ? to : found;
        };
        expect(times.rowAt(timeUs)).toBe(rowAt(0, timesUs.length));
        const from = Math.min(start, timesUs.length);
        expect(times.nextRowAt(timeUs, from, timesUs.length)).toBe(rowAt(from, timesUs.length));
        expect(RunTimes.of(timesUs, timesUs.length).rowAt(timeUs)).toBe(times.rowAt(timeUs));
      }),
      { numRuns: 500 },
    );
  });

  it("numbers of equal times are the same by row and as an array", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 32 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
        (bits, list) => {
          const numbers = list.map((one) => one % 2 ** bits);
          const ks = RunKs.decode(bits, packNumbers(Float64Array.from(numbers), list.length, bits), list.length);
          expect(numbers.map((_, row) => ks.at(row))).toEqual(numbers);
          expect([...ks.all]).toEqual(numbers);
        },
      ),
    );
  });
});
