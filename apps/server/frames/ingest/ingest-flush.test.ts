import { describe, expect, it } from "vitest";
import { GROUP_MS } from "./ingest-flush.ts";
import { batchOf, EVENING_US, IngestWorld } from "./test-ingest-world.ts";

const one = (bindingNumber: number, sequence: number) =>
  batchOf({ bindingNumber, sequence, timesUs: [EVENING_US, EVENING_US + 1] });

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
    world.unstorable = "5/7/0";
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
