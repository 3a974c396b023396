import { describe, expect, it } from "vitest";
import { M4 } from "../../frames/reading/curve-pixels.ts";
import { MINUTE_US, SECOND_US } from "../../frames/store/time-window.ts";
import { curveGrid } from "./curve-grid.ts";
import { curvePoints } from "./curve-points.ts";

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pixelsOf(samples: readonly (readonly [number, number])[], originUs: number, pixelUs: number) {
  const m4 = new M4({ originUs, pixelUs });
  for (const [at, value] of samples) m4.add(at, value);
  return m4.pixels;
}

describe("the grid of a curve", () => {
  it.each([
    [0, 1000, 10, 100],
    [7, 1_000_000, 1000, 1000],
    [5, 86_400 * SECOND_US, 2000, 43 * SECOND_US],
    [5, 180 * 86_400 * SECOND_US, 2000, 129 * MINUTE_US],
    [0, 1, 4000, 1],
  ])("from %d to %d in %d pixels: pixels of %d us at whole multiples", (fromUs, toUs, pixels, pixelUs) => {
    const grid = curveGrid({ fromUs, toUs }, pixels);
    expect(grid.pixelUs).toBe(pixelUs);
    expect([grid.fromUs % pixelUs, grid.toUs % pixelUs]).toEqual([0, 0]);
    expect(grid.fromUs <= fromUs && grid.toUs >= toUs).toBe(true);
    expect((grid.toUs - grid.fromUs) / pixelUs).toBeLessThanOrEqual(2 * pixels + 2);
  });
});

describe("pixels", () => {
  it("become points in the order of time that hold every extreme", () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const next = random(seed);
      const samples = Array.from({ length: 300 }, (_, i) => [i * 10, Math.floor(next() * 1000)] as const);
      const {
        times,
        values,
        samples: count,
      } = curvePoints({ kind: "pixels", pixels: pixelsOf(samples, 0, 100) }, 0, 100);
      expect(count).toBe(300);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Math.max(...values)).toBe(Math.max(...samples.map(([, value]) => value)));
      expect(Math.min(...values)).toBe(Math.min(...samples.map(([, value]) => value)));
      const drawn = new Set(samples.map(([at, value]) => `${at} ${value}`));
      expect(times.every((at, i) => drawn.has(`${at} ${values[i]}`))).toBe(true);
    }
  });
});

describe("a gap", () => {
  const every = (stepUs: number, ...counts: number[]) => {
    let at = 0;
    return counts.flatMap((count, part) => {
      if (part > 0) at += 10 * stepUs;
      return Array.from({ length: count }, () => {
        at += stepUs;
        return at;
      });
    });
  };

  it("is where raw samples are further apart than three usual distances", () => {
    const timesUs = every(100, 5, 4, 3);
    const { breaks, cycleUs } = curvePoints({ kind: "raw", timesUs, values: timesUs }, 0, 10);
    expect([cycleUs, breaks]).toEqual([100, [5, 9]]);
  });

  it("is none where it is narrower than a pixel, and none after one missing sample", () => {
    const timesUs = every(100, 5, 4);
    expect(curvePoints({ kind: "raw", timesUs, values: timesUs }, 0, 5000).breaks).toEqual([]);
    const missing = [0, 100, 200, 400, 500];
    expect(curvePoints({ kind: "raw", timesUs: missing, values: missing }, 0, 1).breaks).toEqual([]);
  });

  it("is between pixels too", () => {
    const timesUs = every(10, 100, 100);
    const pixels = pixelsOf(
      timesUs.map((at) => [at, at] as const),
      0,
      50,
    );
    const { breaks, times } = curvePoints({ kind: "pixels", pixels }, 0, 50);
    expect(breaks).toHaveLength(1);
    const at = breaks[0] as number;
    expect((times[at] as number) - (times[at - 1] as number)).toBe(110);
  });
});
