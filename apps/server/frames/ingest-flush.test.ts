import { describe, expect, it } from "vitest";
import { FLUSH_FRAMES, FLUSH_MS } from "./ingest-flush.ts";
import { MOST_DAYS, MOST_FRAMES } from "./ingest-group.ts";
import { batchOf, EVENING_US, IngestWorld } from "./test-ingest-world.ts";

const many = (count: number) => Array.from({ length: count }, () => EVENING_US);
const DAY_US = 86_400_000_000;

describe("groups", () => {
  it("go after their time, with what came meanwhile from all terminals in its order", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    const send = (bindingNumber: number, sequence: number) =>
      void ingest.ingest(batchOf({ bindingNumber, sequence, timesUs: many(3) }));
    send(1, 0);
    send(2, 0);
    await world.clock.advance(FLUSH_MS - 10);
    send(1, 1);
    expect(world.inserts).toEqual([]);
    await world.clock.advance(10);
    expect(world.inserts.map((group) => group.map((one) => [one.bindingNumber, one.sequence]))).toEqual([
      [
        [1, 0],
        [2, 0],
        [1, 1],
      ],
    ]);
  });

  it("go at once when they are full", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    for (let sequence = 0; sequence < 2; sequence += 1)
      void ingest.ingest(batchOf({ sequence, timesUs: many(FLUSH_FRAMES / 2) }));
    await world.clock.advance(0);
    expect(world.inserts.map((group) => group.length)).toEqual([2]);
  });

  it("fill while one is stored, up to their limit; the rest waits and nobody overtakes", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    // Known from here on: the first batch of a terminal waits for what is known of it.
    for (const bindingNumber of [1, 2, 3])
      void ingest.ingest(batchOf({ bindingNumber, sequence: 99, timesUs: many(1) }));
    await world.clock.advance(FLUSH_MS);
    world.inserts.length = 0;
    world.fates = ["failsBefore", "failsAfter"];
    const quarter = many(MOST_FRAMES / 4);
    const all = Array.from({ length: 10 }, (_, i) =>
      ingest.ingest(batchOf({ bindingNumber: 1 + (i % 3), sequence: i, timesUs: quarter })),
    );
    await world.clock.advance(1_000);
    await Promise.all(all);
    expect(world.inserts.map((group) => group.map((one) => one.sequence))).toEqual([
      [0],
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9],
    ]);
    expect([...world.parts.values()].every((count) => count === 1)).toBe(true);
  });

  it("hold few days, so that one terminal that unloads its card does not stop the others", async () => {
    const world = new IngestWorld();
    const ingest = world.start();
    for (let day = 0; day < 2 * MOST_DAYS; day += 1)
      void ingest.ingest(batchOf({ sequence: day, timesUs: [EVENING_US - day * DAY_US] }));
    await world.clock.advance(FLUSH_MS);
    const days = world.insertedDays.map((day) => day - Math.floor(EVENING_US / DAY_US));
    expect(days).toEqual([-7, -6, -5, -4, -3, -2, -1, 0, -15, -14, -13, -12, -11, -10, -9, -8].map((day) => day + 0));
  });
});
