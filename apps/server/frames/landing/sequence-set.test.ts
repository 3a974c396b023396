import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SequenceSet } from "./sequence-set.ts";

type Step = { kind: "add"; sequence: number } | { kind: "range"; from: number; length: number } | { kind: "reload" };

// Few different numbers, so that steps meet.
const sequences = fc.nat(60);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: sequences.map((sequence) => ({ kind: "add" as const, sequence })) },
  fc.record({ kind: fc.constant("range" as const), from: sequences, length: fc.nat(10) }),
  fc.constant({ kind: "reload" as const }),
);

function reloaded(set: SequenceSet): SequenceSet {
  const next = new SequenceSet();
  // In any order: a checkpoint and the store are put together range by range.
  for (const range of set.ranges.toReversed()) next.addRange(range);
  return next;
}

describe("the set of stored sequences", () => {
  it("is a set: any order, repeats, reloads", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 80 }), (list) => {
        let set = new SequenceSet();
        const model = new Set<number>();
        for (const step of list) {
          if (step.kind === "reload") set = reloaded(set);
          else if (step.kind === "add") {
            set.add(step.sequence);
            model.add(step.sequence);
          } else {
            set.addRange({ from: step.from, to: step.from + step.length });
            for (let i = 0; i <= step.length; i += 1) model.add(step.from + i);
          }
        }
        for (let sequence = -1; sequence < 75; sequence += 1) expect(set.has(sequence)).toBe(model.has(sequence));
        // As few ranges as there can be.
        expect(set.rangeCount).toBe([...model].filter((sequence) => !model.has(sequence - 1)).length);
      }),
    );
  });

  it("costs one range for a log without holes, however long and shuffled", () => {
    const set = new SequenceSet();
    for (let block = 0; block < 1000; block += 1)
      for (const offset of [3, 1, 0, 2, 4]) set.add(2 ** 50 + 5 * block + offset);
    expect(set.ranges).toEqual([{ from: 2 ** 50, to: 2 ** 50 + 4999 }]);
  });
});
