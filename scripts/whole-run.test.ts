import { describe, expect, it } from "vitest";
import { rowsOf, withRepeated, withRun } from "../bench/load/whole-run.ts";

describe("the page of a whole run of benchmarks", () => {
  it("has a row for each figure beside its peer or its limit", () => {
    const metrics = { p95Ms: 12.345, framesPerSecond: 1_234_567, calls: 9 };
    const peers = { limit: { p95Ms: 50 }, emqx: { p95Ms: 19, framesPerSecond: 400_000 } };
    expect(rowsOf({ bench: "live", metrics, peers, ratios: { p95Ms: 4.05 } })).toEqual([
      "| `live` | p95Ms | 12.3 | limit 50, emqx 19 | 4.05 |",
      "| `live` | framesPerSecond | 1,234,567 | emqx 400,000 |  |",
    ]);
  });

  it("takes the place of the run before and leaves what is kept by hand", () => {
    const first = withRun("# Benchmarks\n\n| by hand |\n", "arm64", ["| a |"]);
    expect(first).toContain("# Benchmarks\n\n| by hand |\n\n## The last whole run\n");
    const second = withRun(first, "x64", ["| b |"]);
    expect(second).toBe(first.replace("arm64", "x64").replace("| a |", "| b |"));
  });

  it("has in the place of one that failed what its repetition measured, and where", () => {
    const page = withRun("# Benchmarks\n", "arm64", ["| a |", "| `live` | failed | | | |", "| b |"]);
    const result = { bench: "live", metrics: { p95Ms: 5 }, peers: { limit: { p95Ms: 50 } }, ratios: { p95Ms: 10 } };
    const repeated = withRepeated(page, "x64", result);
    expect(repeated).toBe(page.replace("| `live` | failed | | | |", "| `live`, x64 | p95Ms | 5 | limit 50 | 10 |"));
  });
});
