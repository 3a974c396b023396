import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SLICE_ROWS } from "../../../platform/postgres/in-slices.ts";
import { type TestFrameStore, testFrameStore } from "../../../testing/engines/test-frame-store.ts";
import { clearBinding } from "../../servers/binding-gate.ts";

const TENANT = "00000000-0000-4000-8000-000000000001";
const ROWS = 2 * SLICE_ROWS + 100;

describe("positions and points by the million", () => {
  let world: TestFrameStore;

  const run = (text: string, values: unknown[] = []) => world.framesDatabase.pool.query(text, values);

  beforeAll(async () => {
    world = await testFrameStore();
    await run("create table deleted (rows bigint)");
    await run(`create function count_deleted() returns trigger language plpgsql as $$
      begin insert into deleted select count(*) from gone; return null; end $$`);
    for (const table of ["positions", "points", "quarantined_batches", "refused_batches"])
      await run(`create trigger count_deleted after delete on ${table} referencing old table as gone
        for each statement execute function count_deleted()`);
  });
  afterAll(() => world.drop());

  /** Two bindings, each with a position and a point of two groups every second from 1 on. */
  beforeEach(async () => {
    await run("truncate positions, points, refused_batches, deleted");
    for (const binding of [1, 2]) {
      await run(
        "insert into positions (binding, time, latitude, longitude) select $1, 1000 * n, 1, 2 from generate_series(1, $2) n",
        [binding, ROWS],
      );
      for (const group of ["a", "b"])
        await run(`insert into points select $1, $2, 1000 * n, '{}' from generate_series(1, $3) n`, [
          binding,
          group,
          ROWS,
        ]);
    }
  });

  /** Of each table and group, in seconds. */
  async function left(binding: number) {
    const found = await run(
      `select count(*)::int as rows, (min(time) / 1000)::int as first from (
          select time, '' as name from positions where binding = $1
          union all select time, data_group from points where binding = $1) as p group by name order by name`,
      [binding],
    );
    return found.rows.map(({ rows, first }) => [rows, first]);
  }
  const expiring = (...bindings: readonly number[]) =>
    bindings.map((bindingNumber) => ({ bindingNumber, keep: async () => [] }));
  const WHOLE = [1, 2, 3].map(() => [ROWS, 1]);

  async function expectSlices() {
    const found = await run("select max(rows)::int as most, sum(rows)::int as all from deleted");
    expect(found.rows[0].most).toBe(SLICE_ROWS);
    return found.rows[0].all;
  }

  it("go with their device in slices, and no other's [DAT-06]", async () => {
    await world.store.points.drop(1);
    expect([await left(1), await left(2)]).toEqual([[], WHOLE]);
    expect(await expectSlices()).toBe(3 * ROWS);
  });

  it("stay in the windows that are spared [DAT-05]", async () => {
    const keep = [{ fromUs: 500_000_000, toUs: 600_000_000 }];
    await world.store.points.drop(1, keep);
    expect(await left(1)).toEqual([1, 2, 3].map(() => [100, 500]));
    await expectSlices();
  });

  it("of a range go, those before and behind it and in spared windows stay [DAT-04]", async () => {
    const keep = [{ fromUs: 500_000_000, toUs: 600_000_000 }];
    const range = { bindingNumber: 1, fromUs: 10_000_000, toUs: (SLICE_ROWS + 100) * 1e6 };
    const inRange = 3 * (SLICE_ROWS + 90);
    expect(await world.store.points.countRange(1, range, 1e6)).toBe(inRange);
    expect(await world.store.points.countRange(1, range, 1000)).toBe(1000);
    expect(await world.store.points.deleteRange({ ...range, keep })).toBe(inRange - 300);
    expect([await left(1), await left(2)]).toEqual([[1, 2, 3].map(() => [ROWS - SLICE_ROWS - 90 + 100, 1]), WHOLE]);
    expect(await world.store.points.countRange(1, range, 1e6)).toBe(300);
  });

  it("expire in slices, and the new ones are not passed [DAT-06]", async () => {
    await world.store.points.expire(expiring(1), (SLICE_ROWS + 51) * 1e6);
    expect([await left(1), await left(2)]).toEqual([
      [1, 2, 3].map(() => [ROWS - SLICE_ROWS - 50, SLICE_ROWS + 51]),
      WHOLE,
    ]);
    expect(await expectSlices()).toBe(3 * (SLICE_ROWS + 50));
  });

  it("leave a frame server in slices when their device moves", async () => {
    await clearBinding(world.framesDatabase.pool, { binding: 1, tenantId: TENANT });
    expect([await left(1), await left(2)]).toEqual([[], WHOLE]);
    await expectSlices();
  });

  it("are not the only rows of which a device may have millions", async () => {
    await run(
      `insert into refused_batches (binding, epoch, sequence, tenant_id, reason)
        select 1, 1, n, $1, 'quota' from generate_series(1, $2) n`,
      [TENANT, ROWS],
    );
    await world.store.frames.removal.drop(1);
    expect(await expectSlices()).toBe(ROWS);
  });

  it("expire of the others when those of one cannot [DAT-06]", async () => {
    await run(`create function refuse_first() returns trigger language plpgsql as $$
      begin if old.binding = 1 then raise 'locked'; end if; return old; end $$`);
    await run("create trigger refuse_first before delete on positions for each row execute function refuse_first()");
    const failed: number[] = [];
    const all = world.store.points.expire(expiring(1, 2), ROWS * 1e6, { failed: (binding) => failed.push(binding) });
    await expect(all).rejects.toThrow("locked");
    expect(failed).toEqual([1]);
    expect(await left(2)).toEqual([1, 2, 3].map(() => [1, ROWS]));
    await run("drop trigger refuse_first on positions");
  });
});
