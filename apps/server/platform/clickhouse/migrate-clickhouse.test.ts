import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { CLICKHOUSE_MIGRATIONS, pending, readMigrations } from "./migrate-clickhouse.ts";

function folderOf(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), `select '${name}'`);
  return folder;
}

it("runs what has not run, in order", () => {
  const all = readMigrations(folderOf("0002-b.sql", "0001-a.sql", "notes.md"));
  expect(pending(all, []).map(({ name }) => name)).toEqual(["0001-a.sql", "0002-b.sql"]);
  expect(pending(all, all.slice(0, 1)).map(({ name }) => name)).toEqual(["0002-b.sql"]);
});

it("stops at a migration changed after it ran, or unknown here", () => {
  const all = readMigrations(folderOf("0001-a.sql"));
  expect(() => pending(all, [{ number: 1, name: "0001-a.sql", checksum: "other" }])).toThrow("was changed");
  expect(() => pending(all, [{ number: 2, name: "0002-new.sql", checksum: "" }])).toThrow("does not know");
});

it("refuses twins and odd names", () => {
  expect(() => readMigrations(folderOf("0001-a.sql", "0001-b.sql"))).toThrow("the number of 0001-b.sql");
  expect(() => readMigrations(folderOf("1.sql"))).toThrow("is not named");
});

it("reads ours", () => {
  expect(readMigrations(CLICKHOUSE_MIGRATIONS).length).toBeGreaterThan(0);
});
