import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "../store/time-window.ts";
import { MOST_STARTS } from "./ingest-admit.ts";
import { GROUP_MS } from "./ingest-flush.ts";
import type { FrameIngest } from "./ingest-frames.ts";
import { batchOf, type CommitFate, EVENING_US, IngestWorld, identity } from "./test-ingest-world.ts";

const SECOND_US = 1_000_000;
const TODAY = dayOf(EVENING_US);
const YEAR_US = 365 * 86_400 * SECOND_US;

/** Three frames, four seconds apart; those from 2 on touch midnight or lie behind it. */
const numbered = (sequence: number) =>
  batchOf({ sequence, timesUs: [0, 2, 4].map((s) => EVENING_US + (2 * sequence + s) * SECOND_US) });
const batchName = (sequence: number) => identity(numbered(sequence));

describe("ingest", () => {
  type Step = { kind: "send"; sequence: number; to: 0 | 1 } | { kind: "wait"; ms: number } | { kind: "crash" };
  const steps: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant("send" as const), sequence: fc.nat(9), to: fc.constantFrom(0, 1) }),
    },
    { weight: 3, arbitrary: fc.constantFrom(1, 10, 400, 6_000).map((ms) => ({ kind: "wait" as const, ms })) },
    fc.constant({ kind: "crash" as const }),
  );
  const fates = fc.array(fc.constantFrom<CommitFate>("stored", "failsBefore", "failsAfter", "hangs"));

  it("stores each batch once, whatever is repeated, shuffled, lost, killed or sent to two processes [DAT-08]", async () => {
    const property = fc.asyncProperty(fc.array(steps, { maxLength: 40 }), fates, async (list, ends) => {
      const world = new IngestWorld();
      world.fates = [...ends];
      let processes = [world.start(), world.start()];
      const send = (sequence: number, to: number) => {
        processes[to]?.ingest(numbered(sequence)).then(
          // An acknowledged batch is in the store at that moment.
          () => expect(world.landed.get(batchName(sequence))).toBe(1),
          () => undefined,
        );
      };
      for (const step of list) {
        if (step.kind === "send") send(step.sequence, step.to);
        else if (step.kind === "wait") await world.clock.advance(step.ms);
        else processes = [world.crash(), world.start()];
      }
      world.fates = [];
      processes = [world.crash(), world.start()];
      for (let sequence = 0; sequence < 10; sequence += 1) for (const to of [0, 1]) send(sequence, to);
      await world.clock.advance(20_000);
      const expected = Array.from({ length: 10 }, (_, sequence) => [batchName(sequence), 1]);
      expect(Object.fromEntries(world.landed)).toEqual(Object.fromEntries(expected));
      expect(world.days.reduce((sum, { frames }) => sum + frames, 0)).toBe(30);
    });
    await fc.assert(property, { numRuns: 150 });
  }, 60_000);

  it("quarantines a batch of a wrong clock and stores it once, also when the clock has come right [DAT-08]", async () => {
    const world = new IngestWorld();
    const wrong = [-30, 10].map((years, i) => batchOf({ sequence: i, timesUs: [EVENING_US + years * YEAR_US] }));
    const jumped = batchOf({ sequence: 2, timesUs: [EVENING_US, EVENING_US - YEAR_US] });
    const tomorrow = batchOf({ sequence: 3, timesUs: [EVENING_US + 1.5 * 86_400 * SECOND_US] });
    const first = world.start();
    const all = Promise.all([...wrong, jumped, tomorrow, numbered(4)].map((batch) => first.ingest(batch)));
    await world.clock.advance(2 * GROUP_MS);
    await all;
    expect([...world.quarantined.values()]).toEqual(["beforeTerminals", "inFuture", "jumped", "inFuture"]);
    expect([...world.landed.keys()]).toEqual([batchName(4)]);
    await world.clock.advance(86_400_000);
    const later = world.crash().ingest(tomorrow);
    await world.clock.advance(2 * GROUP_MS);
    await later;
    expect([...world.landed.keys()]).toEqual([batchName(4)]);
  });

  it("stores a second boot that drew the same epoch under an epoch of the server's own, once [DAT-08]", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    const boot = (atUs: number) =>
      [0, 1].map((sequence) => batchOf({ sequence, timesUs: [atUs + sequence * SECOND_US] }));
    const [before, after] = [boot(EVENING_US - 3600 * SECOND_US), boot(EVENING_US)];
    for (const batch of [...before, ...after, ...after, ...before]) {
      const stored = ingest.ingest(batch);
      await world.clock.advance(2 * GROUP_MS);
      expect(await stored).toEqual({ kind: "stored" });
    }
    expect([...world.landed.keys()]).toEqual(["1/7/0", "1/7/1", `1/${7 + 2 ** 32}/0`, `1/${7 + 2 ** 32}/1`]);
    expect([...world.landed.values()]).toEqual([1, 1, 1, 1]);
    expect(ingest.collisions).toBe(2);
  });

  it("stores each of 256 starts under one epoch, and says of the next that the epoch is used up [DAT-08]", async () => {
    const world = new IngestWorld();
    let ingest = world.start();
    const send = async (start: number, sequence: number) => {
      const stored = ingest.ingest(batchOf({ sequence, timesUs: [EVENING_US + (2 * start + sequence) * SECOND_US] }));
      await world.clock.advance(2 * GROUP_MS);
      return stored;
    };
    for (let start = 0; start < MOST_STARTS; start += 1)
      for (const sequence of [0, 1]) expect(await send(start, sequence)).toEqual({ kind: "stored" });
    expect(await send(MOST_STARTS, 0)).toEqual({ kind: "refused", reason: "epochReused" });
    expect([...world.refused]).toEqual([["1/7/0", "epochReused"]]);
    // All are known again, also to a process that has seen none of them.
    ingest = world.crash();
    for (const start of [0, 16, 17, MOST_STARTS - 1]) expect(await send(start, 1)).toEqual({ kind: "stored" });
    expect(world.landed.size).toBe(2 * MOST_STARTS);
    expect(new Set(world.landed.values())).toEqual(new Set([1]));
    // What it counts on beyond the others, and another epoch, are taken as ever.
    expect(await send(MOST_STARTS, 2)).toEqual({ kind: "stored" });
    const other = ingest.ingest(batchOf({ sequence: 0, epoch: 8, timesUs: [EVENING_US] }));
    await world.clock.advance(2 * GROUP_MS);
    expect(await other).toEqual({ kind: "stored" });
  });

  it("refuses for quota with a note, which goes when the batch is stored after all [CAP-05]", async () => {
    const world = new IngestWorld();
    world.mayStore = false;
    const ingest = world.start();
    const refused = ingest.ingest(numbered(0));
    await world.clock.advance(2 * GROUP_MS);
    expect(await refused).toEqual({ kind: "refused", reason: "quota" });
    expect([...world.refused]).toEqual([["1/7/0", "quota"]]);
    world.mayStore = true;
    const stored = ingest.ingest(numbered(0));
    await world.clock.advance(2 * GROUP_MS);
    expect(await stored).toEqual({ kind: "stored" });
    expect([...world.refused]).toEqual([]);
  });

  it("a batch that is stored already is acknowledged also when the space is full [CAP-05]", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    const stored = ingest.ingest(numbered(0));
    await world.clock.advance(2 * GROUP_MS);
    await stored;
    world.mayStore = false;
    expect(await ingest.ingest(numbered(0))).toEqual({ kind: "stored" });
  });

  it("takes nothing of a binding that has ended, and others go on", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    const before = ingest.ingest(numbered(0));
    await world.clock.advance(2 * GROUP_MS);
    await before;
    world.closed.add(1);
    const ended = expect(ingest.ingest(numbered(1))).rejects.toThrow("ended");
    const other = ingest.ingest(batchOf({ sequence: 1, bindingNumber: 2, timesUs: [EVENING_US] }));
    await world.clock.advance(2 * GROUP_MS);
    await ended;
    expect(await other).toEqual({ kind: "stored" });
  });

  it("a candtu payload that an earlier process stored is not stored again for ten minutes [DAT-08]", async () => {
    const world = new IngestWorld();
    const payloadHash = Uint8Array.of(1, 2, 3);
    const send = async (sequence: number, epoch: number) => {
      const sent = world.crash().ingest({ ...batchOf({ sequence, epoch, timesUs: [EVENING_US] }), payloadHash });
      await world.clock.advance(2 * GROUP_MS);
      return sent;
    };
    await send(0, 1);
    await send(0, 2);
    expect([...world.landed.keys()]).toEqual(["1/1/0"]);
  });

  it("a candtu payload that another process stored meanwhile is found when its terminal comes back [DAT-08]", async () => {
    const world = new IngestWorld();
    const [one, other] = [world.start(), world.start()];
    const send = async (ingest: FrameIngest, payload: number, epoch: number) => {
      const batch = batchOf({ sequence: 0, epoch, timesUs: [EVENING_US] });
      const sent = ingest.ingest({ ...batch, payloadHash: Uint8Array.of(payload) });
      await world.clock.advance(2 * GROUP_MS);
      return sent;
    };
    await send(one, 1, 1);
    await world.clock.advance(86_400_000);
    await send(other, 2, 2);
    one.connected(1);
    await send(one, 2, 3);
    expect([...world.landed.keys()]).toEqual(["1/1/0", "1/2/0"]);
  });

  it("a terminal that does not count its batches is refused after as many as it may have starts [DAT-08]", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    const kinds: string[] = [];
    for (let second = 0; second < MOST_STARTS + 4; second += 1) {
      const sent = ingest.ingest(batchOf({ sequence: 0, timesUs: [EVENING_US - (300 - second) * SECOND_US] }));
      await world.clock.advance(2 * GROUP_MS);
      kinds.push((await sent).kind);
    }
    expect(kinds).toEqual([...Array(MOST_STARTS).fill("stored"), ...Array(4).fill("refused")]);
    expect(new Set(world.refused.values())).toEqual(new Set(["epochReused"]));
  });

  it("counts frames and bytes by day", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    for (const sequence of [0, 4]) void ingest.ingest(numbered(sequence));
    await world.clock.advance(2 * GROUP_MS);
    expect(world.days.map(({ day, frames, bytes }) => [day, frames, bytes])).toEqual([
      [TODAY, 3, 3 * 23],
      [TODAY, 1, 23],
      [TODAY + 1, 2, 2 * 23],
    ]);
  });

  it("has nothing to do for a batch without frames", async () => {
    expect(await new IngestWorld().start().ingest(batchOf({ sequence: 0, timesUs: [] }))).toEqual({ kind: "stored" });
  });
});
