import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allTargets, type FuzzTarget, fuzz } from "./fuzz.ts";
import { CORPUS, folderOf, storedInputs } from "./fuzz-corpus.ts";

/**
 * `npm run fuzz` goes on for as long as one likes; here it is a spot check with a fixed seed, longer in
 * `npm run test:faults`.
 */
const LIMITS = { seed: 20_261_115, ms: process.env.CANOPY_LONG ? 5000 : 400, runs: 100_000 };

const targets = await allTargets();

describe("spoiled inputs never break a reader", () => {
  it.each(targets)(
    "$name",
    (target) => {
      const { failure, runs } = fuzz(target, LIMITS);
      expect(failure).toBeNull();
      expect(runs).toBeGreaterThan(0);
    },
    60_000,
  );

  it("the stored corpus is small, and each part of it has its target", () => {
    const stored = targets.map(({ name }) => [name, storedInputs(name)] as const);
    expect(stored.filter(([, inputs]) => inputs.length === 0)).toEqual([]);
    expect(readdirSync(CORPUS).sort()).toEqual(targets.map(({ name }) => folderOf(name)).sort());
    const bytes = stored.flatMap(([, inputs]) => inputs).reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeLessThan(512 * 1024);
  });

  it("formats of files from outside have a target", () => {
    const names = targets.map(({ name }) => name);
    const formats = ["dbc", "ldf", "arxml", "odx", "geojson", "gpx", "nmea", "firmware", "formula", "cb1"];
    expect(names).toEqual(expect.arrayContaining(formats));
  });

  it("a target that breaks is reported with its input", () => {
    const run = () => {
      throw new Error("no");
    };
    const broken: FuzzTarget = { name: "broken", seeds: [new Uint8Array(8)], tokens: [], run };
    expect(fuzz(broken, LIMITS).failure?.input).toBeInstanceOf(Uint8Array);
  });
});
