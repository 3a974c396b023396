import { outputErrors } from "@canopy/contract/outputs/errors";
import type { Jobs } from "../platform/jobs/jobs.ts";
import { dueTurnMs, nextTurnMs, rangeOf } from "./clock/output-clock.ts";
import type { OutputServices } from "./output-parts.ts";
import { planOutput, stopOutput, takeDueOutput, type WorkOutput, workOutput } from "./output-store.ts";
import { enqueueRun, pauseOfTry, startRun } from "./run-jobs.ts";
import { failRun, lostRuns, takeWaitingRun } from "./run-store.ts";
import { tellFailed, tellStopped } from "./tell-owner.ts";

export const OUTPUTS_LOOK_MS = 5_000;

interface LookServices extends Pick<OutputServices, "db" | "messageUser" | "now" | "textOf"> {
  readonly jobs: Pick<Jobs, "enqueue">;
}

/** Turns that have come, runs that are tried again, and runs whose process died for good. Any worker may look. */
export async function lookAtOutputs(services: LookServices): Promise<void> {
  while (await startDue(services));
  while (await startWaiting(services));
  await takeUpLost(services);
}

/** The run, its job and the next turn are written together: a turn is run once, however many look. */
async function startDue(services: LookServices): Promise<boolean> {
  const { db, now } = services;
  let stopped: WorkOutput | undefined;
  const isMore = await db.transaction().execute(async (trx) => {
    const output = await takeDueOutput(trx, now());
    if (output?.nextMs === undefined || output.nextMs === null) return false;
    const { id: outputId, tenantId } = output;
    if (output.userId === null) {
      stopped = output;
      await stopOutput(trx, tenantId, outputId);
      return true;
    }
    const { clock } = output.content;
    const dueMs = dueTurnMs(clock, output.nextMs, now());
    const run = { tenantId, outputId, cause: "clock", dueMs, ...rangeOf(clock, dueMs), zone: clock.zone } as const;
    // A turn long ago may have the next one in the future.
    if (dueMs <= now()) await startRun(trx, services.jobs, run);
    await planOutput(trx, tenantId, outputId, dueMs <= now() ? nextTurnMs(clock, dueMs) : dueMs);
    return true;
  });
  if (stopped) await tellStopped(services, stopped);
  return isMore;
}

function startWaiting({ db, jobs }: LookServices): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const run = await takeWaitingRun(trx);
    if (run) await enqueueRun(trx, jobs, run);
    return run !== undefined;
  });
}

async function takeUpLost(services: LookServices): Promise<void> {
  const { db } = services;
  for (const run of await lostRuns(db)) {
    const pauseMs = pauseOfTry(run.attempts);
    const problem = { code: outputErrors.runLost.code, problem: null };
    const isNoted = await failRun(db, run, { ...problem, pauseMs });
    const output = isNoted && pauseMs === undefined ? await workOutput(db, run.tenantId, run.outputId) : undefined;
    if (output) await tellFailed(services, output, run, problem);
  }
}
