import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import { z } from "zod";
import type { Log } from "../log.ts";
import type { Database } from "../postgres/open-database.ts";
import type { Db } from "../postgres/schema.ts";
import { JOB_LOST, type JobDefinition, type JobName, type JobOwner } from "./job-definition.ts";
import { type JobLease, leaseOf } from "./job-lease.ts";
import { failLostJobs, findJob, insertJob, type Job, type JobFilter, listJobs, requestCancel } from "./jobs-store.ts";
import { HEARTBEAT_SECONDS, makeQueues, scheduleOnce } from "./make-queues.ts";
import { runAttempt } from "./run-attempt.ts";
import { type QueueWorker, workQueue } from "./work-queue.ts";

interface NewJob<Input> {
  readonly tenantId: JobOwner;
  readonly userId: string | null;
  readonly input: Input;
  /** A transaction: the job exists if and only if it commits. */
  readonly db?: Db;
}

export interface Jobs {
  readonly kinds: readonly string[];
  enqueue<Input>(job: JobName<Input>, what: NewJob<Input>): Promise<string>;
  /** `none`: unknown to this tenant, or already finished. */
  cancel(tenantId: JobOwner, id: string): Promise<"cancelled" | "cancelling" | "none">;
  get(tenantId: JobOwner, id: string): Promise<Job | undefined>;
  list(tenantId: JobOwner, filter: JobFilter): Promise<{ list: Job[]; total: number }>;
  /** Runs a job of the system by the clock (cron, UTC), once in the whole cluster. Its input is `{}`. */
  schedule(job: JobDefinition<unknown>, cron: string): Promise<void>;
  /** Takes no new jobs, waits for running ones, aborts them at the deadline: they go back into the queue. */
  stop(deadlineMs?: number): Promise<void>;
}

interface Options {
  readonly database: Database;
  readonly log: Log;
  readonly jobs: readonly JobDefinition<unknown>[];
  /** Run jobs here (role worker), or only hand them in and watch them. */
  readonly work: boolean;
  /** A job that ran here has ended, well or not; not one that was cancelled. */
  onEnded?(job: Job): void;
}

const SUPERVISE_SECONDS = 5;
const AFTER_COMMIT_MS = 100;
/** The whole program has a few seconds to end; a job it cuts short is taken up again. */
const STOP_DEADLINE_MS = 5_000;
/** Time for aborted jobs to write their end. */
const ABORTED_MS = 2_000;

type Abort = (reason: "cancel" | "stopping") => void;

const Payload = z.object({ tenantId: z.uuid().nullable() });

export async function startJobs({ database, log, jobs, work, onEnded }: Options): Promise<Jobs> {
  const { db, pool } = database;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: work,
    schedule: work,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  await makeQueues(boss, jobs);

  const running = new Map<string, { readonly lease: JobLease; readonly abort: Abort }>();
  const workers = new Map<string, QueueWorker[]>();
  if (work) for (const job of jobs) startWorkersOf(job);
  const sweeping = work ? setInterval(sweep, SUPERVISE_SECONDS * 1_000) : undefined;

  function sweep(): void {
    failLostJobs(db, JOB_LOST).catch((error) => log.warn({ err: error }, "lost jobs could not be looked for"));
  }

  function startWorkersOf(job: JobDefinition<unknown>): void {
    const startWorker = () =>
      workQueue({
        claim: async () => (await boss.fetch<unknown>(job.kind, { includeMetadata: true }))[0],
        run: (claimed) => runClaimed(job, claimed),
        onError: (error) => log.error({ err: error, job: job.kind }, "job queue"),
      });
    workers.set(job.kind, Array.from({ length: job.concurrency }, startWorker));
  }

  const wake = (kind: string) => {
    for (const worker of workers.get(kind) ?? []) worker.wake();
  };

  async function runClaimed(job: JobDefinition<unknown>, claimed: JobWithMetadata<unknown>): Promise<void> {
    const { id, retryCount, retryLimit } = claimed;
    const lease = leaseOf(boss, db, claimed);
    const onStart = (abort: Abort) => void running.set(id, { lease, abort });
    try {
      const { tenantId } = Payload.parse(claimed.data);
      // A job of the clock has no row until it runs.
      if (tenantId === null) await insertJob(db, { id, tenantId, userId: null, kind: job.kind, input: {} });
      const attempt = { tenantId, id, attempt: retryCount + 1 };
      const beatMs = (HEARTBEAT_SECONDS * 1_000) / 4;
      await runAttempt(job, attempt, { db, log, lease, beatMs, isLastAttempt: retryCount >= retryLimit, onStart });
      await lease.complete();
      await tellEnd(tenantId, id);
    } catch (error) {
      await lease.fail(error);
    } finally {
      // Another attempt of the same job may run here by now.
      if (running.get(id)?.lease === lease) running.delete(id);
    }
  }

  async function tellEnd(tenantId: JobOwner, id: string): Promise<void> {
    try {
      const job = onEnded && (await findJob(db, tenantId, id));
      if (job?.state === "done" || job?.state === "failed") onEnded?.(job);
    } catch (error) {
      log.warn({ err: error, jobId: id }, "the end of a job could not be told");
    }
  }

  return {
    kinds: jobs.map(({ kind }) => kind),
    async enqueue(job, { tenantId, userId, input, db: given }) {
      const id = randomUUID();
      const insert = async (trx: Db) => {
        await insertJob(trx, { id, tenantId, userId, kind: job.kind, input: job.input.parse(input) });
        await boss.send(job.kind, { tenantId }, { id, db: fromKysely(trx) });
      };
      await (given === undefined ? db.transaction().execute(insert) : insert(given));
      wake(job.kind);
      // The transaction we were given has yet to commit; if it takes longer, the workers' own clock finds the job.
      if (given !== undefined) setTimeout(() => wake(job.kind), AFTER_COMMIT_MS).unref();
      return id;
    },
    async cancel(tenantId, id) {
      const found = await requestCancel(db, tenantId, id);
      if (found === undefined) return "none";
      running.get(id)?.abort("cancel");
      if (found.state !== "cancelled") return "cancelling";
      await boss.cancel(found.kind, id);
      return "cancelled";
    },
    get: (tenantId, id) => findJob(db, tenantId, id),
    list: (tenantId, filter) => listJobs(db, tenantId, filter),
    schedule: (job, cron) => scheduleOnce(boss, job.kind, cron),
    async stop(deadlineMs = STOP_DEADLINE_MS) {
      clearInterval(sweeping);
      const ending = Promise.all([...workers.values()].flat().map((worker) => worker.stop()));
      await beforeDeadline(ending, deadlineMs);
      for (const { abort } of running.values()) abort("stopping");
      await beforeDeadline(ending, ABORTED_MS);
      // A handler that goes on all the same: another process shall not wait until this one counts as dead.
      for (const { lease } of running.values()) await lease.fail("stopped");
      await boss.stop({ close: false });
    },
  };
}

async function beforeDeadline(ending: Promise<unknown>, deadlineMs: number): Promise<void> {
  const waiting = new AbortController();
  const deadline = sleep(deadlineMs, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([ending, deadline]);
  waiting.abort();
}
