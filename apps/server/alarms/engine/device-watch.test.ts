import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bench, over, type Sample, watched } from "./test-rules.ts";

/** Samples lie on a grid of a tenth of a second; without a cycle above 1.6 s a value is stale after 5 s. */
const TICK_S = 0.1;
const STALE = 50;

interface Shape {
  readonly connector: "and" | "or";
  readonly holdTicks: number;
  readonly recoverTicks: number;
  readonly samples: readonly { readonly gap: number; readonly id: number; readonly value: number }[];
}

/** Tick by tick, from the whole history: slow, and simple enough to be right. */
function oracle({ connector, holdTicks, recoverTicks, samples }: Shape): string[] {
  const placed = place(samples);
  const told: string[] = [];
  const last: ({ at: number; isMet: boolean } | undefined)[] = [undefined, undefined];
  let state = "normal";
  let since = 0;
  let isLost = false;
  const truth = (): boolean | undefined => {
    const all = last.map((one) => one?.isMet);
    if (connector === "and") return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
    return all.includes(true) ? true : all.includes(undefined) ? undefined : false;
  };
  const tell = (kind: string, tick: number) => told.push(`${kind} ${Math.round(tick) / 10}`);
  const timers = (tick: number) => {
    if (state === "pending" && tick >= since + holdTicks) {
      state = "active";
      tell("fired", tick);
    } else if (state === "recovering" && !isLost && tick >= since + recoverTicks) {
      state = "normal";
      tell("recovered", tick);
    }
  };
  const look = (tick: number) => {
    const now = truth();
    if (state === "normal" && now === true) [state, since] = ["pending", tick];
    else if (state === "pending" && now !== true) state = "normal";
    else if (state === "active" || state === "recovering") {
      if (now === undefined) {
        if (!isLost) tell("lost", tick);
        isLost = true;
        return;
      }
      if (isLost) {
        isLost = false;
        since = tick;
        tell("found", tick);
      }
      if (now && state === "recovering") state = "active";
      else if (!now && state === "active") [state, since] = ["recovering", tick];
    }
    timers(tick);
  };
  const end = placed.at(-1)?.tick ?? 0;
  for (let tick = 0; tick <= end; tick++) {
    timers(tick);
    for (const [i, one] of last.entries())
      if (one && tick >= one.at + STALE) {
        last[i] = undefined;
        look(tick);
      }
    for (const { tick: at, id, value } of placed)
      if (at === tick) {
        last[id] = { at: tick, isMet: value > 50 };
        look(tick);
      }
  }
  return told;
}

const place = (samples: Shape["samples"]) => {
  let tick = 0;
  return samples.map(({ gap, id, value }) => {
    tick += gap;
    return { tick, id, value };
  });
};

const gap = fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 0, max: 3 }) }, fc.integer({ min: 60, max: 200 }));
const shape: fc.Arbitrary<Shape> = fc.record({
  connector: fc.constantFrom("and", "or"),
  holdTicks: fc.integer({ min: 0, max: 20 }),
  recoverTicks: fc.integer({ min: 0, max: 30 }),
  samples: fc.array(fc.record({ gap, id: fc.integer({ min: 0, max: 1 }), value: fc.constantFrom(0, 50, 51, 255) }), {
    minLength: 1,
    maxLength: 120,
  }),
});

const benchOf = ({ connector, holdTicks, recoverTicks }: Shape) =>
  new Bench(
    watched({
      conditions: [over(0x100), over(0x101)],
      connector,
      hold_s: holdTicks * TICK_S,
      recover_s: recoverTicks * TICK_S,
    }),
  );

const samplesOf = (of: Shape): Sample[] =>
  place(of.samples).map(({ tick, id, value }) => ({ s: tick * TICK_S, id: 0x100 + id, value }));

/** Where a run of samples is cut into batches. */
const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 });

function* cut(samples: readonly Sample[], sizes: readonly number[]): Generator<Sample[]> {
  for (let at = 0, i = 0; at < samples.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield samples.slice(at, at + size);
    at += size;
  }
}

describe("the evaluator", () => {
  it("says what a naive one says, wherever batches are cut [TRG-03]", () => {
    fc.assert(
      fc.property(shape, cuts, (of, sizes) => {
        fc.pre(hasOneCycle(samplesOf(of)));
        const bench = benchOf(of);
        for (const batch of cut(samplesOf(of), sizes)) bench.judge(batch);
        expect(bench.told).toEqual(oracle(of));
      }),
      { numRuns: 500 },
    );
  });

  const every = (cycleS: number, count: number, of: (n: number) => Partial<Sample>): Sample[] =>
    Array.from({ length: count }, (_, n) => ({ s: n * cycleS, id: 0x100, ...of(n) }));

  it.each([6, 10, 60])(
    "knows a cycle of %d s by its third frame: the rule fires after its hold, and recovers [TRG-03]",
    (cycleS) => {
      const bench = new Bench(watched({ hold_s: cycleS + 1, recover_s: cycleS + 1 }));
      bench.judge(every(cycleS, 10, (n) => ({ value: n < 5 ? 60 : 10 })));
      expect(bench.told).toEqual([`fired ${3 * cycleS + 1}`, `recovered ${6 * cycleS + 1}`]);
    },
  );

  it("says that a slow value is lost after three of its cycles; a pause is no cycle [TRG-03]", () => {
    const slow = new Bench(watched({ hold_s: 0 }));
    slow.judge([...every(10, 5, () => ({ value: 60 })), { s: 100, id: 0x200 }]);
    expect(slow.told).toEqual(["fired 0", "lost 5", "found 10", "lost 15", "found 20", "lost 70"]);
    const paused = new Bench(watched({ hold_s: 0 }));
    const at = [0, 1, 2, 62, 63, 64, 125, 126];
    paused.judge([...at.map((s) => ({ s, id: 0x100, value: 60 })), { s: 200, id: 0x200 }]);
    expect(paused.told).toEqual(["fired 0", "lost 7", "found 62", "lost 69", "found 125", "lost 131"]);
  });

  it("counts a cycle for two minutes at most: two nights alike do not keep a value for days [TRG-03]", () => {
    // Each frame in a batch of its own: none is late.
    const toldOf = (samples: readonly Sample[]) => {
      const bench = new Bench(watched({ hold_s: 0, recover_s: 0 }));
      for (const sample of samples) bench.judge([sample]);
      return bench.told;
    };
    const night = 43_200;
    const nights = toldOf([...every(night, 3, () => ({ value: 60 })), { s: 3 * night, id: 0x200 }]);
    expect(nights.slice(-2)).toEqual([`found ${2 * night}`, `lost ${2 * night + 360}`]);
    // Neither does a cycle that grows bit by bit.
    const growing = Array.from({ length: 60 }, (_, n) => ({ s: Math.round(5 * 1.2 ** n), id: 0x100, value: 60 }));
    const lastS = growing.at(-1)?.s ?? 0;
    expect(toldOf([...growing, { s: lastS + night, id: 0x200 }]).at(-1)).toBe(`lost ${lastS + 360}`);
  });

  it("tells of a frame that is only to be seen as often as it comes after a pause [TRG-01] [TRG-03]", () => {
    const seen = watched({ conditions: [over(0x100, { operator: "seen" })], hold_s: 0, recover_s: 0 });
    const bench = new Bench(seen).judge(every(60, 5, () => ({})));
    expect(bench.told.filter((line) => line.startsWith("fired"))).toEqual(
      [0, 60, 120, 180, 240].map((s) => `fired ${s}`),
    );
  });

  it("says the same when any batch is followed by a restart [TRG-03]", () => {
    // Without pauses: a restart does not know when a value came last.
    const steady = shape.map((of) => ({ ...of, samples: of.samples.filter(({ gap: ticks }) => ticks < 60) }));
    fc.assert(
      fc.property(steady, cuts, (of, sizes) => {
        fc.pre(!hasPause(samplesOf(of)));
        const bench = benchOf(of);
        for (const batch of cut(samplesOf(of), sizes)) bench.judge(batch).restart();
        const isEdge = (line: string) => line.startsWith("fired") || line.startsWith("recovered");
        expect(bench.told.filter(isEdge)).toEqual(oracle(of).filter(isEdge));
      }),
      { numRuns: 300 },
    );
  });
});

/** Seconds between two samples of the same identifier, and from the last one to the end. */
function gapsOf(samples: readonly Sample[]): number[] {
  const last = new Map<number | undefined, number>();
  const endS = samples.at(-1)?.s ?? 0;
  const gaps = samples.map(({ id, s }) => {
    const gapS = s - (last.get(id) ?? s);
    last.set(id, s);
    return gapS;
  });
  return [...gaps, ...[...last.values()].map((s) => endS - s)];
}

const hasPause = (samples: readonly Sample[]): boolean => gapsOf(samples).some((gapS) => gapS >= 4.9);

/** No gap from which a cycle above 1.6 s would be measured, and no two pauses of an identifier in a row. */
const hasOneCycle = (samples: readonly Sample[]): boolean =>
  gapsOf(samples).every((gapS) => gapS <= 1.6 || gapS > 5.1) &&
  [0x100, 0x101].every((id) => {
    const gaps = gapsOf(samples.filter((sample) => sample.id === id));
    return gaps.every((gapS, i) => gapS <= 5.1 || (gaps[i - 1] ?? 0) <= 5.1);
  });
