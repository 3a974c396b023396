import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Log } from "../../platform/log.ts";
import { migrate } from "../../platform/postgres/migrate.ts";
import { openDatabase } from "../../platform/postgres/open-database.ts";

/** Runs one statement on a server, outside any pool: databases cannot be made or dropped in a transaction. */
export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

export const randomName = (prefix: string) => `${prefix}_${randomBytes(5).toString("hex")}`;

/** A migrated database to copy from: a copy takes milliseconds, the migrations may take seconds. */
export async function makeTemplate(url: string, migrations: string, log: Log): Promise<string> {
  const name = randomName("canopy_template");
  await query(url, `create database ${name}`);
  const database = openDatabase({ url: urlOfDatabase(url, name), log });
  await migrate(database.pool, log, migrations);
  await database.close();
  return name;
}

export async function copyDatabase(url: string, template: string): Promise<string> {
  const name = randomName("canopy_test");
  await query(url, `create database ${name} template ${template}`);
  return urlOfDatabase(url, name);
}

export const dropDatabase = (url: string, name: string) => query(url, `drop database if exists ${name} with (force)`);
