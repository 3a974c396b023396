import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { type TestDatabase, testDatabase } from "../../testing/engines/test-database.ts";
import { createLog } from "../log.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

const log = createLog("silent");
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.pool.query("drop schema public cascade; create schema public");
  folder = temporaryFolder();
  write("0001-first.sql", "create table first (n integer); insert into first values (1);");
});

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
const run = () => migrate(database.pool, log, folder);
const count = async (table: string) => {
  const { rows } = await database.pool.query<{ n: number }>(`select count(*) as n from ${table}`);
  return rows[0]?.n;
};

describe("migrations", () => {
  it("run once each, in order [OPS-03]", async () => {
    write("0003-third.sql", "insert into second select n from first;");
    write("0002-second.sql", "create table second (n integer);");
    await run();
    await run();
    expect(await count("second")).toBe(1);
    expect(await count("schema_migrations")).toBe(3);
  });

  it("run once when several processes start together", async () => {
    const others = [1, 2, 3].map(() => openDatabase({ url: database.url, log }));
    await Promise.all([run(), ...others.map((other) => migrate(other.pool, log, folder))]);
    expect(await count("first")).toBe(1);
    for (const other of others) await other.close();
  });

  it("leave nothing of one that failed, and name it", async () => {
    write("0002-broken.sql", "create table half (n integer); select nonsense;");
    await expect(run()).rejects.toThrow(/^The migration 0002-broken.sql failed: column "nonsense" does not exist\.$/);
    await expect(count("half")).rejects.toThrow(/does not exist/);
    write("0002-broken.sql", "create table half (n integer);");
    await run();
    expect(await count("half")).toBe(0);
  });

  it("refuse a file that was changed after it had run", async () => {
    await run();
    write("0001-first.sql", "create table first (n bigint);");
    await expect(run()).rejects.toThrow("The migration 0001-first.sql was changed after it had run here");
  });

  it("refuse a database of a newer Canopy, and name the way back [OPS-03]", async () => {
    await run();
    await database.pool.query("insert into schema_migrations values (9, '0009-future.sql', 'x')");
    await expect(run()).rejects.toThrow(
      /The database has 0009-future\.sql, which this Canopy does not know: .*docs\/operations\.md, Going back/,
    );
    const operations = readFileSync(join(import.meta.dirname, "../../../../docs/operations.md"), "utf8");
    expect(operations).toContain("\n### Going back\n");
  });

  it("refuse a wrong name and a number given twice", async () => {
    write("2-second.sql", "");
    await expect(run()).rejects.toThrow("The migration 2-second.sql is not named NNNN-what-it-does.sql.");
    const other = temporaryFolder();
    for (const name of ["0001-a.sql", "0001-b.sql"]) writeFileSync(join(other, name), "");
    await expect(migrate(database.pool, log, other)).rejects.toThrow("Two migrations have the number of 0001-b.sql");
  });

  it("of the program itself all run", async () => {
    await migrate(database.pool, log);
    expect(await count("jobs")).toBe(0);
  });
});
