import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areWhole, goesOnAt, ONE_WAVE, STANDARD_WAVES, sizesOf, stopsAt, type Wave, wave } from "./waves.ts";

const ofSize = (size: Wave["size"]): Wave => wave.parse({ size });
const rest = ofSize({ unit: "rest" });

describe("waves of a rollout", () => {
  it("one, 5 %, 25 % and the rest of 97 are 1, 5, 25 and 66 [DEV-08]", () => {
    expect(sizesOf(STANDARD_WAVES, 97)).toEqual([1, 5, 25, 66]);
    expect(sizesOf(STANDARD_WAVES, 2)).toEqual([1, 1, 0, 0]);
    expect(sizesOf(ONE_WAVE, 97)).toEqual([97]);
  });

  it("every device is in one of them [DEV-08]", () => {
    const size = fc.oneof(
      fc.record({ unit: fc.constant("count" as const), value: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ unit: fc.constant("percent" as const), value: fc.double({ min: 0.1, max: 100, noNaN: true }) }),
    );
    fc.assert(
      fc.property(fc.array(size, { maxLength: 9 }), fc.integer({ min: 0, max: 20_000 }), (sizes, devices) => {
        const list = [...sizes.map(ofSize), rest];
        const taken = sizesOf(list, devices);
        expect(areWhole(list)).toBe(true);
        expect(taken.every((one) => one >= 0)).toBe(true);
        expect(taken.reduce((sum, one) => sum + one, 0)).toBe(devices);
      }),
    );
  });

  it("the last one alone takes the rest [DEV-08]", () => {
    const one = ofSize({ unit: "count", value: 1 });
    expect([areWhole([one]), areWhole([rest, rest]), areWhole([one, rest])]).toEqual([false, false, true]);
  });

  it("stop at a number of failures, or above a share [DEV-08]", () => {
    const count = { stop: { unit: "count", value: 2 } } as const;
    expect([stopsAt(count, 1, 5), stopsAt(count, 2, 5)]).toEqual([false, true]);
    const share = { stop: { unit: "percent", value: 10 } } as const;
    expect([stopsAt(share, 2, 20), stopsAt(share, 3, 20)]).toEqual([false, true]);
    expect(stopsAt({ stop: { unit: "percent", value: 0 } }, 0, 20)).toBe(false);
  });

  it("go on at a share of successes [DEV-08]", () => {
    const rule = { success_percent: 80 };
    expect([goesOnAt(rule, 3, 5), goesOnAt(rule, 4, 5), goesOnAt(rule, 0, 0)]).toEqual([false, true, true]);
  });
});
