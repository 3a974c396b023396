import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Db } from "../postgres/schema.ts";
import { JOB_FAILED, JOB_LOST, JOB_TIMED_OUT, type JobDefinition, JobFailure } from "./job-definition.ts";
import type { JobLease } from "./job-lease.ts";
import { type Attempt, beginAttempt, endAttempt, type JobSignal, pollSignal, reportProgress } from "./jobs-store.ts";
import { progressReporter } from "./progress-reporter.ts";

type AbortReason = "cancel" | "lost" | "timeout" | "stopping";

/** How soon a cancel from another process is noticed. */
const SIGNAL_INTERVAL_MS = 1_000;
/** Time for an aborted handler to end; after it, the handler is abandoned and its writes do not count. */
const GRACE_MS = 10_000;

interface AttemptContext {
  readonly db: Db;
  readonly log: Log;
  readonly lease: Pick<JobLease, "touch">;
  /** How often the queue is told that the attempt is alive. */
  readonly beatMs: number;
  readonly isLastAttempt: boolean;
  /** Lets the process abort it: cancel asked for here, or the end of a graceful stop. */
  onStart(abort: (reason: AbortReason) => void): void;
}

/** Runs one attempt and writes how it ended. Throws when the queue shall try again. */
export async function runAttempt(job: JobDefinition<unknown>, attempt: Attempt, around: AttemptContext): Promise<void> {
  const { db } = around;
  const row = await beginAttempt(db, attempt);
  if (row === undefined) return;
  const log = around.log.child({ job: job.kind, jobId: attempt.id, attempt: attempt.attempt });
  const aborter = new AbortController();
  const abort = (reason: AbortReason) => aborter.abort(reason);
  around.onStart(abort);
  const onSignal = (signal: JobSignal) => signal !== "continue" && abort(signal);
  const timeout = setTimeout(() => abort("timeout"), job.timeoutMs);
  const polling = setInterval(() => {
    pollSignal(db, attempt).then(onSignal, (error) => log.warn({ err: error }, "job could not ask"));
  }, SIGNAL_INTERVAL_MS);
  const heartbeat = setInterval(() => {
    const onHeld = (isHeld: boolean) => isHeld || abort("lost");
    around.lease.touch().then(onHeld, (error) => log.warn({ err: error }, "job could not say that it is alive"));
  }, around.beatMs);
  try {
    const progress = progressReporter((now) => reportProgress(db, attempt, now).then(onSignal));
    const context = {
      ...attempt,
      userId: row.userId,
      input: job.input.parse(row.input),
      signal: aborter.signal,
      log,
      progress,
    };
    const result = await orAborted(job.handler(context), aborter.signal);
    await endAttempt(db, attempt, { state: "done", result });
  } catch (error) {
    await endWithError(error, aborter.signal, attempt, { ...around, log });
  } finally {
    clearTimeout(timeout);
    clearInterval(polling);
    clearInterval(heartbeat);
  }
}

/** The handler's own end, or its abort where it does not come to an end in time. */
async function orAborted(handling: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const over = new AbortController();
  const deadline = async () => {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await sleep(GRACE_MS, undefined, { signal: over.signal });
    throw signal.reason;
  };
  try {
    return await Promise.race([handling, deadline()]);
  } finally {
    over.abort();
  }
}

const CODES = { timeout: JOB_TIMED_OUT, stopping: JOB_LOST } as const;

async function endWithError(
  error: unknown,
  signal: AbortSignal,
  attempt: Attempt,
  around: AttemptContext,
): Promise<void> {
  const reason: AbortReason | undefined = signal.aborted ? signal.reason : undefined;
  if (reason === "cancel") {
    await endAttempt(around.db, attempt, { state: "cancelled" });
    return;
  }
  around.log.error({ err: error, reason }, "job attempt failed");
  // The job belongs to another attempt by now, or is settled.
  if (reason === "lost") return;
  if (error instanceof JobFailure) {
    await endAttempt(around.db, attempt, { state: "failed", messageCode: error.code });
    return;
  }
  const messageCode = reason === undefined ? JOB_FAILED : CODES[reason];
  await endAttempt(around.db, attempt, { state: around.isLastAttempt ? "failed" : "queued", messageCode });
  if (!around.isLastAttempt) throw error;
}
