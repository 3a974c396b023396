import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { type TestDatabase, testDatabase } from "../../testing/engines/test-database.ts";
import { forgetHeartbeats, killableJobs } from "../../testing/processes/killable-jobs.ts";
import { createLog } from "../log.ts";
import { defineJob, JOB_LOST, type JobContext, JobFailure } from "./job-definition.ts";
import { type Jobs, startJobs } from "./jobs.ts";
import { beginAttempt, failLostJobs, findJob, insertJob, type Job } from "./jobs-store.ts";

const log = createLog("silent");
const tenantId = randomUUID();
const started: Jobs[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop(500);
});
afterAll(() => database.drop());

type Handler = (context: JobContext<{ n: number }>) => Promise<unknown>;
const soon = { timeout: 10_000 * PATIENCE };

/** A job of its own kind with this handler, and a process that runs it. */
async function withJob(handler: Handler, options: { retries?: number; timeoutMs?: number } = {}) {
  const job = defineJob(`test.${randomUUID()}`, {
    input: z.object({ n: z.number() }),
    retry: { limit: options.retries ?? 0, delaySeconds: 1 },
    ...(options.timeoutMs && { timeoutMs: options.timeoutMs }),
    handler,
  });
  const ended: [string, string][] = [];
  const onEnded = ({ id, state }: Job) => void ended.push([id, state]);
  const jobs = await startJobs({ database, log, jobs: [job], work: true, onEnded });
  started.push(jobs);
  const enqueue = (n = 1) => jobs.enqueue(job, { tenantId, userId: null, input: { n } });
  const reaches = (id: string, expected: object) =>
    vi.waitFor(async () => expect(await jobs.get(tenantId, id)).toMatchObject(expected), soon);
  return { job, jobs, enqueue, reaches, ended };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

describe("a job", () => {
  it("shows its progress and its result", async () => {
    const gate = Promise.withResolvers<void>();
    const { enqueue, reaches } = await withJob(async ({ input, progress }) => {
      await progress(0.25, "reading");
      await gate.promise;
      return { doubled: input.n * 2 };
    });
    const id = await enqueue(21);
    await reaches(id, {
      state: "running",
      stage: "reading",
      progress: 0.25,
      attempts: 1,
      startedAt: expect.any(Number),
    });
    gate.resolve();
    await reaches(id, { state: "done", progress: 1, result: { doubled: 42 }, finishedAt: expect.any(Number) });
  });

  it("exists only if the transaction that ordered it commits", async () => {
    const { job, jobs, reaches } = await withJob(async () => "ran");
    let id = "";
    const order = (fail: boolean) =>
      database.db.transaction().execute(async (db) => {
        id = await jobs.enqueue(job, { tenantId, userId: null, input: { n: 1 }, db });
        if (fail) throw new Error("undone");
      });
    await expect(order(true)).rejects.toThrow("undone");
    expect(await jobs.get(tenantId, id)).toBeUndefined();
    await order(false);
    await reaches(id, { state: "done", result: "ran" });
  });

  it("is not seen, listed or cancelled by another tenant [USR-06]", async () => {
    const { jobs, job, enqueue, reaches } = await withJob(async () => undefined);
    const id = await enqueue();
    await reaches(id, { state: "done" });
    const stranger = randomUUID();
    expect(await jobs.get(stranger, id)).toBeUndefined();
    expect(await jobs.cancel(stranger, id)).toBe("none");
    expect(await jobs.list(stranger, { limit: 5 })).toEqual({ list: [], total: 0 });
    const { list, total } = await jobs.list(tenantId, { kinds: [job.kind], states: ["done"], limit: 5 });
    expect([list.map((each) => each.id), total]).toEqual([[id], 1]);
  });

  it("runs one after another without waiting for the clock", async () => {
    const { enqueue, reaches } = await withJob(async ({ input }) => input.n);
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(enqueue));
    for (const [index, id] of ids.entries()) await reaches(id, { state: "done", result: index + 1 });
  });

  it("can be cancelled while it runs, here or from another process", async () => {
    const { job, jobs, enqueue, reaches } = await withJob(({ signal }) => untilAborted(signal), { retries: 3 });
    const web = await startJobs({ database, log, jobs: [job], work: false });
    started.push(web);
    for (const canceller of [jobs, web]) {
      const id = await enqueue();
      await reaches(id, { state: "running" });
      expect(await canceller.cancel(tenantId, id)).toBe("cancelling");
      await reaches(id, { state: "cancelled", attempts: 1, messageCode: null });
      expect(await canceller.cancel(tenantId, id)).toBe("none");
    }
  });

  it("can be cancelled before it runs", async () => {
    const ran = vi.fn(async () => undefined);
    const { job, enqueue } = await withJob(ran);
    await started.pop()?.stop(500);
    const web = await startJobs({ database, log, jobs: [job], work: false });
    started.push(web);
    const id = await web.enqueue(job, { tenantId, userId: null, input: { n: 1 } });
    expect(await web.cancel(tenantId, id)).toBe("cancelled");
    expect(await web.get(tenantId, id)).toMatchObject({ state: "cancelled", cancelRequested: true });
    expect([ran.mock.calls.length, typeof enqueue]).toEqual([0, "function"]);
  });

  it("is tried again after a fault", async () => {
    const { enqueue, reaches } = await withJob(
      async ({ attempt }) => {
        if (attempt === 1) throw new Error("once");
        return attempt;
      },
      { retries: 2 },
    );
    const id = await enqueue();
    await reaches(id, { state: "queued", attempts: 1, messageCode: "platform.jobFailed" });
    await reaches(id, { state: "done", attempts: 2, result: 2, messageCode: null });
  });

  it("fails when its attempts are used up, and at once on a fault it names", async () => {
    const used = await withJob(async () => Promise.reject(new Error("always")), { retries: 1 });
    const named = await withJob(async () => Promise.reject(new JobFailure("files.unreadable")), { retries: 5 });
    const [usedId, namedId] = [await used.enqueue(), await named.enqueue()];
    await named.reaches(namedId, { state: "failed", attempts: 1, messageCode: "files.unreadable" });
    await used.reaches(usedId, { state: "failed", attempts: 2, messageCode: "platform.jobFailed" });
  });

  it("is told once when it has ended, well or not; one that is cancelled or tried again is not", async () => {
    const { jobs, enqueue, reaches, ended } = await withJob(
      async ({ input, attempt, signal }) => {
        if (input.n === 1 && attempt === 1) throw new Error("once");
        if (input.n === 2) throw new JobFailure("files.unreadable");
        if (input.n === 3) await untilAborted(signal);
      },
      { retries: 1 },
    );
    const cancelled = await enqueue(3);
    await reaches(cancelled, { state: "running" });
    await jobs.cancel(tenantId, cancelled);
    const [again, failed] = [await enqueue(1), await enqueue(2)];
    await reaches(again, { state: "done", attempts: 2 });
    await vi.waitFor(() => expect(ended).toHaveLength(2), soon);
    expect(new Map(ended)).toEqual(
      new Map([
        [failed, "failed"],
        [again, "done"],
      ]),
    );
  });

  it("of the clock belongs to no tenant and has a row once it runs", async () => {
    const { job, jobs } = await withJob(async () => "tidied");
    await jobs.schedule(job, "0 3 * * *");
    const { rows } = await database.pool.query("select cron, data from pgboss.schedule where name = $1", [job.kind]);
    expect(rows).toEqual([{ cron: "0 3 * * *", data: { tenantId: null } }]);
    // As pg-boss does at three o'clock. Its input schema is checked like any other.
    await database.pool.query("insert into pgboss.job (name, data) values ($1, $2)", [job.kind, { tenantId: null }]);
    const filter = { kinds: [job.kind], limit: 5 };
    await vi.waitFor(
      async () => expect((await jobs.list(null, filter)).list).toMatchObject([{ state: "failed" }]),
      soon,
    );
    expect((await jobs.list(tenantId, filter)).total).toBe(0);
  });

  it("writes nothing at a start that finds its queue and its time, and both anew where they have changed", async () => {
    const kind = `test.${randomUUID()}`;
    const jobOf = (limit: number) =>
      defineJob(kind, { input: z.object({}), retry: { limit, delaySeconds: 1 }, handler: async () => null });
    const standing = async () => {
      const rows = await database.pool.query<{ written: string; retry_limit: number; cron: string }>(
        `select q.xmin || '.' || s.xmin as written, q.retry_limit, s.cron
         from pgboss.queue q join pgboss.schedule s on s.name = q.name where q.name = $1`,
        [kind],
      );
      return rows.rows[0];
    };
    const begin = async (limit: number, cron: string) => {
      const job = jobOf(limit);
      const jobs = await startJobs({ database, log, jobs: [job], work: false });
      started.push(jobs);
      await jobs.schedule(job, cron);
      return standing();
    };
    const first = await begin(1, "17 3 * * *");
    expect(first).toMatchObject({ retry_limit: 1, cron: "17 3 * * *" });
    expect(await begin(1, "17 3 * * *")).toEqual(first);
    expect(await begin(2, "18 4 * * *")).toMatchObject({ retry_limit: 2, cron: "18 4 * * *" });
  });

  it("is aborted when it takes too long", async () => {
    const { enqueue, reaches } = await withJob(({ signal }) => untilAborted(signal), { timeoutMs: 200 });
    await reaches(await enqueue(), { state: "failed", messageCode: "platform.jobTimedOut" });
  });

  it("is waited for on a graceful stop, and goes back into the queue when that takes too long", async () => {
    const quick = await withJob(() => new Promise((resolve) => setTimeout(resolve, 300, "finished")));
    const quickId = await quick.enqueue();
    await quick.reaches(quickId, { state: "running" });
    await quick.jobs.stop(5_000);
    expect(await quick.jobs.get(tenantId, quickId)).toMatchObject({ state: "done", result: "finished" });

    const slow = await withJob(({ signal }) => untilAborted(signal), { retries: 1 });
    const slowId = await slow.enqueue();
    await slow.reaches(slowId, { state: "running" });
    await slow.jobs.stop(200);
    await slow.reaches(slowId, { state: "queued", attempts: 1 });
  });
});

/** Another process, resolved once it has begun `count` jobs. */
async function workerThatBegan(count: number, ...args: string[]): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "../../testing/processes/job-worker.ts");
  const worker = spawn(process.execPath, [script, database.url, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void worker.kill("SIGKILL"));
  let begun = "";
  for await (const chunk of worker.stdout) {
    begun += String(chunk);
    if (begun.split("\n").length > count) break;
  }
  return worker;
}

/** A silent worker counts as dead after 10 s, which is looked for every 5 s. */
const takenUp = { timeout: 40_000 * PATIENCE, interval: 250 };

describe("a job whose worker was killed -9", () => {
  it("is taken up by another one, or fails cleanly when no attempt is left", async () => {
    const handler = vi.fn(async ({ attempt }: JobContext<unknown>) => attempt);
    const kinds = killableJobs(handler);
    const web = await startJobs({ database, log, jobs: kinds, work: false });
    started.push(web);
    const ids: string[] = [];
    for (const job of kinds) ids.push(await web.enqueue(job, { tenantId, userId: null, input: {} }));
    const [twice = "", once_ = ""] = ids;
    (await workerThatBegan(2)).kill("SIGKILL");
    started.push(await startJobs({ database, log, jobs: kinds, work: true }));
    await vi.waitFor(async () => {
      expect(await web.get(tenantId, twice)).toMatchObject({ state: "done", attempts: 2, result: 2 });
      expect(await web.get(tenantId, once_)).toMatchObject({ state: "failed", messageCode: "platform.jobLost" });
    }, takenUp);
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

describe("a job whose worker stalled until another one took it up", () => {
  it("is the second one's: the first comes to its end and touches nothing", async () => {
    const gate = Promise.withResolvers<void>();
    const handler = vi.fn(async () => {
      await gate.promise;
      return "of the second";
    });
    const [job] = killableJobs(handler);
    if (!job) throw new Error("no job");
    const web = await startJobs({ database, log, jobs: [job], work: false });
    started.push(web);
    const id = await web.enqueue(job, { tenantId, userId: null, input: {} });
    const first = await workerThatBegan(1, "500");
    first.kill("SIGSTOP");
    await forgetHeartbeats(database.pool);
    started.push(await startJobs({ database, log, jobs: [job], work: true }));
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1), takenUp);
    const ended = once(first, "exit");
    first.kill("SIGCONT");
    await ended;
    const queued = await database.pool.query("select state, retry_count from pgboss.job where id = $1", [id]);
    expect(queued.rows).toEqual([{ state: "active", retry_count: 1 }]);
    await failLostJobs(database.db, JOB_LOST);
    expect(await web.get(tenantId, id)).toMatchObject({ state: "running", attempts: 2, messageCode: null });
    gate.resolve();
    await vi.waitFor(
      async () => expect(await web.get(tenantId, id)).toMatchObject({ state: "done", result: "of the second" }),
      soon,
    );
  });

  it("is not begun again by an attempt that stalled before its beginning", async () => {
    const id = randomUUID();
    await insertJob(database.db, { id, tenantId, userId: null, kind: "test.none", input: {} });
    expect(await beginAttempt(database.db, { tenantId, id, attempt: 2 })).toBeDefined();
    expect(await beginAttempt(database.db, { tenantId, id, attempt: 1 })).toBeUndefined();
    expect(await findJob(database.db, tenantId, id)).toMatchObject({ state: "running", attempts: 2 });
  });
});
