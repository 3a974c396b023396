import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Outbox } from "./outbox.ts";

const EPOCH = 7;

function outbox(batches: number): Outbox {
  const box = new Outbox(EPOCH, 1_000_000);
  for (let i = 0; i < batches; i++) box.add(Uint8Array.of(i));
  return box;
}

const takeAll = (box: Outbox) => {
  const taken: number[] = [];
  for (let batch = box.take(); batch !== undefined; batch = box.take()) taken.push(batch.sequence);
  return taken;
};

describe("an outbox", () => {
  it("gives every batch once, in order, and again after a lost connection [DAT-08]", () => {
    const box = outbox(5);
    expect([box.take()?.sequence, box.take()?.sequence, box.take()?.sequence]).toEqual([0, 1, 2]);
    box.acknowledge(1, 0);
    box.rewind();
    expect(takeAll(box)).toEqual([0, 2, 3, 4]);
  });

  it("holds a refused batch until there is room, and then sends the same bytes [CAP-05]", () => {
    const box = outbox(3);
    takeAll(box);
    box.refuse(EPOCH, 1);
    for (const sequence of [0, 1, 2]) box.acknowledge(sequence, 1000);
    expect([takeAll(box), box.waiting]).toEqual([[], 1]);
    box.release(1000);
    expect(box.take()).toMatchObject({ sequence: 1, bytes: Uint8Array.of(1) });
    box.acknowledge(1, 1000);
    expect(box.waiting).toBe(0);
  });

  it("tries a refused batch again after an hour", () => {
    const box = outbox(1);
    takeAll(box);
    box.refuse(EPOCH, 0);
    box.acknowledge(0, 0);
    box.releaseOld(3_599_999);
    expect(takeAll(box)).toEqual([]);
    box.releaseOld(3_600_000);
    expect(takeAll(box)).toEqual([0]);
  });

  it("does not mind a refusal of another epoch", () => {
    const box = outbox(1);
    takeAll(box);
    box.refuse(EPOCH + 1, 0);
    box.acknowledge(0, 0);
    expect(box.waiting).toBe(0);
  });

  it("gives up the oldest when the card is full, never what is under way", () => {
    const box = new Outbox(EPOCH, 3);
    for (let i = 0; i < 3; i++) box.add(Uint8Array.of(i));
    box.take();
    box.add(Uint8Array.of(3));
    box.add(Uint8Array.of(4));
    expect([takeAll(box), box.dropped]).toEqual([[3, 4], 2]);
  });

  it("loses nothing and repeats nothing acknowledged, whatever happens [DAT-08]", () => {
    const steps = fc.array(fc.constantFrom("add", "take", "acknowledge", "cut", "refuse", "release"), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, (names) => {
        const box = new Outbox(EPOCH, Number.POSITIVE_INFINITY);
        const stored = new Set<number>();
        let underway: number[] = [];
        let refused = new Set<number>();
        let lastTaken = -1;
        for (const name of names) {
          if (name === "add") box.add(Uint8Array.of(0));
          else if (name === "take") {
            const batch = box.take();
            if (batch === undefined) continue;
            expect(stored.has(batch.sequence)).toBe(false);
            expect(underway).not.toContain(batch.sequence);
            expect(batch.sequence).toBeGreaterThan(lastTaken);
            lastTaken = batch.sequence;
            underway.push(batch.sequence);
          } else if (name === "acknowledge") {
            const sequence = underway.shift();
            if (sequence === undefined) continue;
            if (!refused.has(sequence)) stored.add(sequence);
            refused.delete(sequence);
            box.acknowledge(sequence, 0);
          } else if (name === "refuse" && underway[0] !== undefined) {
            refused.add(underway[0]);
            box.refuse(EPOCH, underway[0]);
          } else if (name === "cut") {
            box.rewind();
            underway = [];
            refused = new Set();
            lastTaken = -1;
          } else if (name === "release") {
            box.release(0);
            lastTaken = -1;
          }
        }
        box.release(0);
        box.rewind();
        const left = takeAll(box);
        const all = [...stored, ...left].sort((a, b) => a - b);
        expect(all).toEqual(Array.from({ length: box.nextSequence }, (_, i) => i));
      }),
    );
  });
});
