import type { OutputRun, RunState } from "@canopy/contract/outputs/outputs";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";

export type RunRow = OutputRun;

const msOf = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/** Runs as they are shown, without their order. */
export const runShown = (where: RawBuilder<unknown>) => sql`select r.id as run_id, r.output_id,
    q.name as output_name, r.cause, r.state, ${msOf(sql`r.due_at`)} as due_time, ${msOf(sql`r.from_at`)} as start_time,
    ${msOf(sql`r.to_at`)} as end_time, r.zone, r.attempts, r.code as message_code, r.problem,
    ${msOf(sql`r.next_at`)} as next_time, ${msOf(sql`r.began_at`)} as began_time, ${msOf(sql`r.ended_at`)} as ended_time,
    (select count(*) from output_files f where f.run_id = r.id and f.done and f.bytes > 0) as files,
    (select coalesce(sum(f.bytes), 0)::bigint from output_files f where f.run_id = r.id and f.done) as bytes
  from output_runs r join outputs q on q.id = r.output_id where ${where}`;

/** A manager's are those of the whole tenant. */
const ofCaller = (caller: Caller) =>
  sql`r.tenant_id = ${caller.tenantId} and (${caller.role !== "sub"} or q.user_id = ${caller.userId})`;

export async function findRun(db: Db, caller: Caller, id: string): Promise<RunRow | undefined> {
  const found = await sql<RunRow>`${runShown(sql`${ofCaller(caller)} and r.id = ${id}`)}`.execute(db);
  return found.rows[0];
}

interface RunQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly output_id?: string | undefined;
  readonly state?: RunState | undefined;
}

/** Newest first. */
export async function runsOf(db: Db, caller: Caller, query: RunQuery): Promise<{ list: RunRow[]; total: number }> {
  const { current_page, page_size, output_id = null, state = null } = query;
  const wanted = sql`${ofCaller(caller)} and (${output_id}::uuid is null or r.output_id = ${output_id})
    and (${state}::text is null or r.state = ${state})`;
  const found = await sql<RunRow>`${runShown(wanted)}
    order by r.created_at desc, r.id limit ${page_size} offset ${(current_page - 1) * page_size}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total
    from output_runs r join outputs q on q.id = r.output_id where ${wanted}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

interface RunOf {
  readonly tenantId: string;
  readonly id: string;
}

export interface NewRun {
  readonly tenantId: string;
  readonly outputId: string;
  readonly cause: "clock" | "person";
  readonly dueMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly zone: string;
}

/** Undefined: this turn has its run already. */
export async function insertRun(db: Db, run: NewRun): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into output_runs (tenant_id, output_id, cause, due_at, from_at, to_at,
      zone)
    values (${run.tenantId}, ${run.outputId}, ${run.cause}, ${new Date(run.dueMs)}, ${new Date(run.fromMs)},
      ${new Date(run.toMs)}, ${run.zone})
    on conflict do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** The job that may write it from now on; `afresh` gives it all its tries. */
export async function queueRun(db: Db, { tenantId, id }: RunOf, jobId: string, afresh = false): Promise<void> {
  await sql`update output_runs set state = 'queued', job_id = ${jobId}, next_at = null, ended_at = null,
      attempts = case when ${afresh} then 0 else attempts end, changed_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function hasOpenRun(db: Db, tenantId: string, outputId: string): Promise<boolean> {
  const found = await sql`select 1 from output_runs where tenant_id = ${tenantId} and output_id = ${outputId}
    and state in ('queued', 'running') limit 1`.execute(db);
  return found.rows.length > 0;
}

export interface WorkRun extends RunOf {
  readonly outputId: string;
  readonly jobId: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly zone: string;
  readonly attempts: number;
}

const WORK = sql`r.id, r.tenant_id as "tenantId", r.output_id as "outputId", r.job_id as "jobId",
  ${msOf(sql`r.from_at`)} as "fromMs", ${msOf(sql`r.to_at`)} as "toMs", r.zone, r.attempts`;

/** Undefined: it is gone, has ended, or belongs to another job. */
export async function beginRun(db: Db, { tenantId, id }: RunOf, jobId: string): Promise<WorkRun | undefined> {
  const begun = await sql<WorkRun>`update output_runs r set state = 'running', attempts = attempts + 1,
      began_at = now(), changed_at = now()
    where r.tenant_id = ${tenantId} and r.id = ${id} and r.job_id = ${jobId} and r.state in ('queued', 'running')
    returning ${WORK}`.execute(db);
  return begun.rows[0];
}

/** False: another job has it by now. */
export async function endRun(db: Db, run: WorkRun, state: "done" | "empty", code: string | null): Promise<boolean> {
  const ended = await sql`update output_runs set state = ${state}, code = ${code}, problem = null, next_at = null,
      ended_at = now(), changed_at = now()
    where tenant_id = ${run.tenantId} and id = ${run.id} and job_id = ${run.jobId} and state = 'running'`.execute(db);
  return (ended.numAffectedRows ?? 0n) > 0n;
}

export interface RunProblem {
  readonly code: string;
  readonly problem: string | null;
  /** Undefined: it is not tried again. */
  readonly pauseMs: number | undefined;
}

/** False: another job has it by now. */
export async function failRun(db: Db, run: WorkRun, { code, problem, pauseMs }: RunProblem): Promise<boolean> {
  const isOver = pauseMs === undefined;
  const failed = await sql`update output_runs set state = ${isOver ? "failed" : "waiting"}, code = ${code},
      problem = ${problem}, ended_at = now(), changed_at = now(),
      next_at = now() + ${pauseMs ?? null}::float8 * interval '1 millisecond'
    where tenant_id = ${run.tenantId} and id = ${run.id} and job_id = ${run.jobId}
      and state in ('queued', 'running')`.execute(db);
  return (failed.numAffectedRows ?? 0n) > 0n;
}

/** Of all tenants, in a transaction: one that is to be tried again now. */
export async function takeWaitingRun(db: Db): Promise<RunOf | undefined> {
  const found = await sql<RunOf>`select r.id, r.tenant_id as "tenantId" from output_runs r
    where r.state = 'waiting' and r.next_at <= now() order by r.next_at limit 1 for update skip locked`.execute(db);
  return found.rows[0];
}

/** Of all tenants: runs whose job has ended without a word, as after the last crash of its process. */
export async function lostRuns(db: Db): Promise<WorkRun[]> {
  const found = await sql<WorkRun>`select ${WORK} from output_runs r
    where r.state in ('queued', 'running') and r.changed_at < now() - interval '10 seconds' and not exists (
      select 1 from jobs j where j.tenant_id = r.tenant_id and j.id = r.job_id and j.state in ('queued', 'running'))
    limit 100`.execute(db);
  return found.rows;
}

const RUN_DAYS = 90;

/** Files of theirs that are still kept know when their time is over. */
export async function removeOldRuns(db: Db): Promise<void> {
  await sql`delete from output_runs where state in ('done', 'empty', 'failed')
    and created_at < now() - ${RUN_DAYS} * interval '1 day'`.execute(db);
}

/** Of all tenants: which of these runs go on. */
export async function runningAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`select id from output_runs
    where id = any(${[...ids]}::uuid[]) and state in ('queued', 'running')`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}
