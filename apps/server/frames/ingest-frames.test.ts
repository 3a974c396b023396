import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "./ingest-days.ts";
import { FLUSH_MS } from "./ingest-flush.ts";
import type { FrameIngest } from "./ingest-frames.ts";
import { batchOf, EVENING_US, IngestWorld, type InsertFate } from "./test-ingest-world.ts";

const SECOND_US = 1_000_000;
const TODAY = dayOf(EVENING_US);

/** Batch 0 … 9: three frames, four seconds apart; those from 2 on touch midnight or lie behind it. */
const timesOf = (sequence: number) => [0, 2, 4].map((s) => EVENING_US + (2 * sequence + s) * SECOND_US);
const numbered = (sequence: number) => batchOf({ sequence, timesUs: timesOf(sequence) });
const partsOf = (sequence: number) => [...new Set(timesOf(sequence).map(dayOf))].map((day) => `1/7/${sequence}/${day}`);

describe("ingest", () => {
  type Step = { kind: "send"; sequence: number } | { kind: "wait"; ms: number } | { kind: "crash" | "release" };
  const steps: fc.Arbitrary<Step> = fc.oneof(
    { weight: 8, arbitrary: fc.nat(9).map((sequence) => ({ kind: "send" as const, sequence })) },
    { weight: 3, arbitrary: fc.constantFrom(10, 60, 400, 12_000).map((ms) => ({ kind: "wait" as const, ms })) },
    fc.constantFrom({ kind: "crash" as const }, { kind: "release" as const }),
  );
  const fates = fc.array(fc.constantFrom<InsertFate>("stored", "failsBefore", "failsAfter", "hangs"));

  it("stores each batch once, whatever is repeated, shuffled, lost, killed or handed over", async () => {
    const property = fc.asyncProperty(fc.array(steps, { maxLength: 40 }), fates, async (list, ends) => {
      const world = new IngestWorld();
      world.fates = [...ends];
      let ingest = world.start();
      const send = (sequence: number) => {
        ingest.ingest(numbered(sequence)).then(
          // What was said to be safe is in the store at that moment.
          () => expect(partsOf(sequence).map((part) => world.parts.get(part))).not.toContain(undefined),
          () => undefined,
        );
      };
      for (const step of list) {
        if (step.kind === "send") send(step.sequence);
        else if (step.kind === "wait") await world.clock.advance(step.ms);
        else if (step.kind === "crash") ingest = world.start();
        else void ingest.release(1).catch(() => undefined);
      }
      world.fates = [];
      ingest = world.start();
      for (let sequence = 0; sequence < 10; sequence += 1) send(sequence);
      await world.clock.advance(1_000);
      const expected = Array.from({ length: 10 }, (_, sequence) => partsOf(sequence)).flat();
      expect(Object.fromEntries(world.parts)).toEqual(Object.fromEntries(expected.map((part) => [part, 1])));
    });
    await fc.assert(property, { numRuns: 100 });
  }, 60_000);

  it("remembers what was deleted from the store", async () => {
    const world = new IngestWorld();
    const first = world.start();
    const sent = first.ingest(numbered(0));
    await world.clock.advance(2 * FLUSH_MS);
    await sent;
    await first.close();
    world.parts.clear();
    const second = world.start().ingest(numbered(0));
    await world.clock.advance(2 * FLUSH_MS);
    expect(await second).toEqual({ kind: "stored" });
    expect(world.parts.size).toBe(0);
  });

  it("stores the second half of a batch across midnight that was killed between the halves", async () => {
    const world = new IngestWorld();
    world.fates = ["stored", "hangs"];
    void world.start().ingest(numbered(4));
    await world.clock.advance(2 * FLUSH_MS);
    expect(world.insertedDays).toEqual([TODAY]);
    const again = world.start().ingest(numbered(4));
    await world.clock.advance(2 * FLUSH_MS);
    expect(await again).toEqual({ kind: "stored" });
    expect(world.insertedDays).toEqual([TODAY, TODAY + 1]);
    expect([...world.parts.values()]).toEqual([1, 1]);
  });

  it("keeps a batch of a wrong clock apart and stores it once, also when the clock has come right", async () => {
    const world = new IngestWorld();
    const years = (n: number) => EVENING_US + n * 365 * 86_400 * SECOND_US;
    const wrong = [years(-30), years(10)].map((time, i) => batchOf({ sequence: i, timesUs: [time] }));
    const jumped = batchOf({ sequence: 2, timesUs: [EVENING_US, years(-1)] });
    const tomorrow = batchOf({ sequence: 3, timesUs: [EVENING_US + 1.5 * 86_400 * SECOND_US] });
    let ingest: FrameIngest = world.start();
    const all = Promise.all([...wrong, jumped, tomorrow, numbered(4)].map((batch) => ingest.ingest(batch)));
    await world.clock.advance(2 * FLUSH_MS);
    await all;
    expect([...world.quarantined.values()]).toEqual(["beforeTerminals", "inFuture", "jumped", "inFuture"]);
    expect([...world.parts.keys()]).toEqual(partsOf(4));
    await world.clock.advance(86_400_000);
    await ingest.close();
    ingest = world.start();
    const later = ingest.ingest(tomorrow);
    await world.clock.advance(2 * FLUSH_MS);
    await later;
    expect([...world.parts.keys()]).toEqual(partsOf(4));
  });

  it("refuses for quota with a note, which goes when the batch is stored after all", async () => {
    const world = new IngestWorld();
    world.mayStore = false;
    const ingest = world.start();
    const refused = ingest.ingest(numbered(0));
    await world.clock.advance(2 * FLUSH_MS);
    expect(await refused).toEqual({ kind: "refused", reason: "quota" });
    expect([...world.refused]).toEqual([["1/7/0", "quota"]]);
    world.mayStore = true;
    const stored = ingest.ingest(numbered(0));
    await world.clock.advance(2 * FLUSH_MS);
    expect(await stored).toEqual({ kind: "stored" });
    expect([...world.refused]).toEqual([]);
  });

  it("takes nothing more of a binding while it is given away, and others go on", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    const held = ingest.ingest(numbered(0));
    await world.clock.advance(10);
    const released = ingest.release(1);
    await expect(ingest.ingest(numbered(1))).rejects.toThrow("released");
    const other = ingest.ingest(batchOf({ sequence: 1, bindingNumber: 2, timesUs: [EVENING_US] }));
    await world.clock.advance(2 * FLUSH_MS);
    expect(await Promise.all([held, released, other])).toEqual([{ kind: "stored" }, undefined, { kind: "stored" }]);
    expect([...world.checkpoints.keys()]).toEqual([`1/7/${TODAY}`]);
  });

  it("counts frames and bytes by day", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    for (const sequence of [0, 1, 4]) void ingest.ingest(numbered(sequence));
    await world.clock.advance(2 * FLUSH_MS);
    expect(world.usage.map(({ day, frames, bytes }) => [day, frames, bytes])).toEqual([
      [TODAY, 7, 7 * 23],
      [TODAY + 1, 2, 2 * 23],
    ]);
  });

  it("has nothing to do for a batch without frames", async () => {
    expect(await new IngestWorld().start().ingest(batchOf({ sequence: 0, timesUs: [] }))).toEqual({ kind: "stored" });
  });
});
