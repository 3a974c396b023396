import type { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import pg from "pg";
import { copyOut } from "../../platform/postgres/copy-stream.ts";
import { type BackupPlace, store } from "./backup-place.ts";
import type { DatabaseCopy, TableCopy } from "./manifest.ts";

/** Leases are of running processes, the last backup is this one; the level of the schema is made by the migrations. */
const NOT_COPIED = ["schema_migrations", "backup_leases", "last_backup"];
/** Rows compress well at once; a harder level would cost the ingest beside it. */
const GZIP_LEVEL = 1;
const ENDINGS = { text: ".gz", binary: "" } as const;

/** A connection whose transaction sees one state of its database, for as long as it takes. */
export async function openSnapshot(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await client.query("begin isolation level repeatable read read only");
    // The snapshot is taken by the first statement.
    await client.query("select 1");
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

export interface TableColumns {
  readonly table: string;
  readonly columns: readonly string[];
  readonly format: TableCopy["format"];
}

/**
 * Every table of the schema with the columns that are not computed. Bytes as text are hexadecimal, twice as many: tables
 * with bytes, landed batches above all, are copied in binary. A restore has the same schema, so their types are the same.
 */
export async function tablesOf(client: pg.ClientBase): Promise<TableColumns[]> {
  const found = await client.query<TableColumns>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
        case when bool_or(a.atttypid = 'bytea'::regtype) then 'binary' else 'text' end as format
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1::text[])
      group by c.relname order by c.relname`,
    [NOT_COPIED],
  );
  return found.rows;
}

export const quotedColumns = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(", ");

/** Batches come deflated from their terminals: packing them again would cost the ingest beside it and save nothing. */
function packedRows(stream: Readable, format: TableCopy["format"]): Readable {
  if (format === "binary") return stream;
  const packed = stream.pipe(createGzip({ level: GZIP_LEVEL }));
  stream.once("error", (error) => packed.destroy(error));
  return packed;
}

/** The rows of a database as its snapshot has them. */
export async function copyDatabase(
  client: pg.PoolClient,
  place: BackupPlace,
  { folder, signal, tell }: { folder: string; signal: AbortSignal; tell(table: string): void },
): Promise<DatabaseCopy> {
  const migrations = await client.query<DatabaseCopy["migrations"][number]>(
    "select number, name, checksum from schema_migrations order by number",
  );
  const tables: TableCopy[] = [];
  for (const { table, columns, format } of await tablesOf(client)) {
    signal.throwIfAborted();
    tell(table);
    const names = quotedColumns(columns);
    const statement = `copy (select ${names} from ${pg.escapeIdentifier(table)}) to stdout with (format ${format})`;
    const copy = copyOut(client, statement);
    const object = await store(place, `${folder}/${table}.copy${ENDINGS[format]}`, packedRows(copy.stream, format));
    tables.push({ table, columns: [...columns], format, rows: copy.rows(), object });
  }
  // They never go back: read later than the rows, they are beyond all of them.
  const sequences = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return { migrations: migrations.rows, tables, sequences: sequences.rows };
}
