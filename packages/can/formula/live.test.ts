import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Samples } from "../samples/samples.ts";
import { type Formula, readFormula } from "./formula.ts";
import { MAX_LIVE_SAMPLES } from "./limits.ts";

const S = 1e6;

interface Sample {
  readonly timeUs: number;
  readonly name: "x" | "y";
  readonly value: number;
}

function formulaOf(text: string): Formula {
  const read = readFormula(text, ["x", "y"]);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

/** Its answers, sample by sample. */
function live(formula: Formula, samples: readonly Sample[]): [number, number][] {
  const step = formula.start();
  const held = new Float64Array(formula.used.length).fill(Number.NaN);
  return samples.flatMap(({ timeUs, name, value }): [number, number][] => {
    const place = formula.used.indexOf(name);
    if (place < 0) return [];
    held[place] = value;
    const fresh = new Uint8Array(held.length);
    fresh[place] = 1;
    const answer = step({ timeUs, held, fresh });
    return Number.isNaN(answer) ? [] : [[timeUs / S, answer]];
  });
}

function over(formula: Formula, samples: readonly Sample[]): [number, number][] {
  const of = (name: string): Samples => {
    const own = samples.filter((one) => one.name === name);
    return {
      timeUs: Float64Array.from(own, ({ timeUs }) => timeUs),
      value: Float64Array.from(own, ({ value }) => value),
    };
  };
  const { timeUs, value } = formula.over(of);
  return Array.from(timeUs, (time, i) => [time / S, value[i] as number]);
}

const FORMULAS = [
  "x * y / 9",
  "x > 20 && y < 30",
  "x > 40 || !(y == 3)",
  "derivative(x) / 3.6",
  "derivative(x + y)",
  "delta(x) - prev(y)",
  "changed(x > 50) ? y : -y",
  "average(x, 3) + lowest(y, 2)",
  "highest(x * y, 1) - average(x > 50 ? 1 : 0, 4)",
  "delta(average(x, 2)) + 1 / (y - 50)",
  "fallback(sqrt(x - 50), known(y) ? 1 : 2)",
];

const sample = fc.record({
  gapUs: fc.integer({ min: 1, max: 2 * S }),
  name: fc.constantFrom("x" as const, "y" as const),
  value: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(Number.NaN)),
});

describe("a formula as data comes", () => {
  it("answers sample by sample what it answers over all of them [DBC-08] [TRG-01]", () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMULAS), fc.array(sample, { maxLength: 60 }), (text, gaps) => {
        let timeUs = 0;
        const samples = gaps.map(({ gapUs, ...one }) => {
          timeUs += gapUs;
          return { ...one, timeUs };
        });
        const formula = formulaOf(text);
        const [step, whole] = [live(formula, samples), over(formula, samples)];
        expect(step.map(([at]) => at)).toEqual(whole.map(([at]) => at));
        for (const [i, [, value]] of step.entries()) expect(value).toBeCloseTo(whole[i]?.[1] as number, 9);
      }),
      { numRuns: 1000 },
    );
  });

  it("takes two samples of one moment for one [DBC-08]", () => {
    const samples = [
      { timeUs: 0, name: "x" as const, value: 1 },
      { timeUs: 0, name: "y" as const, value: 1 },
      { timeUs: S, name: "x" as const, value: 3 },
      { timeUs: S, name: "y" as const, value: 5 },
    ];
    expect(live(formulaOf("derivative(x + y)"), samples).at(-1)).toEqual([1, 6]);
    expect(live(formulaOf("average(x + y, 2)"), samples).at(-1)).toEqual([1, 5]);
  });

  it("keeps a bounded number of samples of a window: the newest [TRG-01]", () => {
    const samples = Array.from({ length: MAX_LIVE_SAMPLES + 50 }, (_, i) => ({
      timeUs: i,
      name: "x" as const,
      value: i < 50 ? -1 : i,
    }));
    expect(live(formulaOf("lowest(x, 60)"), samples).at(-1)?.[1]).toBe(50);
  });

  it.each([
    ["integral(x)", "fromBeginning"],
    ["x + time()", "fromBeginning"],
    ["average(x, 301)", "windowTooLong"],
    ["average(x, 1) + average(x, 2) + lowest(x, 3) + highest(x, 4) + average(y, 5)", "tooManyWindows"],
    ["average(x, 300) + derivative(y)", undefined],
  ])("%s cannot be judged as data comes: %s [TRG-01]", (text, problem) =>
    expect(formulaOf(text).liveProblem).toBe(problem),
  );
});
