import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { copyIn } from "../../platform/postgres/copy-stream.ts";
import { BackupFault } from "./backup-fault.ts";
import { type BackupPlace, readObject } from "./backup-place.ts";
import { quotedColumns, tablesOf } from "./copy-tables.ts";
import type { DatabaseCopy, TableCopy } from "./manifest.ts";

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * The rows of a backup into a database with the same schema, in one transaction. Foreign keys are taken off and put on
 * again, which checks all rows at once; triggers do not run, since their effects are rows of the backup too.
 */
export async function restoreRows(
  pool: pg.Pool,
  place: BackupPlace,
  copy: DatabaseCopy,
  { signal, tell }: { signal: AbortSignal; tell(table: string): void },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("begin");
    const tables = (await tablesOf(client)).map(({ table }) => table);
    const lacking = copy.tables.find(({ table }) => !tables.includes(table));
    if (lacking) throw new BackupFault(`the schema has no table ${lacking.table}, which the backup has`);
    const keys = await foreignKeys(client);
    for (const { table, name } of keys)
      await client.query(`alter table ${pg.escapeIdentifier(table)} drop constraint ${pg.escapeIdentifier(name)}`);
    await client.query(`truncate ${tables.map(pg.escapeIdentifier).join(", ")}`);
    for (const table of tables) await setTriggers(client, table, "disable");
    for (const table of copy.tables) {
      signal.throwIfAborted();
      tell(table.table);
      await restoreTable(client, place, table);
    }
    for (const { table, name, definition } of keys)
      await client.query(
        `alter table ${pg.escapeIdentifier(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
      );
    for (const table of tables) await setTriggers(client, table, "enable");
    for (const { name, value } of copy.sequences)
      await client.query("select setval($1::regclass, $2::bigint)", [pg.escapeIdentifier(name), value]);
    await client.query("commit");
    await client.query("analyze");
  } finally {
    // Closed: whatever was not committed is gone.
    client.release(true);
  }
}

async function foreignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const found = await client.query<ForeignKey>(
    `select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class r on r.oid = c.conrelid
      where c.contype = 'f' and r.relnamespace = 'public'::regnamespace order by r.relname, c.conname`,
  );
  return found.rows;
}

const setTriggers = (client: pg.ClientBase, table: string, state: "enable" | "disable") =>
  client.query(`alter table ${pg.escapeIdentifier(table)} ${state} trigger user`);

async function restoreTable(client: pg.ClientBase, place: BackupPlace, copy: TableCopy): Promise<void> {
  const { table, columns, format, object } = copy;
  const statement = `copy ${pg.escapeIdentifier(table)} (${quotedColumns(columns)}) from stdin with (format ${format})`;
  const stored = readObject(place.files, object.name);
  const rows = await copyIn(client, statement, format === "binary" ? stored : unpacked(stored));
  if (rows !== copy.rows) throw new BackupFault(`${object.name} has ${rows} rows instead of ${copy.rows}`);
}

function unpacked(stored: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip();
  const reading = pipeline(Readable.from(stored, { objectMode: false }), gunzip);
  // Its error is that of `gunzip`, which the loop over it throws.
  reading.catch(() => undefined);
  return gunzip;
}
