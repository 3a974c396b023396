import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { WHOLE_DEVICE } from "@canopy/contract/alarms/rule-content";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BusBench, type Sample, watchedBus } from "./test-rules.ts";

/** So many frames in each of the seconds; of one byte, 55-60 bits each: a hundred are 1.1 % of 500 kbit/s. */
const seconds = (fromS: number, perSecond: readonly number[], more: Partial<Sample> = {}): Sample[] =>
  perSecond.flatMap((count, second) =>
    Array.from({ length: count }, (_, i) => ({ s: fromS + second + i / count, value: 0x55, ...more })),
  );
const alive = (fromS: number, toS: number): Sample[] =>
  seconds(fromS, new Array<number>(toS - fromS).fill(1), { channel: 1 });
const inOrder = (...all: Sample[][]): Sample[] => all.flat().toSorted((a, b) => a.s - b.s);

const LOAD = { metric: "load", operator: "gt", value: 5 } as const;
const ERRORS = { metric: "errors", value: 3, window_s: 2 } as const;
const SILENCE = { metric: "silence", value: 5 } as const;

describe("a rule on the bus", () => {
  it("fires at the end of a second whose load is over the limit, and recovers [TRG-01]", () => {
    const bench = new BusBench(watchedBus(LOAD)).judge(seconds(0, [10, 10, 600, 600, 10, 10]));
    expect(bench.told).toEqual(["fired 3", "recovered 5"]);
    expect(bench.changes[0]?.value).toBeCloseTo(6.7, 0);
  });

  it("stays active until the load is back at its hysteresis [TRG-01]", () => {
    const bench = new BusBench(watchedBus({ ...LOAD, back: 2 })).judge(seconds(0, [10, 600, 300, 300, 100, 10]));
    expect(bench.told).toEqual(["fired 2", "recovered 5"]);
  });

  it("takes a channel without frames for one without load while others send [TRG-03]", () => {
    const bench = new BusBench(watchedBus(LOAD)).judge(inOrder(seconds(0, [10, 600, 600]), alive(0, 30)));
    expect(bench.told).toEqual(["fired 2", "recovered 4"]);
  });

  it("says that the load is lost when nothing comes at all, instead of recovering [TRG-03]", () => {
    const bench = new BusBench(watchedBus({ ...LOAD, operator: "lt", value: 5 }));
    bench.judge(seconds(0, [1, 1, 1])).judge(seconds(60, [1, 1, 1]));
    expect(bench.told).toEqual(["fired 2", "lost 18", "found 62"]);
  });

  it("counts error frames of the last seconds [TRG-01]", () => {
    const errors = [1, 3.1, 4.2, 4.9].map((s) => ({ s, flags: FLAG_ERROR }));
    const bench = new BusBench(watchedBus(ERRORS)).judge(inOrder(errors, seconds(0, new Array<number>(12).fill(10))));
    expect(bench.told).toEqual(["fired 4.9", "recovered 5"]);
    expect(bench.changes[0]).toMatchObject({ value: 3, channel: 0 });
  });

  it("fires when a channel is silent while others send [TRG-03]", () => {
    const bench = new BusBench(watchedBus(SILENCE)).judge(inOrder(seconds(0, [4, 4]), alive(0, 30)));
    expect(bench.told).toEqual(["fired 6.75"]);
    bench.judge(inOrder(seconds(30, [2]), alive(30, 33)));
    expect(bench.told).toEqual(["fired 6.75", "recovered 30"]);
  });

  it("fires for a channel that never sent anything since the watch began [TRG-03]", () => {
    expect(new BusBench(watchedBus(SILENCE)).judge(alive(0, 10)).told).toEqual(["fired 5"]);
  });

  it("fires once when the device is silent on all channels, told by the time that passes [TRG-03]", () => {
    const bench = new BusBench(watchedBus(SILENCE, { channel: null }));
    bench.judge(inOrder(seconds(0, [4]), alive(0, 3))).silentUntil(6.9);
    expect(bench.told).toEqual([]);
    bench.silentUntil(7).silentUntil(60).restart().silentUntil(90);
    expect(bench.told).toEqual(["fired 7"]);
    expect(bench.changes[0]?.channel).toBe(WHOLE_DEVICE);
    bench.restart().judge(alive(120, 122));
    expect(bench.told).toEqual(["fired 7", "recovered 120"]);
  });

  it("has a state for each CAN channel where the rule names none [TRG-03]", () => {
    const loaded = inOrder(seconds(0, [9, 600, 9]), seconds(0, [9, 600, 9], { channel: 1 }), alive(2, 9));
    const lin = seconds(0, [9, 600, 9], { channel: 32 });
    const bench = new BusBench(watchedBus(LOAD, { channel: null })).judge(inOrder(loaded, lin));
    expect(new Set(bench.changes.map(({ channel }) => channel))).toEqual(new Set([0, 1]));
  });

  it("judges frames older than ten minutes apart, as late [TRG-03]", () => {
    const bench = new BusBench(watchedBus(LOAD)).judge(seconds(0, [9, 600, 9, 9]), 700);
    expect(bench.changes.map(({ isLate }) => isLate)).toEqual([true, true]);
  });

  it("ends what late frames fired when those of the present go on [TRG-03] [TRG-05]", () => {
    const bench = new BusBench(watchedBus(LOAD)).judge(seconds(0, [9, 9])).judge(seconds(100, [9, 600, 600]), 700);
    const late = () => bench.changes.filter(({ isLate }) => isLate).map(({ kind }) => kind);
    expect(late()).toEqual(["fired"]);
    bench
      .judge(seconds(800, [9, 9]))
      .restart()
      .judge(seconds(870, [9, 9]))
      .judge(seconds(940, [9, 9]));
    expect(late()).toEqual(["fired", "recovered"]);
  });

  it("goes on when the terminal's clock is set back [TRG-03]", () => {
    const bench = new BusBench(watchedBus(LOAD)).judge(seconds(3600, [9, 9])).judge(seconds(0, [9, 600, 9, 9]));
    expect(bench.told).toEqual(["fired 2", "recovered 3"]);
  });
});

/** A drive: for each second the frames of two channels, and error frames of the first. */
const second = fc.record({
  first: fc.constantFrom(0, 0, 3, 30, 150),
  other: fc.constantFrom(0, 2),
  errors: fc.constantFrom(0, 0, 1, 3),
});
const drive = fc.array(second, { minLength: 1, maxLength: 20 });
const cuts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 });

/** The first channel's time is behind the device's when the states are stored. */
const ERRORS_BEHIND_A_CUT = [
  { first: 0, other: 2, errors: 0 },
  { first: 150, other: 2, errors: 3 },
  { first: 0, other: 2, errors: 0 },
  { first: 0, other: 2, errors: 0 },
];

const samplesOf = (driven: readonly { first: number; other: number; errors: number }[]): Sample[] =>
  driven.flatMap(({ first, other, errors }, s) =>
    inOrder(
      seconds(s, [first]),
      seconds(s, [other], { channel: 1 }),
      seconds(s, [errors]).map((sample) => ({ ...sample, s: sample.s + 0.0001, flags: FLAG_ERROR })),
    ),
  );

const RULES = [
  watchedBus({ ...LOAD, value: 1 }, { id: "load", hold_s: 2, recover_s: 1 }),
  watchedBus(ERRORS, { id: "errors" }),
  watchedBus(SILENCE, { id: "channel" }),
  watchedBus({ ...SILENCE, value: 3 }, { id: "device", channel: null }),
];

function cutInto(samples: readonly Sample[], sizes: readonly number[], each: (batch: Sample[]) => void): void {
  for (let at = 0, i = 0; at < samples.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    each(samples.slice(at, at + size));
    at += size;
  }
}

const toldBy = (bench: BusBench, id: string): string[] =>
  bench.changes.filter(({ ruleId }) => ruleId === id).map(({ kind, atUs, value }) => `${kind} ${atUs} ${value}`);

describe("the evaluator of the bus", () => {
  it("says the same wherever batches are cut, as a back-test and live do [TRG-03] [TRG-07]", () => {
    fc.assert(
      fc.property(drive, cuts, (driven, sizes) => {
        const samples = samplesOf(driven);
        fc.pre(samples.length > 0);
        const whole = new BusBench(...RULES).judge(samples);
        const cut = new BusBench(...RULES);
        cutInto(samples, sizes, (batch) => cut.judge(batch));
        expect(cut.changes.map(({ index, ...change }) => change)).toEqual(
          whole.changes.map(({ index, ...change }) => change),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("says the same of error frames and of a silent device when every batch is followed by a restart [TRG-03]", () => {
    fc.assert(
      fc.property(drive, cuts, (driven, sizes) => {
        const samples = samplesOf(driven);
        fc.pre(samples.length > 0);
        // After a restart it takes the device up to three seconds to tell that a channel is silent.
        const tail = seconds(driven.length, [2, 2, 2, 2], { channel: 1 });
        const whole = new BusBench(...RULES).judge(samples).judge(tail);
        const cut = new BusBench(...RULES);
        cutInto(samples, sizes, (batch) => cut.judge(batch).restart());
        cut.judge(tail);
        for (const id of ["errors", "device"]) expect(toldBy(cut, id)).toEqual(toldBy(whole, id));
      }),
      { numRuns: 150, examples: [[ERRORS_BEHIND_A_CUT, [97, 59, 3, 1]]] },
    );
  });
});
