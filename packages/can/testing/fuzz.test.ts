import { describe, expect, it } from "vitest";
import { allTargets, type FuzzTarget, fuzz } from "./fuzz.ts";

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

  it("a target that breaks is reported with its input", () => {
    const run = () => {
      throw new Error("no");
    };
    const broken: FuzzTarget = { name: "broken", seeds: [new Uint8Array(8)], tokens: [], run };
    expect(fuzz(broken, LIMITS).failure?.input).toBeInstanceOf(Uint8Array);
  });
});
