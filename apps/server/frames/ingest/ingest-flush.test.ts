import { describe, expect, it } from "vitest";
import type { BatchJudge, WatchedBinding } from "./batch-judge.ts";
import { GROUP_MS } from "./ingest-flush.ts";
import { batchOf, EVENING_US, IngestWorld } from "./test-ingest-world.ts";

const one = (bindingNumber: number, sequence: number) =>
  batchOf({ bindingNumber, sequence, timesUs: [EVENING_US, EVENING_US + 1] });

/** Of every device, and what they judged; forgotten with each group that is not stored. */
class ForgetfulRules implements BatchJudge {
  readonly judged: [number, number][] = [];
  readonly #known = new Map<number, WatchedBinding>();

  find(bindingNumber: number): WatchedBinding | undefined {
    return this.#known.get(bindingNumber);
  }

  async load(bindingNumber: number): Promise<void> {
    // As long as a question to a database takes.
    await new Promise((resolve) => setImmediate(resolve));
    this.#known.set(bindingNumber, {
      version: 0,
      judge: ({ sequence }) => this.judged.push([bindingNumber, sequence]),
      take: () => ({ states: [], changes: [] }),
      stored: () => undefined,
    });
  }

  forget(bindingNumber: number): void {
    this.#known.delete(bindingNumber);
  }

  changed(): void {}

  /** The sequences of a device, each where it was judged last. */
  last(bindingNumber: number): number[] {
    const all = this.judged.flatMap(([of, sequence]) => (of === bindingNumber ? [sequence] : []));
    return all.filter((sequence, at) => all.lastIndexOf(sequence) === at);
  }
}

describe("groups", () => {
  it("one is committed while the next fills with what comes from all terminals, in its order", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    // Known from here on: the first batch of a terminal waits for its set.
    for (const bindingNumber of [1, 2, 3]) void ingest.ingest(one(bindingNumber, 0));
    await world.clock.advance(2 * GROUP_MS);
    world.commits.length = 0;
    const sent = [
      [1, 1],
      [2, 1],
      [3, 1],
      [1, 2],
    ] as const;
    const all = sent.map(([bindingNumber, sequence]) => ingest.ingest(one(bindingNumber, sequence)));
    await world.clock.advance(3 * GROUP_MS);
    await Promise.all(all);
    expect(world.commits.flat()).toHaveLength(4);
    expect(world.commits.length).toBeLessThanOrEqual(2);
  });

  it("stand further apart while settling is behind", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    void ingest.ingest(one(1, 0));
    await world.clock.advance(2 * GROUP_MS);
    world.pauseMs = 500;
    await Promise.all([ingest.ingest(one(1, 1)), world.clock.advance(0)]);
    world.commits.length = 0;
    const second = ingest.ingest(one(1, 2));
    await world.clock.advance(499);
    expect(world.commits).toHaveLength(0);
    await world.clock.advance(GROUP_MS + 1);
    expect(await second).toEqual({ kind: "stored" });
    expect(world.commits).toHaveLength(1);
  });

  it("a database that is away holds the answers back and loses nothing", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    world.fates = ["failsBefore", "failsAfter", "failsBefore"];
    const all = [0, 1, 2].map((sequence) => ingest.ingest(one(1, sequence)));
    await world.clock.advance(60_000);
    expect(await Promise.all(all)).toEqual([{ kind: "stored" }, { kind: "stored" }, { kind: "stored" }]);
    expect([...world.landed.values()]).toEqual([1, 1, 1]);
  });

  it("a batch that can never be stored is refused and holds up nobody else [DAT-08]", async () => {
    const world = new IngestWorld();
    world.unstorable.add("5/7/0");
    const ingest = world.start();
    const bad = ingest.ingest(one(5, 0));
    const good = [1, 2, 3, 4, 6, 7, 8].map((bindingNumber) => ingest.ingest(one(bindingNumber, 0)));
    await world.clock.advance(5_000);
    expect(await bad).toEqual({ kind: "refused", reason: "unstorable" });
    expect([...world.refused]).toEqual([["5/7/0", "unstorable"]]);
    expect(await Promise.all(good)).toEqual(good.map(() => ({ kind: "stored" })));
    expect([...world.landed.values()]).toEqual([1, 1, 1, 1, 1, 1, 1]);
    // The next groups are of many again.
    world.commits.length = 0;
    await Promise.all([
      ...[1, 2, 3, 4].map((bindingNumber) => ingest.ingest(one(bindingNumber, 1))),
      world.clock.advance(20 * GROUP_MS),
    ]);
    expect(world.commits.flat()).toHaveLength(4);
  });

  it("one batch among hundreds that can never be stored costs few groups, and none of a device overtakes another [DAT-08]", async () => {
    const world = new IngestWorld();
    const rules = new ForgetfulRules();
    world.judge = rules;
    const ingest = world.start();
    const [devices, batches] = [16, 32];
    const bindings = Array.from({ length: devices }, (_, i) => i + 1);
    // Known from here on, so that all that follows is one group.
    for (const bindingNumber of bindings) void ingest.ingest(one(bindingNumber, 0));
    for (let step = 0; step < 5; step += 1) await world.clock.advance(GROUP_MS);
    world.tried = 0;
    rules.judged.length = 0;
    world.unstorable.add("9/7/20");
    const sequences = Array.from({ length: batches }, (_, i) => i + 1);
    const all = sequences.flatMap((sequence) =>
      bindings.map((bindingNumber) => ingest.ingest(one(bindingNumber, sequence))),
    );
    // In steps: the rules are read meanwhile.
    for (let step = 0; step < 50; step += 1) await world.clock.advance(GROUP_MS);
    const refused = (await Promise.all(all)).filter(({ kind }) => kind === "refused");
    expect(refused).toEqual([{ kind: "refused", reason: "unstorable" }]);
    // The first alone, all others, nine halvings and what is left.
    expect(world.tried).toBeLessThanOrEqual(Math.log2(devices * batches) + 6);
    for (const binding of bindings) {
      const stored = world.commits.flat().flatMap(([of, sequence]) => (of === binding ? [sequence] : []));
      expect(stored).toEqual([0, ...sequences].filter((sequence) => !(binding === 9 && sequence === 20)));
    }
    // What was judged last of each batch is in the order of the device.
    expect(rules.last(3)).toEqual(sequences);
  });

  it("a closed ingest leaves a group that would go again by halves with the terminals", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    for (const bindingNumber of [1, 2, 3]) void ingest.ingest(one(bindingNumber, 0));
    await world.clock.advance(3 * GROUP_MS);
    world.tried = 0;
    world.unstorable.add("2/7/1");
    const ended = Promise.allSettled([1, 2, 3].map((bindingNumber) => ingest.ingest(one(bindingNumber, 1))));
    // The first of them goes at once.
    while (world.tried < 2) await world.clock.advance(1);
    await ingest.close();
    expect((await ended).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it("a closed ingest leaves what is not in a group with the terminals", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    world.fates = ["hangs"];
    const first = ingest.ingest(one(1, 0));
    first.catch(() => undefined);
    await world.clock.advance(GROUP_MS);
    const second = expect(ingest.ingest(one(1, 1))).rejects.toThrow("closed");
    await world.clock.advance(1);
    void ingest.close();
    await second;
  });
});
