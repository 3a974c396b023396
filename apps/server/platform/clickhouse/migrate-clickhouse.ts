import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { StartFault } from "../engines/start-fault.ts";
import type { Log } from "../log.ts";
import { splitStatements } from "./child/sql-lexer.ts";
import { fillPlaceholders } from "./cluster-sql.ts";

/** `apps/server/migrations/clickhouse/NNNN-name.sql`, each run once, in order. */
export const CLICKHOUSE_MIGRATIONS = join(import.meta.dirname, "../../migrations/clickhouse");

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const Applied = z.object({ number: z.coerce.number(), name: z.string(), checksum: z.string() });
type Applied = z.infer<typeof Applied>;

const TABLE = `create table if not exists schema_migrations {on_cluster} (
  number UInt32, name String, checksum String, applied_at DateTime64(3) default now64(3)
) engine = {replacing_engine} order by number`;

interface MigrateOptions {
  /** CLICKHOUSE_CLUSTER. */
  readonly cluster?: string | undefined;
  readonly folder?: string;
}

/**
 * Brings ClickHouse to the newest schema. It has no transactions: a migration that fails half-way is run again from its
 * beginning, so each statement must bear that (`if not exists`). One process at a time: the caller holds the lock of
 * PostgreSQL's migrations.
 */
export async function migrateClickHouse(
  client: ClickHouseClient,
  log: Log,
  options: MigrateOptions = {},
): Promise<void> {
  const run = (query: string) => client.command({ query: fillPlaceholders(query, options.cluster) });
  await run(TABLE);
  const applied = await readApplied(client);
  for (const migration of pending(readMigrations(options.folder ?? CLICKHOUSE_MIGRATIONS), applied)) {
    await apply(migration, run);
    const { number, name, checksum } = migration;
    await client.insert({ table: "schema_migrations", values: [{ number, name, checksum }], format: "JSONEachRow" });
    log.info({ migration: migration.name }, "migrated");
  }
}

async function apply(migration: Migration, run: (query: string) => Promise<unknown>): Promise<void> {
  try {
    for (const statement of splitStatements(migration.sql)) await run(statement);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new StartFault(`The ClickHouse migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const migrations = names.sort().map((name) => readMigration(folder, name));
  const twin = migrations.find((migration, index) => migrations[index - 1]?.number === migration.number);
  if (twin) throw new StartFault(`Two ClickHouse migrations have the number of ${twin.name}: renumber the newer one.`);
  return migrations;
}

function readMigration(folder: string, name: string): Migration {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (number === undefined) throw new StartFault(`The migration ${name} is not named NNNN-what-it-does.sql.`);
  const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
  return { number: Number(number), name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

async function readApplied(client: ClickHouseClient): Promise<Applied[]> {
  const query = "select number, name, checksum from schema_migrations final order by number";
  const found = await client.query({ query, format: "JSONEachRow" });
  return z.array(Applied).parse(await found.json());
}

export function pending(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const done of applied) {
    const migration = known.get(done.number);
    if (migration === undefined)
      throw new StartFault(
        `ClickHouse has ${done.name}, which this Canopy does not know: start the newer Canopy that made it.`,
      );
    if (migration.checksum !== done.checksum)
      throw new StartFault(
        `The ClickHouse migration ${done.name} was changed after it had run here: restore it and write a new one.`,
      );
  }
  const finished = new Set(applied.map((done) => done.number));
  return migrations.filter((migration) => !finished.has(migration.number));
}
