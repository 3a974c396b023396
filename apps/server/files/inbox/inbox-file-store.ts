import type { InboxFile, InboxState } from "@canopy/contract/files/inbox";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FoundFile } from "./inbox-place.ts";

export interface InboxRow extends FoundFile {
  readonly id: string;
  readonly tenantId: string;
  readonly state: InboxState;
  readonly thingsId: string | null;
  readonly userId: string | null;
  readonly analyse: boolean;
  readonly fileId: string | null;
  readonly recordId: string | null;
}

const SELECTED = sql`select f.id, f.tenant_id as "tenantId", f.path, f.size, f.version, f.state,
    f.things_id as "thingsId", f.user_id as "userId", f.is_analysed as "analyse", f.file_id as "fileId", f.record_id as "recordId"
  from inbox_files f`;

/** Ended rows are kept this long. */
const KEPT_DAYS = 30;

/** What is there now. A file that has changed begins anew, unless it is being worked on. */
export async function noteFound(db: Db, tenantId: string, found: readonly FoundFile[]): Promise<void> {
  await sql`insert into inbox_files (id, tenant_id, path, version, size)
    select gen_random_uuid(), ${tenantId}, n.path, n.version, n.size
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as n (path text, version text, size bigint)
    on conflict (tenant_id, path) do update set version = excluded.version, size = excluded.size, steady_at = now(),
      state = 'waiting', message_code = null, detail = '', things_id = null, file_id = null, job_id = null,
      record_id = null, is_told = false, changed_at = now()
    where inbox_files.version <> excluded.version
      and inbox_files.state in ('waiting', 'unmatched', 'done', 'failed')`.execute(db);
}

/** Rows of files that somebody took away before they were ours, and old ones. */
export async function forgetGone(db: Db, tenantId: string, found: readonly FoundFile[]): Promise<void> {
  const here = found.map(({ path }) => path);
  await sql`delete from inbox_files where tenant_id = ${tenantId} and path <> all(${here}::text[])
    and ((state in ('waiting', 'unmatched', 'failed') and record_id is null)
      or (state in ('done', 'failed') and changed_at < now() - ${KEPT_DAYS} * interval '1 day'))`.execute(db);
}

/** Files that are in the cloud files and still here, unchanged. */
export async function leftBehind(
  db: Db,
  tenantId: string,
  found: readonly FoundFile[],
): Promise<{ readonly path: string }[]> {
  const left = await sql<{ path: string }>`select f.path
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as n (path text, version text)
    join inbox_files f on f.tenant_id = ${tenantId} and f.path = n.path and f.version = n.version
    where f.state in ('taken', 'analysing', 'done') or (f.state = 'failed' and f.record_id is not null)`.execute(db);
  return left.rows;
}

/** Those that have not changed for so long. */
export async function steadyFiles(db: Db, tenantId: string, quietMs: number, most: number): Promise<InboxRow[]> {
  const found = await sql<InboxRow>`${SELECTED} where f.tenant_id = ${tenantId} and f.state = 'waiting'
    and f.steady_at <= now() - ${quietMs} * interval '1 millisecond' order by f.steady_at, f.id limit ${most}`.execute(
    db,
  );
  return found.rows;
}

export async function filesIn(db: Db, tenantId: string, state: InboxState, most: number): Promise<InboxRow[]> {
  const found = await sql<InboxRow>`${SELECTED} where f.tenant_id = ${tenantId} and f.state = ${state}
    order by f.changed_at, f.id limit ${most}`.execute(db);
  return found.rows;
}

export async function inboxRow(db: Db, tenantId: string, id: string): Promise<InboxRow | undefined> {
  const found = await sql<InboxRow>`${SELECTED} where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(db);
  return found.rows[0];
}

interface Change {
  readonly state: InboxState;
  readonly code?: string | null;
  readonly detail?: string;
  readonly fileId?: string | null;
  readonly recordId?: string | null;
}

/** False: it is in another state or version by now, and another process was faster. */
export async function changeRow(db: Db, row: InboxRow, change: Change): Promise<boolean> {
  const { state, code = null, detail = "", fileId = row.fileId, recordId = row.recordId } = change;
  const changed = await sql`update inbox_files set state = ${state}, message_code = ${code}, detail = ${detail},
      file_id = ${fileId}, record_id = ${recordId}, is_told = false, changed_at = now()
    where tenant_id = ${row.tenantId} and id = ${row.id} and state = ${row.state} and version = ${row.version}
    returning 1`.execute(db);
  return changed.rows.length > 0;
}

interface Claim {
  readonly thingsId: string;
  readonly userId: string;
  readonly analyse: boolean;
  readonly fileId: string;
  readonly jobId: string;
}

/** From now on its job copies it. False: another process was faster. */
export async function claimRow(db: Db, row: InboxRow, claim: Claim): Promise<boolean> {
  const { thingsId, userId, analyse, fileId, jobId } = claim;
  const claimed = await sql`update inbox_files set state = 'taking', things_id = ${thingsId}, user_id = ${userId},
      is_analysed = ${analyse}, file_id = ${fileId}, job_id = ${jobId}, message_code = null, detail = '', changed_at = now()
    where tenant_id = ${row.tenantId} and id = ${row.id} and state = 'waiting' and version = ${row.version}
    returning 1`.execute(db);
  return claimed.rows.length > 0;
}

/** It grew on: as if it had been found now. */
export async function startOver(db: Db, row: InboxRow, { version, size }: FoundFile): Promise<void> {
  await sql`update inbox_files set state = 'waiting', version = ${version}, size = ${size}, steady_at = now(),
      file_id = null, job_id = null, message_code = null, detail = '', changed_at = now()
    where tenant_id = ${row.tenantId} and id = ${row.id} and state = ${row.state}`.execute(db);
}

/** Those whose job has ended without them: it failed for good, or was lost. */
export async function failLost(db: Db, tenantId: string, code: string): Promise<void> {
  await sql`update inbox_files f set state = 'failed', message_code = coalesce(j.message_code, ${code}), is_told = false,
      changed_at = now()
    from jobs j where f.tenant_id = ${tenantId} and f.state = 'taking' and j.id = f.job_id and j.tenant_id = f.tenant_id
      and j.state in ('failed', 'cancelled')`.execute(db);
}

export async function deleteRow(db: Db, { tenantId, id, state }: InboxRow): Promise<void> {
  await sql`delete from inbox_files where tenant_id = ${tenantId} and id = ${id} and state = ${state}`.execute(db);
}

/** Ready to be matched with the next look. */
export async function retryRow(db: Db, row: InboxRow): Promise<boolean> {
  const changed = await sql`update inbox_files set state = ${row.recordId === null ? "waiting" : "taken"},
      steady_at = 'epoch', message_code = null, detail = '', record_id = null, changed_at = now()
    where tenant_id = ${row.tenantId} and id = ${row.id} and state in ('unmatched', 'failed') returning 1`.execute(db);
  return changed.rows.length > 0;
}

interface Filter {
  readonly name?: string | undefined;
  readonly state?: InboxState | undefined;
}

export async function listInbox(
  db: Db,
  tenantId: string,
  { name = "", state }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ list: InboxFile[]; total: number }> {
  const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
  const found = sql`from inbox_files f left join things t on t.id = f.things_id and t.tenant_id = f.tenant_id
    left join file_analyses a on a.id = f.record_id and a.tenant_id = f.tenant_id
    where f.tenant_id = ${tenantId} and (${name} = '' or position(lower(${name}) in lower(f.path)) > 0)
      and (${state ?? null}::text is null or f.state = ${state ?? null})`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<InboxFile>`select f.id, f.path, f.size, f.state, f.message_code, f.detail, f.things_id, t.name as device_name,
        f.file_id, f.record_id as "recordId", (a.result ->> 'frames')::bigint as frames,
        ${ms("f.found_at")} as found_time, ${ms("f.changed_at")} as changed_time ${found}
      order by f.changed_at desc, f.id limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}
