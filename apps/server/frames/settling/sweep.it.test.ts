import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Files } from "../../platform/files/files.ts";
import { type TestDatabase, testFramesDatabase } from "../../testing/engines/test-database.ts";
import { sweepFiles } from "./sweep.ts";

describe("a sweep", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testFramesDatabase();
  });
  afterAll(() => database.drop());

  /** Rows of dropped files, the first of them dropped longest ago. */
  const drop = (prefix: string, count: number) =>
    database.pool.query(
      `insert into segment_files (name, state, bytes, changed_at)
        select $1 || n, 'dropped', 1, now() - interval '1 hour' + n * interval '1 millisecond' from generate_series(1, $2) n`,
      [prefix, count],
    );
  const left = async () => {
    const found = await database.pool.query<{ n: number }>("select count(*) as n from segment_files");
    return found.rows[0]?.n;
  };
  /** Only what a sweep needs of them; tells how many were removed at once at most. */
  const filesThat = (remove: (name: string) => Promise<void>): Pick<Files, "remove"> => ({ remove });
  const sweep = (files: Pick<Files, "remove">, withinMs?: number) =>
    sweepFiles(database.pool, { ...NO_FILES, ...files }, withinMs === undefined ? {} : { withinMs });

  it("removes all that is due, several files at once", async () => {
    await drop("many/", 1700);
    let [underWay, most] = [0, 0];
    const files = filesThat(async () => {
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay -= 1;
    });
    expect(await sweep(files)).toEqual({ removed: 1700, isMore: false, faults: [] });
    expect(most).toBe(8);
    expect(await left()).toBe(0);
  });

  it("tries files that cannot be removed once, and the others go before them the next time", async () => {
    await drop("stuck/", 1000);
    const asked: string[] = [];
    const files = filesThat(async (name) => {
      asked.push(name);
      if (name.startsWith("stuck/")) throw new Error("busy");
    });
    const first = await sweep(files);
    expect([first.removed, first.isMore, first.faults.length]).toEqual([0, false, 1000]);
    await drop("well/", 3);
    asked.length = 0;
    expect(await sweep(files, 0)).toMatchObject({ removed: 3, isMore: true });
    expect(asked).toHaveLength(500);
    expect(asked.filter((name) => name.startsWith("well/"))).toHaveLength(3);
    expect(await sweep(filesThat(async () => undefined))).toMatchObject({ removed: 1000 });
    expect(await left()).toBe(0);
  });

  it("that is given up leaves the files not tried yet to the next one [OPS-02]", async () => {
    await drop("left/", 1700);
    const stopping = new AbortController();
    let tried = 0;
    const files = filesThat(async () => {
      if (++tried === 20) stopping.abort();
      await new Promise(setImmediate);
    });
    const { removed, faults } = await sweepFiles(database.pool, { ...NO_FILES, ...files }, { signal: stopping.signal });
    expect([removed, faults]).toEqual([tried, []]);
    expect(tried).toBeLessThan(30);
    expect(await sweep(filesThat(async () => undefined))).toMatchObject({ removed: 1700 - tried, isMore: false });
    expect(await left()).toBe(0);
  });
});

const refuse = () => {
  throw new Error("a sweep only removes");
};
const NO_FILES: Files = { read: refuse, create: refuse, size: refuse, remove: refuse, list: refuse, close: refuse };
