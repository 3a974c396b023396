import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/engines/test-database.ts";
import { PREPARED } from "./prepared.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it("a marked statement is planned once for a connection, others are not kept", async () => {
  await database.db.connection().execute(async (one) => {
    for (const n of [1, 2, 3]) {
      const twice = await sql<{ twice: number }>`${PREPARED} select ${n}::int * 2 as twice`.execute(one);
      expect(twice.rows).toEqual([{ twice: 2 * n }]);
      await sql`select ${n}::int * 3`.execute(one);
    }
    const kept = await sql<{ statement: string; runs: number }>`
      select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`.execute(one);
    expect(kept.rows).toEqual([{ statement: "/* prepared */ select $1::int * 2 as twice", runs: 3 }]);
  });
});

it("fails like any other, and goes on", async () => {
  const halved = (n: number) => sql<{ half: number }>`${PREPARED} select 8 / ${n}::int as half`.execute(database.db);
  await expect(halved(0)).rejects.toMatchObject({ code: "22012" });
  expect((await halved(4)).rows).toEqual([{ half: 2 }]);
});
