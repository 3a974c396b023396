import type { UdsEvent } from "@canopy/contract/device-link/uds-job";
import type { JobRequest } from "@canopy/contract/diagnosis/job-request";
import {
  type DiagnosisJob,
  type JobState,
  MAX_TRACE_EVENTS,
  type TraceEvent,
} from "@canopy/contract/diagnosis/sessions";
import { sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DiagnosedDevice } from "./session-store.ts";

const time = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;
const ROW = sql`j.id, j.title, j.state, j.settings, j.steps, j.user_name,
  (extract(epoch from j.created_at) * 1000)::bigint as created_time,
  (extract(epoch from j.ended_at) * 1000)::bigint as ended_time,
  (select count(*)::int from diagnosis_trace t where t.job_id = j.id) as events`;

interface NewJob extends DiagnosedDevice, Pick<JobRequest, "title" | "settings" | "steps"> {
  readonly sessionId: string;
  readonly userName: string;
  readonly atMs: number;
  readonly deadlineMs: number;
}

/** Undefined: a job of this device is running. */
export async function insertJob(db: Db, job: NewJob): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into diagnosis_jobs
      (tenant_id, things_id, session_id, title, settings, steps, user_name, created_at, deadline_at)
    values (${job.tenantId}, ${job.thingsId}, ${job.sessionId}, ${job.title}, ${safeJson(job.settings)}::jsonb,
      ${safeJson(job.steps)}::jsonb, ${job.userName}, ${time(job.atMs)}, ${time(job.deadlineMs)})
    on conflict (things_id) where state = 'running' do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

export async function findJob(db: Db, { tenantId, thingsId }: DiagnosedDevice, id: string) {
  const found = await sql<DiagnosisJob>`select ${ROW} from diagnosis_jobs j
    where j.tenant_id = ${tenantId} and j.things_id = ${thingsId} and j.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Newest first. */
export async function pageOfJobs(
  db: Db,
  { tenantId, thingsId }: DiagnosedDevice,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ list: DiagnosisJob[]; total: number }> {
  const of = sql`from diagnosis_jobs j where j.tenant_id = ${tenantId} and j.things_id = ${thingsId}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${of}`.execute(db);
  const page = await sql<DiagnosisJob>`select ${ROW} ${of} order by j.created_at desc, j.id
    limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Whether it was running. */
export async function settleJob(
  db: Db,
  { tenantId, thingsId }: DiagnosedDevice,
  id: string,
  { state, atMs }: { state: JobState; atMs: number },
): Promise<boolean> {
  const ended = await sql`update diagnosis_jobs set state = ${state}, ended_at = ${time(atMs)}
    where tenant_id = ${tenantId} and things_id = ${thingsId} and id = ${id} and state = 'running'
    returning id`.execute(db);
  return ended.rows.length > 0;
}

export async function isJobRunning(db: Db, { tenantId, thingsId }: DiagnosedDevice): Promise<boolean> {
  const found = await sql`select from diagnosis_jobs
    where tenant_id = ${tenantId} and things_id = ${thingsId} and state = 'running' limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Every job of a device that is still running. */
export async function settleJobsOf(db: Db, device: DiagnosedDevice, state: JobState, atMs: number): Promise<void> {
  await sql`update diagnosis_jobs set state = ${state}, ended_at = ${time(atMs)}
    where tenant_id = ${device.tenantId} and things_id = ${device.thingsId} and state = 'running'`.execute(db);
}

/** Of all tenants: jobs whose terminal told no end in time. */
export async function settleLateJobs(db: Db, nowMs: number): Promise<(DiagnosedDevice & { id: string })[]> {
  const ended = await sql<DiagnosedDevice & { id: string }>`update diagnosis_jobs
    set state = 'lost', ended_at = ${time(nowMs)} where state = 'running' and deadline_at < ${time(nowMs)}
    returning id, tenant_id as "tenantId", things_id as "thingsId"`.execute(db);
  return ended.rows;
}

/** A message may come twice: an event is known by its number. */
export async function insertTrace(db: Db, tenantId: string, jobId: string, events: readonly UdsEvent[]): Promise<void> {
  const rows = events.map(({ n, time_us, step, kind, data, frames, functional, count, fault, from }) => ({
    n,
    time_us,
    step,
    kind,
    data,
    frames,
    detail: { functional, count, fault, from },
  }));
  await sql`insert into diagnosis_trace (job_id, n, tenant_id, time_us, step, kind, data, detail, frames)
    select ${jobId}, e.n, ${tenantId}, e.time_us, e.step, e.kind, decode(e.data, 'hex'), e.detail, e.frames
    from jsonb_to_recordset(${safeJson(rows)}::jsonb)
      as e (n int, time_us bigint, step int, kind text, data text, detail jsonb, frames jsonb)
    on conflict do nothing`.execute(db);
}

const EVENT = sql`t.job_id, t.n, t.time_us, t.step, t.kind, upper(encode(t.data, 'hex')) as data, t.frames, t.detail`;
type EventRow = Omit<TraceEvent, "functional" | "count" | "fault" | "from"> & { detail: Partial<TraceEvent> };

/** Of one job from an event on, or the newest of the device; oldest first. */
export async function traceOf(
  db: Db,
  { tenantId, thingsId }: DiagnosedDevice,
  { jobId, from }: { jobId?: string | undefined; from: number },
): Promise<TraceEvent[]> {
  const found = await sql<EventRow>`select * from (select ${EVENT}, j.created_at from diagnosis_trace t
      join diagnosis_jobs j on j.id = t.job_id
      where t.tenant_id = ${tenantId} and j.tenant_id = ${tenantId} and j.things_id = ${thingsId}
        and (${jobId ?? null}::uuid is null or j.id = ${jobId ?? null}) and t.n >= ${from}
      order by j.created_at desc, t.n desc limit ${MAX_TRACE_EVENTS}) e order by e.created_at, e.n`.execute(db);
  return found.rows.map(({ job_id, n, time_us, step, kind, data, frames, detail }) => {
    return { job_id, n, time_us, step, kind, data, frames, ...detail };
  });
}

/** Positive answers of a session to services 10, 11 and 27, oldest first. */
export async function stateAnswers(db: Db, tenantId: string, sessionId: string) {
  const found = await sql<{ channel: number; physical_id: number; data: Buffer }>`
    select (j.settings ->> 'channel')::int as channel, (j.settings ->> 'physical_id')::int as physical_id, t.data
    from diagnosis_trace t join diagnosis_jobs j on j.id = t.job_id
    where j.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and j.session_id = ${sessionId}
      and t.kind = 'positive' and get_byte(t.data, 0) in (80, 81, 103)
    order by j.created_at, t.n`.execute(db);
  return found.rows;
}
