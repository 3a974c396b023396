import { describe, expect, it } from "vitest";
import { target as dbc } from "../dbc/parse.fuzz.ts";
import { target as cb1 } from "../frame/cb1.fuzz.ts";
import { fuzz } from "./fuzz.ts";

/** `npm run fuzz` goes on for as long as one likes; here it is a spot check with a fixed seed. */
const LIMITS = { seed: 20_261_115, ms: 2500, runs: 100_000 };

describe("spoiled inputs never break a reader", () => {
  it.each([dbc, cb1])(
    "$name",
    (target) => {
      const { failure, runs } = fuzz(target, LIMITS);
      expect(failure).toBeNull();
      expect(runs).toBeGreaterThan(0);
    },
    30_000,
  );

  it("a target that breaks is reported with its input", () => {
    const broken = {
      ...dbc,
      run: () => {
        throw new Error("no");
      },
    };
    expect(fuzz(broken, LIMITS).failure?.input).toBeInstanceOf(Uint8Array);
  });
});
