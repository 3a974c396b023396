import { type ColumnType, type Selectable, sql } from "kysely";
import type { Db } from "../postgres/schema.ts";
import type { JobOwner, JobState } from "./job-definition.ts";

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface JobsTable {
  id: string;
  tenant_id: JobOwner;
  user_id: string | null;
  kind: string;
  state: Defaulted<JobState>;
  stage: Defaulted<string | null>;
  progress: Defaulted<number>;
  done_rows: Defaulted<number | null>;
  all_rows: Defaulted<number | null>;
  rows_per_second: Defaulted<number | null>;
  message_code: Defaulted<string | null>;
  input: ColumnType<unknown, string, never>;
  result: ColumnType<unknown, undefined, string | null>;
  attempts: Defaulted<number>;
  cancel_requested: Defaulted<boolean>;
  created_at: Defaulted<Date>;
  started_at: Defaulted<Date | null>;
  finished_at: Defaulted<Date | null>;
}

declare module "../postgres/schema.ts" {
  interface Tables {
    jobs: JobsTable;
  }
}

/** A job as a page shows it; times in epoch milliseconds. */
export interface Job {
  readonly id: string;
  readonly tenantId: JobOwner;
  readonly userId: string | null;
  readonly kind: string;
  readonly state: JobState;
  readonly stage: string | null;
  readonly progress: number;
  readonly doneRows: number | null;
  readonly allRows: number | null;
  readonly rowsPerSecond: number | null;
  readonly messageCode: string | null;
  readonly result: unknown;
  readonly attempts: number;
  readonly cancelRequested: boolean;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** One attempt at a job: writes of other attempts do not count for it, nor its own once another attempt has begun. */
export interface Attempt {
  readonly tenantId: JobOwner;
  readonly id: string;
  readonly attempt: number;
}

const UNFINISHED: JobState[] = ["queued", "running"];

const toJob = (row: Selectable<JobsTable>): Job => ({
  id: row.id,
  tenantId: row.tenant_id,
  userId: row.user_id,
  kind: row.kind,
  state: row.state,
  stage: row.stage,
  progress: row.progress,
  doneRows: row.done_rows,
  allRows: row.all_rows,
  rowsPerSecond: row.rows_per_second,
  messageCode: row.message_code,
  result: row.result,
  attempts: row.attempts,
  cancelRequested: row.cancel_requested,
  createdAt: row.created_at.getTime(),
  startedAt: row.started_at?.getTime() ?? null,
  finishedAt: row.finished_at?.getTime() ?? null,
});

interface NewJob {
  readonly id: string;
  readonly tenantId: JobOwner;
  readonly userId: string | null;
  readonly kind: string;
  readonly input: unknown;
}

export async function insertJob(db: Db, job: NewJob): Promise<void> {
  const row = { id: job.id, tenant_id: job.tenantId, user_id: job.userId, kind: job.kind };
  await db
    .insertInto("jobs")
    .values({ ...row, input: JSON.stringify(job.input) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export async function findJob(db: Db, tenantId: JobOwner, id: string): Promise<Job | undefined> {
  const query = db.selectFrom("jobs").selectAll().where("id", "=", id);
  const row = await query.where("tenant_id", "is not distinct from", tenantId).executeTakeFirst();
  return row && toJob(row);
}

export interface JobFilter {
  readonly kinds?: readonly string[];
  readonly states?: readonly JobState[];
  readonly userId?: string;
  readonly limit: number;
  readonly offset?: number;
}

/** Newest first. */
export async function listJobs(db: Db, tenantId: JobOwner, filter: JobFilter): Promise<{ list: Job[]; total: number }> {
  let query = db.selectFrom("jobs").where("tenant_id", "is not distinct from", tenantId);
  if (filter.kinds) query = query.where("kind", "in", [...filter.kinds, ""]);
  if (filter.states) query = query.where("state", "in", [...filter.states]);
  if (filter.userId) query = query.where("user_id", "=", filter.userId);
  const ordered = query.selectAll().orderBy("created_at", "desc").orderBy("id");
  const rows = await ordered
    .limit(filter.limit)
    .offset(filter.offset ?? 0)
    .execute();
  const counted = await query.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirst();
  return { list: rows.map(toJob), total: counted?.total ?? 0 };
}

/** Marks an attempt as begun; undefined: nothing is left to do (cancelled, finished, unknown), or a later one has begun. */
export async function beginAttempt(db: Db, { tenantId, id, attempt }: Attempt) {
  const now = new Date();
  return db
    .updateTable("jobs")
    .set((row) => ({
      state: "running",
      attempts: attempt,
      progress: 0,
      stage: null,
      done_rows: null,
      all_rows: null,
      rows_per_second: null,
      message_code: null,
      started_at: row.fn.coalesce("started_at", row.val(now)),
    }))
    .where("tenant_id", "is not distinct from", tenantId)
    .where("id", "=", id)
    .where("attempts", "<", attempt)
    .where("state", "in", UNFINISHED)
    .where("cancel_requested", "=", false)
    .returning(["user_id as userId", "input"])
    .executeTakeFirst();
}

type AttemptState =
  | { state: "done"; result: unknown }
  | { state: "failed" | "queued"; messageCode: string }
  | { state: "cancelled" };

const ofAttempt = (db: Db, { tenantId, id, attempt }: Attempt) =>
  db
    .updateTable("jobs")
    .where("tenant_id", "is not distinct from", tenantId)
    .where("id", "=", id)
    .where("attempts", "=", attempt)
    .where("state", "=", "running");

/** False: the attempt is not the job's any more. */
export async function endAttempt(db: Db, attempt: Attempt, end: AttemptState): Promise<boolean> {
  const done = await ofAttempt(db, attempt)
    .set({
      state: end.state,
      message_code: "messageCode" in end ? end.messageCode : null,
      ...(end.state === "done" && { progress: 1, result: JSON.stringify(end.result ?? null) }),
      ...(end.state !== "queued" && { finished_at: new Date() }),
    })
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** How far an attempt is. */
export interface JobProgress {
  readonly progress: number;
  readonly stage: string | null;
  readonly done_rows: number | null;
  readonly all_rows: number | null;
  readonly rows_per_second: number | null;
}

/** Answer to a progress report: continue, cancel requested, or the job belongs to another attempt. */
export type JobSignal = "continue" | "cancel" | "lost";

export async function reportProgress(db: Db, attempt: Attempt, progress: JobProgress): Promise<JobSignal> {
  const update = ofAttempt(db, attempt).set(progress).returning("cancel_requested");
  return signalOf(await update.executeTakeFirst());
}

export async function pollSignal(db: Db, { tenantId, id, attempt }: Attempt): Promise<JobSignal> {
  const row = await db
    .selectFrom("jobs")
    .select("cancel_requested")
    .where("tenant_id", "is not distinct from", tenantId)
    .where("id", "=", id)
    .where("attempts", "=", attempt)
    .where("state", "=", "running")
    .executeTakeFirst();
  return signalOf(row);
}

const signalOf = (row: { cancel_requested: boolean } | undefined): JobSignal =>
  row === undefined ? "lost" : row.cancel_requested ? "cancel" : "continue";

/** A queued job is cancelled at once, a running one is asked to end; undefined: there is none, or it has finished. */
export async function requestCancel(db: Db, tenantId: JobOwner, id: string) {
  return db
    .updateTable("jobs")
    .set({
      cancel_requested: true,
      state: sql<JobState>`case when state = 'queued' then 'cancelled' else state end`,
      finished_at: sql<Date | null>`case when state = 'queued' then now() end`,
    })
    .where("tenant_id", "is not distinct from", tenantId)
    .where("id", "=", id)
    .where("state", "in", UNFINISHED)
    .returning(["kind", "state"])
    .executeTakeFirst();
}

/**
 * Ends the jobs the queue has given up without our hearing of it: their workers were killed and no attempt is left.
 * Housekeeping over all tenants.
 */
export async function failLostJobs(db: Db, messageCode: string): Promise<void> {
  await sql`
    update jobs
    set state = case when cancel_requested then 'cancelled' else 'failed' end,
        message_code = ${messageCode}, finished_at = now()
    where state in ('queued', 'running') and not exists (
      select from pgboss.job
      where job.name = jobs.kind and job.id = jobs.id and job.state in ('created', 'retry', 'active')
    )`.execute(db);
}
