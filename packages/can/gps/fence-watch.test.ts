import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fence } from "./fence.ts";
import { exitMarginM, type FenceEvent, type FenceState, UNKNOWN_FENCE_STATE, watchFence } from "./fence-watch.ts";
import { at, START_US } from "./test-track.ts";
import type { TimedPosition } from "./track-judge.ts";

/** Its middle is 0, 0 of `at`; leaving counts from 550 m on. */
const fence: Fence = { kind: "circle", centre: { latitude: 31, longitude: 121 }, radiusM: 500 };

function watched(positions: readonly TimedPosition[], keep = (state: FenceState): FenceState => state) {
  let state = UNKNOWN_FENCE_STATE;
  const events: FenceEvent[] = [];
  for (const position of positions) {
    const after = watchFence(fence, state, position);
    state = keep(after.state);
    if (after.event) events.push(after.event);
  }
  return { state, events };
}

const told = (positions: readonly TimedPosition[]) =>
  watched(positions).events.map(({ kind, atUs }) => [kind, (atUs - START_US) / 1_000_000]);
/** One position every ten seconds at these metres from the middle. */
const every10s = (...metres: number[]) => metres.map((metre, i) => at(i * 10, metre));

describe("watching a fence", () => {
  it("tells of entering and leaving once each, at the time of the first position there [GPS-03]", () => {
    const drive = every10s(900, 700, 400, 200, 0, 100, 300, 600, 800, 900, 1000, 1100);
    expect(told(drive)).toEqual([
      ["alreadyOutside", 0],
      ["enter", 20],
      ["exit", 70],
    ]);
  });

  it("says nothing of a device that begins inside, and that it is outside already where it begins there [GPS-03]", () => {
    expect(told(every10s(0, 10, 20))).toEqual([]);
    expect(told(every10s(600, 610))).toEqual([["alreadyOutside", 0]]);
  });

  it("takes no stay of under 30 s for entering or leaving [GPS-03]", () => {
    expect(told(every10s(900, 400, 300, 400, 900, 900))).toEqual([["alreadyOutside", 0]]);
    expect(told(every10s(0, 700, 800, 700, 0, 0))).toEqual([]);
  });

  it("lets jitter around the border pass [GPS-03]", () => {
    expect(exitMarginM(fence)).toBe(50);
    const jitter = fc.array(fc.integer({ min: -545, max: 545 }), { maxLength: 50 });
    fc.assert(
      fc.property(jitter, (metres) => {
        expect(told(every10s(0, ...metres))).toEqual([]);
      }),
    );
  });

  it("has a margin of 20 m where a tenth is less [GPS-03]", () => {
    const path = [fence.centre, { latitude: 31.1, longitude: 121 }];
    expect(exitMarginM({ ...fence, radiusM: 60 })).toBe(20);
    expect(exitMarginM({ kind: "corridor", path, halfWidthM: 1000 })).toBe(100);
    expect(exitMarginM({ kind: "polygon", corners: path })).toBe(20);
  });

  it("ignores poor fixes, 0, 0, and positions that come late or twice [GPS-03]", () => {
    const calm = every10s(0, 10, 20, 30);
    const poor = [
      at(11, 5000, 0, { hdop: 30 }),
      at(12, 5000, 0, { satellites: 0 }),
      { ...at(13, 0), latitude: 0, longitude: 0 },
    ];
    const late = [at(5, 5000), at(30, 5000)];
    const [first, second, ...rest] = calm as [TimedPosition, TimedPosition, ...TimedPosition[]];
    expect(watched([first, second, ...poor, ...rest, ...late])).toEqual(watched(calm));
  });

  it("sees a device pass through between two distant positions, not over a gap of an hour [GPS-03]", () => {
    expect(told([at(0, -2000), at(60, 2000)])).toEqual([
      ["alreadyOutside", 0],
      ["passed", 60],
    ]);
    expect(told([at(0, -2000), at(20, 2000)])).toEqual([["alreadyOutside", 0]]);
    expect(told([at(0, -2000), at(60, 2000, 2000)])).toEqual([["alreadyOutside", 0]]);
    expect(told([at(0, -2000), at(3601, 2000)])).toEqual([["alreadyOutside", 0]]);
  });

  it("is not passed by a position that jumps 500 km [GPS-03]", () => {
    expect(told([at(0, -2000), at(60, 500_000), at(120, -2000)])).toEqual([["alreadyOutside", 0]]);
    expect(told([at(0, 0), at(60, 500_000), at(120, 0), at(180, 0)])).toEqual([]);
  });

  it("enters and leaves in turn on any drive, and its state survives as JSON [GPS-03]", () => {
    const drive = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: -1500, max: 1500 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(drive, (steps) => {
        let seconds = 0;
        const positions = steps.map(([step, metres]) => {
          seconds += step;
          return at(seconds, metres);
        });
        const { events } = watched(positions);
        expect(watched(positions, (state) => JSON.parse(JSON.stringify(state))).events).toEqual(events);
        let side: "inside" | "outside" = events[0]?.kind === "alreadyOutside" ? "outside" : "inside";
        for (const { kind } of events) {
          if (kind === "enter" || kind === "passed") expect(side).toBe("outside");
          if (kind === "exit") expect(side).toBe("inside");
          if (kind === "enter") side = "inside";
          if (kind === "exit") side = "outside";
        }
        expect(events.slice(1).every(({ kind }) => kind !== "alreadyOutside")).toBe(true);
      }),
    );
  });
});
