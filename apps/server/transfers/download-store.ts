import {
  type DownloadRequest,
  type DownloadStage,
  type DownloadTask,
  FILE_DAYS,
} from "@canopy/contract/transfers/downloads";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import type { JobState } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Losses } from "./output-files.ts";

/** Whose; a task is its maker's alone. */
export interface Owner {
  readonly tenantId: string;
  readonly userId: string;
}

/** Who asks: for a token that is limited to devices there are no tasks of others (USR-09). */
export type Asker = Owner & Pick<Caller, "devices">;

/** Whether the task `t` is there for it. */
export function isTaskOf({ tenantId, userId, devices }: Asker): RawBuilder<boolean> {
  const isWithin = sql`exists (select from things d where d.tenant_id = t.tenant_id and d.id = t.things_id
    and d.third_things_id = any(${[...(devices ?? [])]}::text[]))`;
  return sql<boolean>`(t.tenant_id = ${tenantId} and t.user_id = ${userId} and ${devices ? isWithin : sql`true`})`;
}

export interface NewDownload extends Owner {
  readonly id: string;
  readonly thingsId: string;
  readonly bindingNumber: number;
  readonly name: string;
  readonly frames: number;
  readonly request: DownloadRequest;
}

interface DownloadRow {
  readonly id: string;
  readonly tenantId: string;
  readonly thingsId: string;
  readonly bindingNumber: number;
  readonly name: string;
  readonly request: DownloadRequest;
  readonly jobId: string | null;
  readonly frames: number;
  readonly rowsDone: number;
  readonly generatingMs: number | null;
  readonly file: string | null;
  readonly bytes: number;
  readonly files: number;
  readonly skipped: number;
  readonly adjusted: number;
  readonly reduced: number;
  readonly downloadedMs: number | null;
  readonly cancelledMs: number | null;
  readonly expiresMs: number | null;
  readonly createdMs: number;
  readonly nowMs: number;
  readonly jobState: JobState | null;
  readonly jobStage: string | null;
  readonly jobProgress: number | null;
  readonly messageCode: string | null;
}
export type Download = DownloadRow;

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

const SELECTED = sql`select t.id, t.tenant_id as "tenantId", t.things_id as "thingsId", t.binding as "bindingNumber",
    t.name, t.request, t.job_id as "jobId", t.frames, t.rows_done as "rowsDone", ${ms("t.generating_at")} as "generatingMs",
    t.file, t.bytes, t.files, t.skipped, t.adjusted, t.reduced,
    ${ms("t.downloaded_at")} as "downloadedMs",    ${ms("t.cancelled_at")} as "cancelledMs", ${ms("t.expires_at")} as "expiresMs", ${ms("t.created_at")} as "createdMs",
    (extract(epoch from now()) * 1000)::bigint as "nowMs", j.state as "jobState", j.stage as "jobStage",
    j.progress as "jobProgress", j.message_code as "messageCode"
  from download_tasks t left join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id`;

export async function insertDownload(db: Db, task: NewDownload): Promise<void> {
  await sql`insert into download_tasks (id, tenant_id, user_id, things_id, binding, name, frames, request)
    values (${task.id}, ${task.tenantId}, ${task.userId}, ${task.thingsId}, ${task.bindingNumber}, ${task.name},
      ${task.frames}, ${JSON.stringify(task.request)}::jsonb)`.execute(db);
}

/** A new run: nothing of the last one counts any more. */
export async function beginRun(db: Db, tenantId: string, id: string, jobId: string): Promise<void> {
  await sql`update download_tasks set job_id = ${jobId}, rows_done = 0, generating_at = null, file = null, bytes = 0,
      files = 0, skipped = 0, adjusted = 0, reduced = 0, downloaded_at = null, cancelled_at = null, expires_at = null
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function getDownload(db: Db, asker: Asker, id: string): Promise<Download | undefined> {
  const found = await sql<Download>`${SELECTED} where ${isTaskOf(asker)} and t.id = ${id}`.execute(db);
  return found.rows[0];
}

/** For the job, which knows the tenant alone. */
export async function downloadOfTenant(db: Db, tenantId: string, id: string): Promise<Download | undefined> {
  const found = await sql<Download>`${SELECTED} where t.tenant_id = ${tenantId} and t.id = ${id}`.execute(db);
  return found.rows[0];
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly thingsId?: string | undefined;
}

export async function listDownloads(db: Db, asker: Asker, page: Page): Promise<{ list: Download[]; total: number }> {
  const { thingsId = null } = page;
  const where = sql`${isTaskOf(asker)}
    and (${thingsId}::uuid is null or t.things_id = ${thingsId})`;
  const found = await sql<Download>`${SELECTED} where ${where} order by t.created_at desc, t.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from download_tasks t
    where ${where}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function countRunning(db: Db, owner: Owner): Promise<number> {
  const counted = await sql<{ running: number }>`select count(*)::int as running from download_tasks t
    join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id
    where t.tenant_id = ${owner.tenantId} and t.user_id = ${owner.userId}
      and j.state in ('queued', 'running')`.execute(db);
  return counted.rows[0]?.running ?? 0;
}

export interface Run {
  readonly tenantId: string;
  readonly id: string;
  readonly jobId: string;
}

/** One attempt at a run: its writes count only while no other attempt has begun. */
export interface RunAttempt extends Run {
  readonly attempt: number;
}

/** Applies only while this run owns the task. */
const ofRun = ({ tenantId, id, jobId }: Run) =>
  sql`tenant_id = ${tenantId} and id = ${id} and job_id = ${jobId} and cancelled_at is null`;

const ofAttempt = (run: RunAttempt) => sql`${ofRun(run)} and exists (select from jobs j
  where j.tenant_id = ${run.tenantId} and j.id = ${run.jobId} and j.attempts = ${run.attempt})`;

export async function beginGenerating(db: Db, run: RunAttempt, frames: number): Promise<void> {
  await sql`update download_tasks set frames = ${frames}, rows_done = 0, generating_at = now()
    where ${ofAttempt(run)}`.execute(db);
}

export async function countRows(db: Db, run: RunAttempt, rows: number, bytes: number): Promise<void> {
  await sql`update download_tasks set rows_done = ${rows}, bytes = ${bytes} where ${ofAttempt(run)}`.execute(db);
}

export interface OutputFileInfo extends Readonly<Losses> {
  /** Below the folder of transfers. */
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  readonly rows: number;
}

/** False: the task was cancelled, deleted or restarted meanwhile, and the file is not needed. */
export async function recordFile(db: Db, run: RunAttempt, made: OutputFileInfo): Promise<boolean> {
  const kept = await sql`update download_tasks set file = ${made.file}, bytes = ${made.bytes}, files = ${made.files},
      rows_done = ${made.rows}, skipped = ${made.skipped}, adjusted = ${made.adjusted}, reduced = ${made.reduced},
      expires_at = now() + ${FILE_DAYS} * interval '1 day'
    where ${ofAttempt(run)}`.execute(db);
  return (kept.numAffectedRows ?? 0n) > 0n;
}

export async function markCancelled(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update download_tasks set cancelled_at = now(), file = null
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Of the file of this run: another one may have begun meanwhile. */
export async function markDownloaded(db: Db, run: Run): Promise<void> {
  await sql`update download_tasks set downloaded_at = coalesce(downloaded_at, now())
    where ${ofRun(run)}`.execute(db);
}

export async function deleteDownload(db: Db, owner: Owner, id: string): Promise<void> {
  await sql`delete from download_tasks
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId} and id = ${id}`.execute(db);
}

/** Of all tenants: files whose time has come. */
export async function expireFiles(db: Db): Promise<string[]> {
  const gone = await sql<{ id: string }>`update download_tasks set file = null
    where file is not null and expires_at < now() returning id`.execute(db);
  await sql`delete from download_tickets where expires_at < now()`.execute(db);
  return gone.rows.map(({ id }) => id);
}

/** Of all tenants: which of these there are. */
export async function knownDownloads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select id from download_tasks
    where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

export function stageOf(row: Download): DownloadStage {
  if (row.cancelledMs !== null || row.jobState === "cancelled") return "user_cancelled";
  if (row.jobState === "failed" || row.jobState === null) return "failed";
  if (row.jobState === "queued") return "initialize";
  if (row.jobState === "running") return (row.jobStage as DownloadStage | null) ?? "initialize";
  if (row.file === null) return "expired";
  return row.downloadedMs === null ? "waiting_to_download" : "finish";
}

/** As the page shows it. */
export function taskOf(row: Download): DownloadTask {
  const stage = stageOf(row);
  const elapsedS = row.generatingMs === null ? 0 : (row.nowMs - row.generatingMs) / 1000;
  const isMeasured = stage === "generating" && elapsedS > 0 && row.rowsDone > 0;
  const rate = isMeasured ? row.rowsDone / elapsedS : null;
  return {
    task_id: row.id,
    things_id: row.thingsId,
    name: row.name,
    format: row.request.format,
    content: row.request.content,
    start_time: row.request.start_time,
    end_time: row.request.end_time,
    stage,
    progress: stage === "waiting_to_download" || stage === "finish" ? 1 : (row.jobProgress ?? 0),
    message_code: stage === "failed" ? (row.messageCode ?? "platform.jobLost") : null,
    frames: row.frames,
    rows_done: row.rowsDone,
    rate: rate === null ? null : Math.round(rate),
    remaining_s: rate === null ? null : Math.max(0, Math.ceil((row.frames - row.rowsDone) / rate)),
    bytes: row.bytes,
    files: row.files,
    skipped: row.skipped,
    adjusted: row.adjusted,
    reduced: row.reduced,
    created_time: row.createdMs,
    expires_time: row.file === null ? null : row.expiresMs,
  };
}
