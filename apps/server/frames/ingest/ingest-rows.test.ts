import pg from "pg";
import { describe, expect, it } from "vitest";
import { GATHER_MS, MOST_ROWS, RowGroups, RowsMoved } from "./ingest-rows.ts";
import { ManualClock } from "./test-ingest-world.ts";

/** Inserts of rows as a store takes them that says no while it is told to. */
function world(refuses: (rows: readonly number[]) => boolean) {
  const clock = new ManualClock();
  const inserts: number[][] = [];
  const insert = async (rows: readonly number[]) => {
    if (refuses(rows)) throw new Error("the store is away");
    inserts.push([...rows]);
  };
  return { clock, inserts, groups: new RowGroups({ insert, clock, onTrouble: () => undefined }) };
}

describe("rows of many terminals", () => {
  it("become few inserts, tried until they are done", async () => {
    let isAway = true;
    const { clock, inserts, groups } = world(() => isAway);
    const done: number[] = [];
    for (const n of [1, 2, 3]) void groups.add([n]).then(() => done.push(n));
    await clock.advance(GATHER_MS);
    for (const n of [4, 5]) void groups.add([n]).then(() => done.push(n));
    await clock.advance(GATHER_MS);
    expect(done).toEqual([]);
    isAway = false;
    await clock.advance(1_000);
    expect(inserts.flat()).toEqual([1, 2, 3, 4, 5]);
    expect(done).toEqual([1, 2, 3, 4, 5]);
    for (const n of [6, 7]) void groups.add([n]);
    await clock.advance(GATHER_MS);
    expect(inserts.at(-1)).toEqual([6, 7]);
  });

  it("go at most a few thousand at once, and those of a message together", async () => {
    const { clock, inserts, groups } = world(() => false);
    const done = Array.from({ length: 21 }, () => groups.add(new Array<number>(1000).fill(0)));
    await clock.advance(GATHER_MS);
    await Promise.all(done);
    expect(Math.max(...inserts.map((rows) => rows.length))).toBe(MOST_ROWS);
    expect(inserts).toHaveLength(6);
    const large = groups.add(new Array<number>(2 * MOST_ROWS).fill(0));
    await clock.advance(GATHER_MS);
    await large;
    expect(inserts.at(-1)).toHaveLength(2 * MOST_ROWS);
  });

  it("go in smaller groups where the store cannot take a large one in time", async () => {
    const { clock, inserts, groups } = world((rows) => rows.length > 60);
    const done = Array.from({ length: 1000 }, (_, n) => groups.add([n]));
    await clock.advance(60_000);
    await Promise.all(done);
    expect(inserts.flat()).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  });

  it("of a message that can never be stored stay with its terminal, and hold up no others", async () => {
    const clock = new ManualClock();
    const inserts: number[][] = [];
    const insert = async (rows: readonly number[]) => {
      if (rows.includes(7)) throw Object.assign(new pg.DatabaseError("out of range", 1, "error"), { code: "22003" });
      inserts.push([...rows]);
    };
    const groups = new RowGroups({ insert, clock, onTrouble: () => undefined });
    const ends = Promise.allSettled(Array.from({ length: 10 }, (_, n) => groups.add([n])));
    await clock.advance(GATHER_MS);
    const failed = (await ends).flatMap(({ status }, n) => (status === "rejected" ? [n] : []));
    expect(failed).toEqual([7]);
    expect(inserts.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9]);
  });

  it("are handed back when their device has moved, and the next ones go", async () => {
    const clock = new ManualClock();
    let hasMoved = true;
    const insert = async () => {
      if (hasMoved) throw new RowsMoved();
    };
    const groups = new RowGroups<number>({ insert, clock, onTrouble: () => undefined });
    const moved = expect(groups.add([1])).rejects.toBeInstanceOf(RowsMoved);
    await clock.advance(GATHER_MS);
    await moved;
    hasMoved = false;
    const next = groups.add([2]);
    await clock.advance(GATHER_MS);
    await next;
  });

  it("are refused when it closes before they have gone", async () => {
    const { clock, groups } = world(() => true);
    const tried = expect(groups.add([1])).rejects.toThrow("closed");
    await clock.advance(GATHER_MS);
    const waiting = expect(groups.add([2])).rejects.toThrow("closed");
    await groups.close();
    await Promise.all([tried, waiting]);
    await expect(groups.add([3])).rejects.toThrow("closed");
  });
});
