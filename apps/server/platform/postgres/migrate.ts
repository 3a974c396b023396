import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { StartFault } from "../engines/start-fault.ts";
import type { Log } from "../log.ts";

/** `apps/server/migrations/postgres/NNNN-name.sql`, each run once, in order, in a transaction of its own. */
export const POSTGRES_MIGRATIONS = join(import.meta.dirname, "../../migrations/postgres");
/** The same for the frames' own database. */
export const FRAMES_MIGRATIONS = join(import.meta.dirname, "../../migrations/frames");

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Any constant; the same in every process, so that of several starting at once one migrates and the others wait. */
const LOCK_KEY = 0x43_41_4e_31;

const TABLE = `create table if not exists schema_migrations (
  number integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/** Brings the database to the newest schema, or to that of a backup (`only`). A failure is one sentence (StartFault). */
export async function migrate(
  pool: pg.Pool,
  log: Log,
  folder: string = POSTGRES_MIGRATIONS,
  only?: ReadonlySet<number>,
): Promise<void> {
  const migrations = readMigrations(folder).filter(({ number }) => only?.has(number) ?? true);
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query(TABLE);
    for (const migration of pending(migrations, await readApplied(client))) {
      await apply(client, migration);
      log.info({ migration: migration.name }, "migrated");
    }
  } finally {
    // Closing the connection gives the lock back, whatever state it is in.
    client.release(true);
  }
}

export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((name) => readMigration(folder, name));
  const twin = migrations.find((migration, index) => migrations[index - 1]?.number === migration.number);
  if (twin) throw new StartFault(`Two migrations have the number of ${twin.name}: renumber the newer one.`);
  return migrations;
}

function readMigration(folder: string, name: string): Migration {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (number === undefined) throw new StartFault(`The migration ${name} is not named NNNN-what-it-does.sql.`);
  const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
  return { number: Number(number), name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

async function readApplied(client: pg.PoolClient): Promise<Applied[]> {
  const found = await client.query<Applied>("select number, name, checksum from schema_migrations order by number");
  return found.rows;
}

function pending(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const done of applied) {
    const migration = known.get(done.number);
    if (migration === undefined)
      throw new StartFault(
        `The database has ${done.name}, which this Canopy does not know: start the newer Canopy that made it, ` +
          "or restore a backup from before (docs/operations.md, Going back).",
      );
    if (migration.checksum !== done.checksum)
      throw new StartFault(
        `The migration ${migration.name} was changed after it had run here: restore it and write a new one.`,
      );
  }
  const finished = new Set(applied.map((done) => done.number));
  return migrations.filter((migration) => !finished.has(migration.number));
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(migration.sql);
    const row = [migration.number, migration.name, migration.checksum];
    await client.query("insert into schema_migrations (number, name, checksum) values ($1, $2, $3)", row);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw new StartFault(`The migration ${migration.name} failed: ${error instanceof Error ? error.message : error}.`, {
      cause: error,
    });
  }
}
