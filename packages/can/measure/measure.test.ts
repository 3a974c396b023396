import { describe, expect, it } from "vitest";
import { checksum, counter, cycle, responseTime, rises, within } from "./measure.ts";

const samples = (...pairs: [number, number][]) => ({
  times: Float64Array.from(pairs, ([time]) => time),
  values: Float64Array.from(pairs, ([, value]) => value),
});
const frames = (...rows: number[][]) => ({
  times: Float64Array.from(rows, (_, at) => at * 10),
  lengths: Uint8Array.from(rows, (row) => row.length),
  data: Uint8Array.from(rows.flatMap((row) => [...row, ...Array.from({ length: 8 - row.length }, () => 0)])),
  stride: 8,
});

describe("measurements over samples [TST-02]", () => {
  it("within: the value that is farthest outside, with its moment", () => {
    expect(within(samples([0, 12], [5, 15.5], [9, 11]), 12, 14.8)).toEqual({
      outcome: "failed",
      measured: 11,
      judged: 3,
      failed: 2,
      atMs: 9,
      fromMs: 9,
    });
    expect(within(samples([0, 12], [5, 14]), 12, 14)).toMatchObject({ outcome: "passed", failed: 0, judged: 2 });
    expect(within(samples([0, Number.NaN]), 0, 1)).toMatchObject({ outcome: "failed" });
  });

  it("cycle: the largest distance from the period", () => {
    expect(cycle(samples([0, 0], [100, 0], [204, 0]), 100, 10)).toMatchObject({ outcome: "passed", measured: 104 });
    expect(cycle(samples([0, 0], [100, 0], [215, 0]), 100, 10)).toMatchObject({
      outcome: "failed",
      measured: 115,
      atMs: 215,
      fromMs: 100,
      failed: 1,
    });
  });

  it("responseTime: from the rise of the cause to the next of the effect, also where none comes", () => {
    const pedal = { samples: samples([0, 0], [10, 1], [20, 0], [100, 1], [110, 0]), level: 1 };
    const lamp = { samples: samples([0, 0], [40, 1], [50, 0], [183, 1]), level: 1 };
    expect(rises(pedal)).toEqual([10, 100]);
    expect(responseTime(pedal, lamp, 50)).toEqual({
      outcome: "failed",
      measured: 83,
      judged: 2,
      failed: 1,
      atMs: 183,
      fromMs: 100,
    });
    const dark = { samples: samples([0, 0], [400, 0]), level: 1 };
    expect(responseTime(pedal, dark, 50)).toMatchObject({ outcome: "failed", measured: 390, failed: 2 });
    const short = { samples: samples([0, 0], [120, 0]), level: 1 };
    // The data ends before the second limit has passed: only the first rise is judged.
    expect(responseTime(pedal, short, 50)).toMatchObject({ judged: 1, failed: 1 });
  });

  it("counter: missing values and a counter that stands still, over its turn", () => {
    const of = (...values: number[]) => samples(...values.map((value, at) => [at, value] as [number, number]));
    expect(counter(of(13, 14, 15, 0, 1), 16)).toMatchObject({ outcome: "passed", judged: 4 });
    expect(counter(of(13, 15, 2), 16)).toMatchObject({ outcome: "failed", measured: 2, failed: 2 });
    expect(counter(of(3, 3), 16)).toMatchObject({ outcome: "failed", measured: 15 });
  });

  it("checksum: xor, sum and the CRC-8 of SAE J1850, whose check value is 0x4B", () => {
    expect(checksum(frames([1, 2, 3, 0]), "xor", 3)).toMatchObject({ outcome: "passed" });
    expect(checksum(frames([0xff, 2, 1], [1, 1, 3]), "sum", 2)).toMatchObject({
      outcome: "failed",
      failed: 1,
      atMs: 10,
    });
    const digits = [..."123456789"].map((digit) => digit.charCodeAt(0));
    const nine = {
      ...frames([]),
      times: Float64Array.of(0),
      lengths: Uint8Array.of(10),
      data: Uint8Array.of(...digits, 0x4b),
      stride: 10,
    };
    expect(checksum(nine, "crc8", 9)).toMatchObject({ outcome: "passed" });
    expect(checksum(frames([1, 2]), "xor", 5)).toMatchObject({ outcome: "failed" });
  });

  it("tells where there is nothing to judge", () => {
    expect(within(samples(), 0, 1).outcome).toBe("noData");
    expect(cycle(samples([1, 1]), 10, 10).outcome).toBe("noData");
    expect(counter(samples([1, 1]), 16).outcome).toBe("noData");
  });
});
