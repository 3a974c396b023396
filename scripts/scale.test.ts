import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { needsOf, readCosts, SCALE_PAGE, SIZES, scalePage } from "./scale.ts";

const benchmarks = readFileSync(new URL("../docs/benchmarks.md", import.meta.url), "utf8");

describe("the plan to a million devices", () => {
  it("is what the benchmarks say: `node scripts/scale.ts` writes it anew", () => {
    expect(readFileSync(SCALE_PAGE, "utf8")).toBe(scalePage(readCosts(benchmarks)));
  });

  it("says which figure is missing", () => {
    expect(() => readCosts(benchmarks.replaceAll("| `thin`", "| `thick`"))).toThrow("in a row of thin");
  });

  it("counts rules, curves and viewers by what each of them costs", () => {
    const costs = readCosts(benchmarks);
    for (const kind of ["thin", "driving"] as const) {
      const plan = needsOf(10_000, kind, costs);
      const without = needsOf(10_000, kind, {
        ...costs,
        ruleNs: 0,
        unnamedNs: 0,
        hourMs: 0,
        tenSignalsS: 0,
        watchedNs: 0,
      });
      for (const cores of [plan.ruleCores, plan.curveCores, plan.liveCores]) expect(cores).toBeGreaterThan(0);
      expect(plan.ingestCores - without.ingestCores).toBeCloseTo(plan.ruleCores);
      expect(plan.webCores - without.webCores).toBeCloseTo(plan.curveCores + plan.liveCores);
    }
  });

  it("needs ten times as much for ten times the devices, and never less than two ingests", () => {
    const costs = readCosts(benchmarks);
    const [small, , large] = SIZES.map((devices) => needsOf(devices, "driving", costs));
    expect((large?.ingestCores ?? 0) / (small?.ingestCores ?? 1)).toBeCloseTo(100);
    expect((large?.diskGbPerDay ?? 0) / (small?.diskGbPerDay ?? 1)).toBeCloseTo(100);
    expect((large?.webCores ?? 0) / (small?.webCores ?? 1)).toBeCloseTo(100);
    expect(needsOf(1, "thin", costs)).toMatchObject({ ingests: 2, frameServers: 1 });
  });
});
