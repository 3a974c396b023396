import { FrameBatch } from "@canopy/can/frame/batch";
import { COMPARISONS } from "@canopy/contract/alarms/conditions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Extremes } from "../../frames/store/signal-query.ts";
import { MINUTE_US, type TimeWindow } from "../../frames/store/time-window.ts";
import { judgeFrames, Tally } from "../back-test/run-back-test.ts";
import { over, S, T0_US, watched } from "../engine/test-rules.ts";
import { type KeptRule, type SearchReader, searchKept } from "./search-kept.ts";

interface Sample {
  readonly timeUs: number;
  readonly value: number;
}

const inside = (samples: readonly Sample[], { fromUs, toUs }: TimeWindow) =>
  samples.filter(({ timeUs }) => timeUs >= fromUs && timeUs < toUs);

/** Frames in memory, which count how many of them were read; some minutes are not kept. */
class Memory implements SearchReader {
  readonly #samples: readonly Sample[];
  readonly #isKept: (minute: number) => boolean;
  read = 0;

  constructor(samples: readonly Sample[], isKept: (minute: number) => boolean = () => true) {
    this.#samples = samples;
    this.#isKept = isKept;
  }

  async *stream(window: TimeWindow): AsyncGenerator<FrameBatch, void, undefined> {
    const found = inside(this.#samples, window);
    this.read += found.length;
    const batch = new FrameBatch(found.length || 1);
    for (const { timeUs, value } of found) batch.push(timeUs, 0, 0x100, 0, 1, Uint8Array.of(value));
    if (found.length > 0) yield batch;
  }

  async extent() {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    const times = first && last && { firstUs: first.timeUs, lastUs: last.timeUs };
    return { times, channels: [0], frames: this.#samples.length, bytes: 0 };
  }

  async extremes({ fromUs, toUs }: TimeWindow): Promise<Extremes> {
    const originUs = Math.floor(fromUs / MINUTE_US) * MINUTE_US;
    const count = Math.ceil((toUs - originUs) / MINUTE_US);
    const minutes = Array.from({ length: count }, (_, i) => {
      if (!this.#isKept(i)) return { min: Number.NaN, max: Number.NaN, lastUs: 0 };
      const own = inside(this.#samples, { fromUs: originUs + i * MINUTE_US, toUs: originUs + (i + 1) * MINUTE_US });
      const values = own.map(({ value }) => value);
      return { min: Math.min(...values), max: Math.max(...values), lastUs: own.at(-1)?.timeUs ?? 0 };
    });
    const column = (name: "min" | "max" | "lastUs") => Float64Array.from(minutes, (minute) => minute[name]);
    return { originUs, min: column("min"), max: column("max"), lastUs: column("lastUs") };
  }
}

function keptRule(more: Parameters<typeof watched>[0] = {}): KeptRule {
  const rule = { ...watched({ hold_s: 10, ...more }), channel: 0 };
  const [condition] = rule.conditions;
  if (condition?.kind !== "value") throw new Error("a rule on values");
  const message = { id: 0x100 } as KeptRule["signal"]["message"];
  return { rule, condition, signal: { message, alsoIds: undefined, signals: [] }, series: 1 };
}

const firingsOf = (tally: Tally) =>
  tally.firings.map(({ start_time, end_time, peak }) => [start_time, end_time, end_time === null ? null : peak]);

async function both(memory: Memory, kept: KeptRule, window: TimeWindow) {
  const [quick, whole] = [new Tally([]), new Tally([])];
  await searchKept(memory, 1, window, kept, quick, new AbortController().signal);
  const read = memory.read;
  await judgeFrames(memory, 1, window, kept.rule, whole, new AbortController().signal);
  return { quick: firingsOf(quick), whole: firingsOf(whole), read };
}

interface Part {
  readonly seconds: number;
  readonly cycleS: number;
  readonly level: number;
  readonly spread: number;
  readonly isPause: boolean;
}

/** Parts of a drive: a steady cycle around a level, or a pause. */
const part: fc.Arbitrary<Part> = fc.record({
  seconds: fc.integer({ min: 1, max: 400 }),
  cycleS: fc.constantFrom(0.5, 1, 2),
  level: fc.constantFrom(10, 48, 52, 60, 90),
  spread: fc.constantFrom(0, 0, 3),
  isPause: fc.constantFrom(false, false, false, true),
});

function samplesOf(parts: readonly Part[]): Sample[] {
  const samples: Sample[] = [];
  let atS = 0;
  for (const { seconds, cycleS, level, spread, isPause } of parts) {
    // A slow message keeps its beat from part to part.
    for (let s = cycleS > 5 ? Math.ceil(atS / cycleS) * cycleS : atS; s < atS + seconds && !isPause; s += cycleS)
      samples.push({ timeUs: T0_US + s * S, value: level + (samples.length % 3) * spread });
    atS += seconds;
  }
  return samples;
}

describe("a search by kept minutes", () => {
  it.each([
    ["finds what every frame tells, whatever is kept [TRG-07]", undefined],
    ["finds so of a message that comes every 6 s [TRG-03] [TRG-07]", 6],
    ["finds so of a message that comes every 20 s [TRG-03] [TRG-07]", 20],
    ["finds so of a message that comes every 90 s [TRG-03] [TRG-07]", 90],
  ])("%s", async (_what, cycleS) => {
    const rule = fc.record({
      operator: fc.constantFrom(...COMPARISONS),
      hold_s: fc.constantFrom(0, 1, 10, 60, 150),
      recover_s: fc.constantFrom(0, 10, 90),
    });
    const ends = fc.record({ skipS: fc.integer({ min: 0, max: 100 }), cutS: fc.integer({ min: 0, max: 100 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 12 }), rule, ends, fc.nat(), async (...given) => {
        const [drawn, { operator, ...more }, { skipS, cutS }, seed] = given;
        const parts = cycleS === undefined ? drawn : drawn.map((one) => ({ ...one, cycleS }));
        const samples = samplesOf(parts);
        const lastUs = samples.at(-1)?.timeUs ?? T0_US;
        const window = { fromUs: T0_US + skipS * S, toUs: Math.max(T0_US + (skipS + 1) * S, lastUs + S - cutS * S) };
        const memory = new Memory(samples, (minute) => (minute * 7 + seed) % 5 !== 0);
        const conditions = [over(0x100, { operator, value_to: 55 })];
        const { quick, whole } = await both(memory, keptRule({ conditions, ...more }), window);
        expect(quick).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it("takes minutes that it left out for no cycle: a pause behind them is one [TRG-07]", async () => {
    // Over for twelve minutes, back for three seconds, silent for 100 s, and still back.
    const seconds = [...Array(723).keys(), ...Array.from({ length: 200 }, (_, i) => 823 + i)];
    const samples = seconds.map((s) => ({ timeUs: T0_US + s * S, value: s < 720 ? 90 : 10 }));
    const window = { fromUs: T0_US, toUs: T0_US + 1200 * S };
    const { quick, whole } = await both(new Memory(samples), keptRule({ recover_s: 90 }), window);
    expect([quick, whole[0]?.[1]]).toEqual([whole, T0_US / 1000 + (823 + 90) * 1000]);
  });

  it("reads frames only around the minutes that leave it open [TRG-07]", async () => {
    // Six hours at 1 Hz: over the limit for 20 s, and for two hours.
    const value = (s: number) => ((s >= 3010 && s < 3030) || (s >= 10_000 && s < 17_200) ? 90 : 10);
    const samples = Array.from({ length: 21_600 }, (_, s) => ({ timeUs: T0_US + s * S, value: value(s) }));
    const window = { fromUs: T0_US, toUs: T0_US + 21_600 * S };
    const { quick, whole, read } = await both(new Memory(samples), keptRule(), window);
    expect(quick).toEqual(whole);
    expect(quick).toHaveLength(2);
    expect(read).toBeLessThan(1000);
  });
});
