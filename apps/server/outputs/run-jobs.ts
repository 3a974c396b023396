import { outputErrors } from "@canopy/contract/outputs/errors";
import { z } from "zod";
import { pauseAfter } from "../messages/outbox-sender.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { JobName } from "../platform/jobs/job-definition.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { rangeOf } from "./clock/output-clock.ts";
import { must } from "./keep-output.ts";
import { findOutput, lockOutputs } from "./output-store.ts";
import { findRun, hasOpenRun, insertRun, type NewRun, queueRun } from "./run-store.ts";

const input = z.object({ runId: z.string() });
export type RunInput = z.output<typeof input>;
export const OUTPUT_RUN: JobName<RunInput> = { kind: "outputs.run", input };

/** Of a run, with growing pauses: some five hours. */
const MOST_TRIES = 8;

/** Undefined: it is not tried again. */
export const pauseOfTry = (attempts: number): number | undefined =>
  attempts >= MOST_TRIES ? undefined : pauseAfter(attempts);

type Enqueue = Pick<Jobs, "enqueue">;

/** In a transaction: a run and the job that makes it, or neither. Undefined: this turn has its run already. */
export async function startRun(db: Db, jobs: Enqueue, run: NewRun): Promise<string | undefined> {
  const id = await insertRun(db, run);
  if (id !== undefined) await enqueueRun(db, jobs, { tenantId: run.tenantId, id });
  return id;
}

/** In a transaction. */
export async function enqueueRun(
  db: Db,
  jobs: Enqueue,
  run: { readonly tenantId: string; readonly id: string },
  afresh = false,
): Promise<void> {
  const work = { tenantId: run.tenantId, userId: null, input: { runId: run.id }, db };
  await queueRun(db, run, await jobs.enqueue(OUTPUT_RUN, work), afresh);
}

interface RunServices {
  readonly db: Db;
  readonly jobs: Enqueue;
  now(): number;
}

/** By a person: the range that its turn would have now. */
export function runNow({ db, jobs, now }: RunServices, caller: Caller, outputId: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { tenantId } = caller;
    await lockOutputs(trx, tenantId);
    const { clock, stopped } = must(await findOutput(trx, caller, outputId));
    if (stopped !== null) throw new ApiError(outputErrors.ownerGone);
    if (await hasOpenRun(trx, tenantId, outputId)) throw new ApiError(outputErrors.runsAlready);
    const dueMs = now();
    const asked = { tenantId, outputId, cause: "person", dueMs, ...rangeOf(clock, dueMs), zone: clock.zone } as const;
    return must(await startRun(trx, jobs, asked));
  });
}

/** A failed run with all its tries, or at once one that waits for its next. */
export function retryRun({ db, jobs }: RunServices, caller: Caller, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { tenantId } = caller;
    await lockOutputs(trx, tenantId);
    const run = must(await findRun(trx, caller, id));
    if (run.state !== "failed" && run.state !== "waiting") throw new ApiError(outputErrors.notFailed);
    if (must(await findOutput(trx, caller, run.output_id)).stopped !== null) throw new ApiError(outputErrors.ownerGone);
    await enqueueRun(trx, jobs, { tenantId, id }, true);
  });
}
