import type { Fence } from "@canopy/can/gps/fence";
import { type FenceState, UNKNOWN_FENCE_STATE, watchFence } from "@canopy/can/gps/fence-watch";
import type { TimedPosition } from "@canopy/can/gps/track-judge";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FenceRule, FenceSet } from "./fence-set.ts";
import { type PlaceRow, PlaceWatch, type StoredPlaces } from "./place-watch.ts";
import { T0_US } from "./test-rules.ts";

const METRES_PER_DEG = 111_194.93;
const S = 1_000_000;
const north = (metres: number) => ({ latitude: 31 + metres / METRES_PER_DEG, longitude: 121 });
const at = (s: number, metres: number, more: Partial<TimedPosition> = {}): TimedPosition => ({
  timeUs: T0_US + s * S,
  ...north(metres),
  ...more,
});
/** One position every ten seconds at these metres north of the middle. */
const every10s = (...metres: number[]) => metres.map((metre, i) => at(i * 10, metre));
const circle = (radiusM: number, metres = 0): Fence => ({ kind: "circle", centre: north(metres), radiusM });
const rule = (isEnter: boolean, more: Partial<FenceRule> = {}, fence = circle(500)): FenceRule => ({
  id: "r",
  fences: [{ fence, isEnter }],
  connector: "and",
  dwellUs: 30 * S,
  mode: "edge",
  ...more,
});

/** Judges positions that arrive as they are recorded, or later. */
class Bench {
  readonly told: string[] = [];
  readonly reasons: (string | undefined)[] = [];
  readonly #set: FenceSet;
  #watch: PlaceWatch;
  readonly #rows = new Map<string, PlaceRow>();
  #last: StoredPlaces = [null, null];

  constructor(...rules: FenceRule[]) {
    this.#set = new FenceSet(rules);
    this.#watch = new PlaceWatch(this.#set);
  }

  judge(positions: readonly TimedPosition[], lateS = 0): this {
    for (const position of positions) this.#watch.judge(position, position.timeUs / 1000 + lateS * 1000);
    for (const { kind, atUs, isLate, cause } of this.#watch.takeChanges()) {
      this.told.push(`${kind}${isLate ? " late" : ""} ${(atUs - T0_US) / S}`);
      this.reasons.push(cause?.reason);
    }
    for (const row of this.#watch.takeDirty()) this.#rows.set(`${row.ruleId} ${row.isLate}`, row);
    this.#last = this.#watch.last;
    return this;
  }

  /** Another process goes on with what was stored. */
  restart(): this {
    const { rows, last } = JSON.parse(JSON.stringify({ rows: [...this.#rows.values()], last: this.#last }));
    this.#watch = new PlaceWatch(this.#set, rows, last);
    return this;
  }
}

const DRIVE = every10s(900, 700, 400, 200, 0, 100, 300, 600, 800, 900, 1000, 1100);

describe("a rule on a fence", () => {
  it("fires on entering and is over after leaving, at the time of the first position there [GPS-03]", () => {
    const bench = new Bench(rule(true)).judge(DRIVE);
    expect(bench.told).toEqual(["fired 20", "recovered 70"]);
    expect(bench.reasons).toEqual(["enter", "exit"]);
  });

  it("fires on leaving, and says of a device that is outside from the beginning that it already is [GPS-03]", () => {
    expect(new Bench(rule(false)).judge(every10s(0, 100, 700, 800, 900, 1000)).told).toEqual(["fired 20"]);
    const outside = new Bench(rule(false)).judge(DRIVE);
    expect(outside.told).toEqual(["fired 0", "recovered 20", "fired 70"]);
    expect(outside.reasons).toEqual(["alreadyOutside", "enter", "exit"]);
  });

  it("says nothing of a device that begins inside, until it comes again [GPS-03]", () => {
    const back = every10s(0, 0, 900, 900, 900, 900, 0, 0, 0, 0);
    expect(new Bench(rule(true)).judge(back).told).toEqual(["fired 60"]);
  });

  it("fires and is over where a device passed through between two positions [GPS-03]", () => {
    const bench = new Bench(rule(true), rule(false, { id: "out" })).judge([at(0, -2000), at(60, 2000)]);
    expect(bench.told).toEqual(["fired 0", "fired 60", "recovered 60"]);
    expect(bench.reasons).toEqual(["alreadyOutside", "passed", "passed"]);
  });

  it("goes on after a restart between any two positions as if there were none [GPS-03]", () => {
    const whole = new Bench(rule(true), rule(false, { id: "out" })).judge(DRIVE).told;
    for (let cut = 0; cut <= DRIVE.length; cut++) {
      const bench = new Bench(rule(true), rule(false, { id: "out" })).judge(DRIVE.slice(0, cut)).restart();
      // The last positions come again: their answer was lost.
      expect(bench.judge(DRIVE.slice(Math.max(0, cut - 3))).told).toEqual(whole);
    }
  });

  it("combines fences: inside of one and outside of another, or either [GPS-03]", () => {
    const fences = [
      { fence: circle(1000), isEnter: true },
      { fence: circle(300), isEnter: false },
    ];
    const drive = every10s(2000, 2000, 800, 800, 800, 800, 0, 0, 0, 0, 800, 800, 800, 800);
    expect(new Bench(rule(true, { fences })).judge(drive).told).toEqual(["fired 20", "recovered 60", "fired 100"]);
    expect(new Bench(rule(true, { fences, connector: "or" })).judge(drive).told).toEqual(["fired 0"]);
  });

  it("has the dwell of its rule, and repeats at most once a minute where it is asked to [GPS-03]", () => {
    expect(new Bench(rule(true, { dwellUs: 0 })).judge(every10s(900, 400, 900)).told).toEqual([
      "fired 10",
      "recovered 20",
    ]);
    const stay = every10s(900, ...Array.from({ length: 14 }, () => 0));
    expect(new Bench(rule(true, { mode: "every" })).judge(stay).told).toEqual([
      "fired 10",
      "repeated 70",
      "repeated 130",
    ]);
  });

  it("judges positions that came over ten minutes late apart from the present [GPS-03]", () => {
    const bench = new Bench(rule(true)).judge(every10s(900)).judge(DRIVE.slice(1), 700);
    expect(bench.told).toEqual(["fired late 20", "recovered late 70"]);
    expect(new Bench(rule(true)).judge(DRIVE, 599).told).toEqual(["fired 20", "recovered 70"]);
  });

  it("goes on in late positions as the present ended, and ends with them [GPS-03]", () => {
    const enter = (fromS: number) => [900, 700, 400, 200, 0, 0].map((metres, i) => at(fromS + i * 10, metres));
    const inside = [100, 110, 120, 130].map((s) => at(s, 0));
    const running = new Bench(rule(true))
      .judge(enter(0))
      .judge(inside, 1400)
      .judge([at(1540, 0), at(1640, 0)]);
    expect(running.told.filter((line) => line.startsWith("fired"))).toEqual(["fired 20"]);
    const bench = new Bench(rule(true))
      .judge([at(0, 900)])
      .judge(enter(100), 1400)
      .restart();
    bench.judge([at(1560, 900), at(1650, 900)]);
    expect(bench.told).toEqual(["fired late 120", "recovered late 150"]);
    expect(bench.restart().judge(enter(3000), 1400).told.slice(2)).toEqual(["fired late 3020"]);
  });

  it("goes on when a clock that was ahead is set right [GPS-03]", () => {
    const ahead = at(8 * 3600, 900);
    const bench = new Bench(rule(true)).judge([ahead], -8 * 3600).judge(DRIVE.slice(1));
    expect(bench.told).toEqual(["fired 20", "recovered 70"]);
  });

  it("is judged by place as if each fence were judged at each position [GPS-03]", () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: -5000, max: 5000 }));
    const fences = Array.from({ length: 20 }, (_, i) => circle(i % 3 === 0 ? 1000 : 120, i * 450 - 4500));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let s = 0;
        const drive = steps.map(([by, metres]) => {
          s += by;
          return at(s, metres);
        });
        const bench = new Bench(...fences.map((fence, i) => rule(true, { id: String(i) }, fence))).judge(drive);
        const events = fences.flatMap((fence) => enteredBy(fence, drive)).length;
        expect(bench.told.filter((line) => line.startsWith("fired"))).toHaveLength(events);
      }),
    );
  });
});

function enteredBy(fence: Fence, drive: readonly TimedPosition[]): number[] {
  let state: FenceState = UNKNOWN_FENCE_STATE;
  const times: number[] = [];
  for (const position of drive) {
    const after = watchFence(fence, state, position);
    state = after.state;
    if (after.event?.kind === "enter" || after.event?.kind === "passed") times.push(after.event.atUs);
  }
  return times;
}
