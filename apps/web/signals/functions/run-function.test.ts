import { describe, expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
import { thinOut } from "../paint/thin-out.ts";
import type { LoadedSource } from "../samples/load-sources.ts";
import { FIRST_OPTIONS } from "./function-kinds.ts";
import type { Cell, FunctionResult } from "./function-result.ts";
import { resultCsv } from "./result-csv.ts";
import { runFunction } from "./run-function.ts";

const source = (
  rows: readonly (readonly [us: number, value: number])[],
  more: Partial<LoadedSource> = {},
): LoadedSource => ({
  name: "Speed",
  unit: "km/h",
  samples: { timeUs: Float64Array.from(rows, ([us]) => us), value: Float64Array.from(rows, ([, value]) => value) },
  cycleUs: 10_000,
  cutUs: undefined,
  payloads: [],
  ...more,
});
const asked = { options: FIRST_OPTIONS, toUs: 1e6, nameOf: () => undefined, t: translate };
const run = (kind: Parameters<typeof runFunction>[0], sources: readonly LoadedSource[], changes = {}) =>
  runFunction(kind, sources, { ...asked, ...changes });
const cells = (result: FunctionResult | undefined): Cell[] => result?.figures.map(({ cell }) => cell) ?? [];
const steps = (count: number, of: (i: number) => number) =>
  source(Array.from({ length: count }, (_, i) => [i * 10_000, of(i)] as const));

describe("what a function shows is what was reckoned [DBC-08]", () => {
  it("statistics with the moments of the extremes", () => {
    const result = run("statistics", [
      source([
        [0, 1],
        [10, 5],
        [20, -3],
      ]),
    ]);
    expect(cells(result).slice(0, 4)).toEqual([
      { kind: "number", value: 3 },
      { kind: "number", value: -3, unit: "km/h" },
      { kind: "number", value: 5, unit: "km/h" },
      { kind: "number", value: 1, unit: "km/h" },
    ]);
    expect(result?.table?.rows[0]?.[2]).toEqual({ kind: "time", us: 20 });
  });

  it("cycles against that of the DBC, with the missing", () => {
    const result = run("cycle", [
      source([
        [0, 0],
        [10_000, 0],
        [40_000, 0],
      ]),
    ]);
    expect(cells(result)[0]).toEqual({ kind: "duration", us: 10_000 });
    expect(cells(result).at(-1)).toEqual({ kind: "number", value: 2 });
    expect(result?.chart?.series[0]?.values.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(2);
  });

  it("a picture of cycles reaches from the shortest to the longest, gaps are counted beside it", () => {
    const intervals = [19.6, 20, 20.4, 20, 19.8, 500, 20.2];
    const sumTo = (i: number) => intervals.slice(0, i).reduce((sum, ms) => sum + ms * 1000, 0);
    const points = Array.from({ length: intervals.length + 1 }, (_, i) => [sumTo(i), 0] as const);
    const result = run("cycle", [source(points, { cycleUs: 20_000 })]);
    const { x = [], series = [] } = result?.chart ?? {};
    expect([x[0], x.at(-1)].map((ms) => ms?.toFixed(2))).toEqual(["19.61", "20.39"]);
    expect(series[0]?.values.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(6);
    expect(result?.notes).toHaveLength(1);
  });

  it("a histogram lists the bins that hold something", () => {
    const result = run(
      "histogram",
      [
        source([
          [0, 0],
          [1, 0],
          [2, 10],
        ]),
      ],
      { options: { ...FIRST_OPTIONS, bins: 5 } },
    );
    expect(result?.table?.rows.map(([, count]) => count)).toEqual([
      { kind: "number", value: 2 },
      { kind: "number", value: 1 },
    ]);
  });

  it("points of one signal against another, sorted, with their line", () => {
    const result = run("xy", [steps(50, (i) => 50 - i), { ...steps(50, (i) => 2 * (50 - i) - 3), name: "Torque" }]);
    expect(result?.chart?.x).toEqual([...(result?.chart?.x ?? [])].sort((a, b) => a - b));
    expect(cells(result)[2]).toEqual({ kind: "text", text: "y = 2 · x − 3" });
  });

  it("time in state under the names of the DBC", () => {
    const result = run("states", [steps(100, (i) => (i < 75 ? 1 : 2))], {
      nameOf: (v: number) => (v === 1 ? "Drive" : undefined),
    });
    expect(result?.table?.rows.map((row) => row.slice(0, 4))).toEqual([
      [
        { kind: "text", text: "Drive (1)" },
        { kind: "duration", us: 750_000 },
        { kind: "percent", share: 0.75 },
        { kind: "number", value: 1 },
      ],
      [
        { kind: "number", value: 2, unit: "km/h" },
        { kind: "duration", us: 250_000 },
        { kind: "percent", share: 0.25 },
        { kind: "number", value: 1 },
      ],
    ]);
  });

  it("the strongest line of a spectrum", () => {
    const result = run("spectrum", [steps(1024, (i) => Math.sin((2 * Math.PI * 12.5 * i) / 100))]);
    const [hz] = result?.table?.rows[0] ?? [];
    expect(hz?.kind === "number" && hz.value).toBeCloseTo(12.5, 1);
  });

  it("faults of counters and checksums", () => {
    expect(cells(run("counter", [steps(40, (i) => (i < 20 ? i : i + 2) % 16)]))).toEqual(
      [39, 0, 1, 2].map((value) => ({ kind: "number", value })),
    );
    const payloads = Array.from(
      { length: 20 },
      (_, i) => `0${(i % 10).toString(16)}11000000000${((i % 10) ^ 1).toString(16)}`,
    );
    const frames = {
      ...steps(20, () => 0),
      payloads: payloads.map((hex) => hex.slice(0, 14) + xorOf(hex.slice(0, 14))),
    };
    const broken = { ...frames, payloads: frames.payloads.with(4, "FFFFFFFFFFFFFF55") };
    const result = run("checksum", [broken]);
    expect(cells(result).slice(1)).toEqual([20, 1, 0].map((value) => ({ kind: "number", value })));
  });

  it("nothing is made of nothing", () => {
    for (const kind of ["statistics", "cycle", "histogram", "xy", "states", "spectrum", "counter", "checksum"] as const)
      expect(run(kind, [source([])])).toBeUndefined();
  });
});

function xorOf(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return bytes
    .reduce((sum, byte) => sum ^ Number.parseInt(byte, 16), 0)
    .toString(16)
    .padStart(2, "0");
}

it("a file of a result has exact numbers and runs nothing [DBC-08]", () => {
  const result = run("statistics", [
    source(
      [
        [0, -1.25],
        [10, 5],
      ],
      { name: "=cmd()" },
    ),
  ]);
  const text = result ? resultCsv(result) : "";
  expect(text).toContain("-1.25");
  expect(text).not.toContain("'-1.25");
  expect(text).toContain("'=cmd()");
  expect(text).toContain("1970-01-01T00:00:00.000010Z");
});

it("a thinned line keeps every extreme", () => {
  const x = Float64Array.from({ length: 100_000 }, (_, i) => i);
  const y = new Float64Array(100_000);
  y[77_777] = 9;
  y[77_778] = -9;
  const thin = thinOut(x, y);
  expect(thin.x.length).toBeLessThanOrEqual(4000);
  expect([Math.max(...thin.y), Math.min(...thin.y)]).toEqual([9, -9]);
});
