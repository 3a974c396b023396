import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LogTimes } from "./log-times.ts";

const SECOND_US = 1_000_000;

/** Said plainly: sorted, and neighbours compared. */
function gapsOf(timesUs: readonly number[]) {
  const sorted = [...timesUs].sort((a, b) => a - b);
  return sorted.flatMap((toUs, i) => {
    const fromUs = sorted[i - 1];
    return fromUs !== undefined && toUs - fromUs > SECOND_US ? [{ fromUs, toUs }] : [];
  });
}

describe("times of a log", () => {
  it("have the gaps of the sorted times, in whatever order they come [FIL-04]", () => {
    const start = Date.UTC(2026, 0, 1, 0, 59, 58) * 1000;
    const time = fc.integer({ min: 0, max: 12 * SECOND_US }).map((us) => start + us);
    fc.assert(
      fc.property(fc.array(time, { maxLength: 40 }), (all) => {
        const times = new LogTimes();
        for (const one of all) times.add(one);
        expect([...times.gaps(SECOND_US)]).toEqual(gapsOf(all));
      }),
    );
  });
});
