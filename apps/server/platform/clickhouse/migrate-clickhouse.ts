import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { StartFault } from "../engines/start-fault.ts";
import type { Log } from "../log.ts";
import { splitStatements } from "./child/sql-lexer.ts";
import { type Cluster, everyServer, madeFor, statementsOf } from "./cluster-sql.ts";

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
  const cluster = options.cluster === undefined ? undefined : await readCluster(client, options.cluster);
  const run = async (statement: string) => {
    for (const query of statementsOf(statement, cluster)) await client.command({ query });
  };
  if (cluster !== undefined) await checkShards(client, cluster);
  await run(TABLE);
  const applied = await readApplied(client);
  for (const migration of pending(readMigrations(options.folder ?? CLICKHOUSE_MIGRATIONS), applied)) {
    await apply(migration, run);
    const { number, name, checksum } = migration;
    await client.insert({ table: "schema_migrations", values: [{ number, name, checksum }], format: "JSONEachRow" });
    log.info({ migration: migration.name }, "migrated");
  }
}

const Found = z.array(z.object({ shards: z.coerce.number(), database: z.string() }));

async function readCluster(client: ClickHouseClient, name: string): Promise<Cluster> {
  const query = `select uniqExact(shard_num) as shards, currentDatabase() as database from system.clusters
    where cluster = {name:String}`;
  const answer = await client.query({ query, query_params: { name }, format: "JSONEachRow" });
  const [found] = Found.parse(await answer.json());
  if (!found?.shards) throw new StartFault(`ClickHouse knows no cluster ${name}: see CLICKHOUSE_CLUSTER.`);
  return { name, ...found };
}

/** Which shard has a device follows from their number. A server that was added later knows nothing yet: all are asked. */
async function checkShards(client: ClickHouseClient, cluster: Cluster): Promise<void> {
  const query = `select distinct comment from ${everyServer("system.tables", cluster.name)}
    where database = {database:String} and name = 'schema_migrations'`;
  const answer = await client.query({ query, query_params: { database: cluster.database }, format: "JSONEachRow" });
  const tables = z.array(z.object({ comment: z.string() })).parse(await answer.json());
  const other = tables.find(({ comment }) => comment !== madeFor(cluster));
  if (other !== undefined)
    throw new StartFault(
      `The cluster ${cluster.name} has ${cluster.shards} shards, but its tables are "${other.comment}": ` +
        "restore its shards, or move the rows to a new database (docs/clickhouse-cluster.md).",
    );
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
