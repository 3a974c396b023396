import { describe, expect, it } from "vitest";
import { GATHER_MS, RowGroups } from "./ingest-rows.ts";
import { ManualClock } from "./test-ingest-world.ts";

describe("rows of many terminals", () => {
  it("become few inserts, tried until they are done", async () => {
    const clock = new ManualClock();
    const inserts: number[][] = [];
    let isAway = true;
    const insert = async (rows: readonly number[]) => {
      if (isAway) throw new Error("the store is away");
      inserts.push([...rows]);
    };
    const groups = new RowGroups({ insert, clock, onTrouble: () => undefined });
    const done: number[] = [];
    for (const n of [1, 2, 3]) void groups.add([n]).then(() => done.push(n));
    await clock.advance(GATHER_MS);
    for (const n of [4, 5]) void groups.add([n]).then(() => done.push(n));
    await clock.advance(GATHER_MS);
    expect(done).toEqual([]);
    isAway = false;
    await clock.advance(1_000);
    expect(inserts).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it("rejects what has not gone when it closes", async () => {
    const clock = new ManualClock();
    const groups = new RowGroups({ insert: async () => undefined, clock, onTrouble: () => undefined });
    const late = groups.add([1]);
    await groups.close();
    const refused = expect(late).rejects.toThrow("closed");
    await clock.advance(GATHER_MS);
    await refused;
  });
});
