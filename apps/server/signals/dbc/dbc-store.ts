import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import type { SignalFormat } from "@canopy/can/signal-file/format";
import type { DbcFile, DbcRevision } from "@canopy/contract/signals/dbc-files";
import { sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DbcSummary } from "./dbc-summary.ts";

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

const FILE = sql`f.id as dbc_id, f.name, f.newest as revision, f.state, r.message_count as messages,
  r.signal_count as signals, r.encoding, r.format, r.error_count as errors, r.warning_count as warnings, r.author,
  ${ms("f.created_at")} as created_at, ${ms("f.updated_at")} as updated_at`;
const NEWEST = sql`dbc_files f join dbc_revisions r on r.dbc_id = f.id and r.revision = f.newest`;

export async function dbcFilesOf(db: Db, tenantId: string): Promise<DbcFile[]> {
  const found = await sql<DbcFile>`select ${FILE} from ${NEWEST}
    where f.tenant_id = ${tenantId} order by lower(f.name)`.execute(db);
  return found.rows;
}

export async function findDbcFile(db: Db, tenantId: string, dbcId: string): Promise<DbcFile | undefined> {
  const found = await sql<DbcFile>`select ${FILE} from ${NEWEST}
    where f.tenant_id = ${tenantId} and f.id = ${dbcId}`.execute(db);
  return found.rows[0];
}

export async function revisionsOf(db: Db, tenantId: string, dbcId: string): Promise<DbcRevision[]> {
  const found = await sql<DbcRevision>`select r.revision, r.message_count as messages, r.signal_count as signals,
      r.encoding, r.format, r.error_count as errors, r.warning_count as warnings, r.author, r.remark,
      ${ms("r.created_at")} as created_at
    from dbc_revisions r where r.tenant_id = ${tenantId} and r.dbc_id = ${dbcId} order by r.revision desc`.execute(db);
  return found.rows;
}

export interface StoredRevision {
  readonly dbcId: string;
  readonly name: string;
  readonly revision: number;
  /** The bytes as they were uploaded. */
  readonly content: Buffer;
  readonly encoding: DbcEncoding;
  readonly format: SignalFormat;
}

/** Without a revision the newest; undefined for a file of another tenant. */
export async function readRevision(
  db: Db,
  tenantId: string,
  dbcId: string,
  revision?: number,
): Promise<StoredRevision | undefined> {
  const found = await sql<StoredRevision>`
    select f.id as "dbcId", f.name, r.revision, r.content, r.encoding, r.format
    from dbc_files f join dbc_revisions r on r.dbc_id = f.id
    where f.tenant_id = ${tenantId} and f.id = ${dbcId} and r.revision = coalesce(${revision ?? null}, f.newest)`.execute(
    db,
  );
  return found.rows[0];
}

/** Serialises changes of one file. */
export async function lockDbc(
  db: Db,
  tenantId: string,
  dbcId: string,
): Promise<{ name: string; newest: number; state: DbcFile["state"] } | undefined> {
  const found = await sql<{ name: string; newest: number; state: DbcFile["state"] }>`
    select name, newest, state from dbc_files where tenant_id = ${tenantId} and id = ${dbcId} for update`.execute(db);
  return found.rows[0];
}

export async function countDbcs(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from dbc_files
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** Undefined: the name is taken. */
export async function insertDbc(
  db: Db,
  tenantId: string,
  { name, state }: Pick<DbcFile, "name" | "state">,
): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into dbc_files (tenant_id, name, state, newest)
    values (${tenantId}, ${name}, ${state}, 1) on conflict (tenant_id, lower(name)) do nothing
    returning id`.execute(db);
  return made.rows[0]?.id;
}

export interface NewRevision {
  readonly tenantId: string;
  readonly dbcId: string;
  readonly revision: number;
  readonly state: DbcFile["state"];
  readonly content: Uint8Array;
  readonly summary: DbcSummary;
  readonly author: string;
  readonly remark: string;
}

/** The revision and the file's mark on it. */
export async function insertRevision(db: Db, made: NewRevision): Promise<void> {
  const { tenantId, dbcId, revision, state, content, summary, author, remark } = made;
  const { encoding, format, problems, messages, signals } = summary;
  const errors = errorsOf(summary).length;
  await sql`insert into dbc_revisions (tenant_id, dbc_id, revision, content, encoding, format, problems, error_count,
      warning_count, message_count, signal_count, author, remark)
    values (${tenantId}, ${dbcId}, ${revision}, ${Buffer.from(content)}, ${encoding}, ${format},
      ${safeJson(problems)}::jsonb, ${errors}, ${problems.length - errors}, ${messages},
      ${signals}, ${author}, ${remark})`.execute(db);
  await sql`update dbc_files set newest = ${revision}, state = ${state}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${dbcId}`.execute(db);
}

export const errorsOf = ({ problems }: Pick<DbcSummary, "problems">) =>
  problems.filter(({ severity }) => severity === "error");

/** False: the name is another one's. */
export async function renameDbcRow(db: Db, tenantId: string, dbcId: string, name: string): Promise<boolean> {
  const changed = await sql`update dbc_files f set name = ${name}, updated_at = now()
    where f.tenant_id = ${tenantId} and f.id = ${dbcId} and not exists (select 1 from dbc_files o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> f.id)`.execute(db);
  return (changed.numAffectedRows ?? 0n) > 0n;
}

export async function deleteDbcRow(db: Db, tenantId: string, dbcId: string): Promise<void> {
  await sql`delete from dbc_files where tenant_id = ${tenantId} and id = ${dbcId}`.execute(db);
}
