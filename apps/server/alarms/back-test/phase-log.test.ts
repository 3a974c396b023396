import { MAX_LISTED_PHASES } from "@canopy/contract/alarms/back-test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MACHINE_STATES } from "../engine/rule-machine.ts";
import { PhaseLog } from "./phase-log.ts";

const atUs = (ms: number) => ms * 1000;

describe("the states of a back-test", () => {
  it("have their beginning and end by channel; one that lasts ends with the range [TRG-07]", () => {
    const log = new PhaseLog(100_000);
    log.enter(0, "pending", atUs(1000));
    log.enter(1, "active", atUs(1500));
    log.enter(0, "active", atUs(2000));
    log.enter(0, "recovering", atUs(5000));
    log.enter(0, "normal", atUs(6000));
    // Without a time to hold, pending has no length.
    log.enter(0, "pending", atUs(7000));
    log.enter(0, "active", atUs(7000));
    expect(log.list(atUs(9000))).toEqual([
      { channel: 0, state: "pending", from_time: 1000, to_time: 2000 },
      { channel: 1, state: "active", from_time: 1500, to_time: 9000 },
      { channel: 0, state: "active", from_time: 2000, to_time: 5000 },
      { channel: 0, state: "recovering", from_time: 5000, to_time: 6000 },
      { channel: 0, state: "active", from_time: 7000, to_time: 9000 },
    ]);
  });

  it("are at most the listed number, and no active moment is lost [TRG-07]", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom(...MACHINE_STATES)), {
      minLength: 2 * MAX_LISTED_PHASES,
      maxLength: 4 * MAX_LISTED_PHASES,
    });
    fc.assert(
      fc.property(steps, (given) => {
        const log = new PhaseLog(100_000);
        const active: number[] = [];
        let nowMs = 0;
        for (const [afterMs, state] of given) {
          nowMs += afterMs;
          log.enter(0, state, atUs(nowMs));
          if (state === "active") active.push(nowMs);
        }
        const listed = log.list(atUs(nowMs + 1));
        expect(listed.length).toBeLessThanOrEqual(MAX_LISTED_PHASES);
        const shown = listed.filter(({ state }) => state === "active");
        const isShown = (ms: number) => shown.some(({ from_time, to_time }) => from_time <= ms && ms < to_time);
        expect(active.filter((ms) => !isShown(ms))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
