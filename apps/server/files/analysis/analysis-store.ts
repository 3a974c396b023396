import { ANALYSIS_STATUS, type AnalysisRecord, type AnalysisResult } from "@canopy/contract/files/file-analysis";
import { type RawBuilder, sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface NewAnalysis {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly location: number;
  readonly thingsId: string;
  readonly bindingNumber: number;
}

export interface Analysis extends NewAnalysis {
  readonly jobId: string | null;
  readonly isCancelled: boolean;
  readonly stored: number;
  readonly repeated: number;
}

/** Of the record `a` and its job `j`; a job that is gone without a result has failed. */
const STATUS = sql`case when a.result is not null then ${ANALYSIS_STATUS.success}::int
  when a.cancelled_at is not null or j.state = 'cancelled' then ${ANALYSIS_STATUS.cancelled}::int
  when j.state in ('queued', 'running') then ${ANALYSIS_STATUS.analysing}::int else ${ANALYSIS_STATUS.error}::int end`;
const TABLES = sql`file_analyses a join things t on t.id = a.things_id and t.tenant_id = a.tenant_id
  left join jobs j on j.id = a.job_id and j.tenant_id = a.tenant_id`;
const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
const ENDED = sql`coalesce(${ms("a.ended_at")}, ${ms("j.finished_at")}, ${ms("a.cancelled_at")})`;
const PROGRESS = sql`case when a.result is not null then 1 else coalesce(j.progress, 0) end`;
/** Frames a second of one under way. */
const RATE = sql`case when ${STATUS} = ${ANALYSIS_STATUS.analysing}::int then j.rows_per_second end`;
const MESSAGE = sql`case when ${STATUS} = ${ANALYSIS_STATUS.error}::int then coalesce(j.message_code, 'platform.jobLost') end`;
const RECORD = sql`a.id as "recordId", ${STATUS} as status, a.file_id, a.file_name, a.file_location, a.things_id,
  t.third_things_id, t.name as device_name,
  ${PROGRESS} as progress, ${RATE} as frames_per_second, ${MESSAGE} as message_code,
  a.first_us / 1000 as dev_start_time, a.last_us / 1000 as dev_end_time, ${ms("a.created_at")} as analysis_start_time,
  ${ENDED} as analysis_end_time, (a.result ->> 'frames')::bigint as frames`;

/** The newest analysis of the file `f`, as JSON. */
export const NEWEST_ANALYSIS = sql`(select json_build_object('recordId', a.id, 'status', ${STATUS},
    'progress', ${PROGRESS}, 'frames_per_second', ${RATE}, 'frames', (a.result ->> 'frames')::bigint, 'message_code', ${MESSAGE})
  from file_analyses a left join jobs j on j.id = a.job_id and j.tenant_id = a.tenant_id
  where a.tenant_id = f.tenant_id and a.file_id = f.id order by a.created_at desc limit 1)`;

export async function insertAnalysis(db: Db, made: NewAnalysis, jobId: string): Promise<void> {
  await sql`insert into file_analyses (id, tenant_id, user_id, file_id, file_name, file_location, things_id, binding,
      job_id)
    values (${made.id}, ${made.tenantId}, ${made.userId}, ${made.fileId}, ${made.fileName}, ${made.location},
      ${made.thingsId}, ${made.bindingNumber}, ${jobId})`.execute(db);
}

/** Whether one of the file is under way; the file's row is locked, so that two at once do not both begin. */
export async function isAnalysing(db: Db, tenantId: string, fileId: string): Promise<boolean> {
  await sql`select 1 from files where tenant_id = ${tenantId} and id = ${fileId} for update`.execute(db);
  const found = await sql`select 1 from file_analyses a join jobs j on j.id = a.job_id and j.tenant_id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.file_id = ${fileId} and j.state in ('queued', 'running')
      and a.cancelled_at is null and a.result is null`.execute(db);
  return found.rows.length > 0;
}

/** For the job, which knows the tenant alone. */
export async function analysisOfTenant(db: Db, tenantId: string, id: string): Promise<Analysis | undefined> {
  const found = await sql<Analysis>`select a.id, a.tenant_id as "tenantId", a.user_id as "userId",
      a.file_id as "fileId", a.file_name as "fileName", a.file_location as location, a.things_id as "thingsId",
      a.binding as "bindingNumber", a.job_id as "jobId", a.cancelled_at is not null as "isCancelled", a.stored,
      a.repeated
    from file_analyses a where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db);
  return found.rows[0];
}

export interface AnalysisCounts {
  readonly stored: number;
  readonly repeated: number;
}

/** False: it was cancelled, and nothing may become visible. */
export async function beginCommit(db: Db, of: Analysis, { stored, repeated }: AnalysisCounts): Promise<boolean> {
  const begun = await sql`update file_analyses set committing_at = now(), stored = ${stored}, repeated = ${repeated}
    where tenant_id = ${of.tenantId} and id = ${of.id} and cancelled_at is null returning 1`.execute(db);
  return begun.rows.length > 0;
}

export async function endAnalysis(
  db: Db,
  of: Analysis,
  { result, firstUs, lastUs }: { result: AnalysisResult; firstUs: number; lastUs: number },
): Promise<void> {
  await sql`update file_analyses set result = ${JSON.stringify(result)}::jsonb, first_us = ${firstUs},
      last_us = ${lastUs}, ended_at = now() where tenant_id = ${of.tenantId} and id = ${of.id}`.execute(db);
  await sql`update files set first_us = ${firstUs}, last_us = ${lastUs}
    where tenant_id = ${of.tenantId} and id = ${of.fileId}`.execute(db);
}

/** False: it has ended, or its frames are just becoming visible. */
export async function cancelAnalysis(db: Db, tenantId: string, id: string): Promise<boolean> {
  const cancelled = await sql`update file_analyses set cancelled_at = now() where tenant_id = ${tenantId}
    and id = ${id} and cancelled_at is null and committing_at is null and result is null returning 1`.execute(db);
  return cancelled.rows.length > 0;
}

export type RecordWithResult = AnalysisRecord & { readonly result: AnalysisResult | null };

export async function getRecord(db: Db, tenantId: string, id: string): Promise<RecordWithResult | undefined> {
  const found = await sql<RecordWithResult>`select ${RECORD}, a.result from ${TABLES}
    where a.tenant_id = ${tenantId} and a.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Of one that has ended. */
export interface EndedAnalysis {
  readonly id: string;
  readonly status: number;
  readonly code: string | null;
}

export async function endedAmong(db: Db, tenantId: string, ids: readonly string[]): Promise<EndedAnalysis[]> {
  const found = await sql<EndedAnalysis>`select a.id, ${STATUS} as status, ${MESSAGE} as code
    from file_analyses a left join jobs j on j.id = a.job_id and j.tenant_id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.id = any(${[...ids]}::uuid[])
      and ${STATUS} <> ${ANALYSIS_STATUS.analysing}::int`.execute(db);
  return found.rows;
}

export interface AnalysisFilter {
  readonly analysis_start_time?: number | undefined;
  readonly analysis_end_time?: number | undefined;
  readonly dev_start_time?: number | undefined;
  readonly dev_end_time?: number | undefined;
  readonly file_location?: number | undefined;
  readonly file_name?: string | undefined;
  readonly info_model_id?: string | undefined;
  readonly status?: number | undefined;
  readonly third_things_id?: string | undefined;
}

function narrowed(caller: Caller, filter: AnalysisFilter): RawBuilder<unknown> {
  const { analysis_start_time: from = null, analysis_end_time: to = null } = filter;
  const { dev_start_time: devFrom = null, dev_end_time: devTo = null, file_location: location = null } = filter;
  const { file_name: name = "", info_model_id: type = null, status = null, third_things_id: device = "" } = filter;
  return sql`a.tenant_id = ${caller.tenantId} and ${mayRead(caller)}
    and (${from}::bigint is null or ${ms("a.created_at")} >= ${from}::bigint)
    and (${to}::bigint is null or ${ms("a.created_at")} <= ${to}::bigint)
    and (${devFrom}::bigint is null or a.last_us >= ${devFrom}::bigint * 1000)
    and (${devTo}::bigint is null or a.first_us <= ${devTo}::bigint * 1000)
    and (${location}::int is null or a.file_location = ${location})
    and (${name} = '' or position(lower(${name}) in lower(a.file_name)) > 0)
    and (${type}::uuid is null or t.info_model_id = ${type})
    and (${status}::int is null or ${STATUS} = ${status}::int)
    and (${device} = '' or position(lower(${device}) in lower(t.third_things_id)) > 0)`;
}

export async function listRecords(
  db: Db,
  caller: Caller,
  filter: AnalysisFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ list: AnalysisRecord[]; total: number }> {
  const found = sql`from ${TABLES} where ${narrowed(caller, filter)}`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<AnalysisRecord>`select ${RECORD} ${found} order by a.created_at desc, a.id
      limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}
