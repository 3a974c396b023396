import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { outputErrors } from "@canopy/contract/outputs/errors";
import { MAX_OUTPUT_DEVICES } from "@canopy/contract/outputs/output-content";
import type { Files } from "../../platform/files/files.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../../platform/jobs/job-definition.ts";
import type { OutputServices } from "../output-parts.ts";
import { openBucketSecret, stopOutput, type WorkOutput, workOutput } from "../output-store.ts";
import { devicesOf, ownerOf } from "../owner.ts";
import { OUTPUT_RUN, pauseOfTry, type RunInput } from "../run-jobs.ts";
import { beginRun, endRun, failRun, type WorkRun } from "../run-store.ts";
import { openBucket } from "../targets/bucket-target.ts";
import { tellFailed, tellStopped } from "../tell-owner.ts";
import { makeLogs } from "./make-logs.ts";
import { makeReport } from "./make-report.ts";
import { problemOf } from "./run-problem.ts";
import type { Work } from "./work.ts";
import { filesMail, insertMails, reportMail } from "./write-mails.ts";

const SIX_HOURS_MS = 6 * 3_600_000;

type Context = JobContext<RunInput>;

/** One try of a run. After a crash the job comes again and goes on behind what is whole. */
export function outputRunJob(services: OutputServices): JobDefinition<RunInput> {
  return defineJob(OUTPUT_RUN.kind, {
    input: OUTPUT_RUN.input,
    concurrency: 2,
    timeoutMs: SIX_HOURS_MS,
    handler: async (context) => {
      const { tenantId, id: jobId, input } = context;
      const run = tenantId === null ? undefined : await beginRun(services.db, { tenantId, id: input.runId }, jobId);
      const output = run && (await workOutput(services.db, run.tenantId, run.outputId));
      // Gone, or begun anew by another job.
      if (!run || !output) return null;
      try {
        return { state: await makeRun(services, context, run, output) };
      } catch (error) {
        // A process that stops: another one goes on.
        context.signal.throwIfAborted();
        context.log.warn({ err: error, runId: run.id }, "a scheduled output failed");
        return { state: await noteProblem(services, run, output, error) };
      }
    },
  });
}

async function noteProblem(
  services: OutputServices,
  run: WorkRun,
  output: WorkOutput,
  error: unknown,
): Promise<"failed" | "waiting"> {
  const { code, problem, isFinal } = problemOf(error);
  const pauseMs = isFinal ? undefined : pauseOfTry(run.attempts);
  const isNoted = await failRun(services.db, run, { code, problem, pauseMs });
  // That it is paused was told already.
  const isToTell = pauseMs === undefined && code !== outputErrors.ownerGone.code;
  if (isNoted && isToTell) await tellFailed(services, output, run, { code, problem });
  return pauseMs === undefined ? "failed" : "waiting";
}

async function makeRun(
  services: OutputServices,
  context: Context,
  run: WorkRun,
  output: WorkOutput,
): Promise<"done" | "empty"> {
  const { db } = services;
  const owner = await ownerOf(db, run.tenantId, output.userId);
  if (owner === undefined) {
    await stopOutput(db, run.tenantId, output.id);
    await tellStopped(services, output);
    throw new JobFailure(outputErrors.ownerGone.code);
  }
  const devices = await devicesOf(db, owner, output.content.scope);
  if (devices.length > MAX_OUTPUT_DEVICES) throw new JobFailure(outputErrors.tooManyDevices.code);
  if (devices.length === 0) {
    await endRun(db, run, "empty", outputErrors.noDevices.code);
    return "empty";
  }
  const folder = join(services.folder, run.id);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const bucket = await bucketOf(services, output);
  try {
    const { signal } = context;
    const progress = (fraction: number) => context.progress(fraction);
    return await fill(services, { run, output, owner, devices, bucket, folder, signal, progress });
  } finally {
    await bucket?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(services: OutputServices, work: Work): Promise<"done" | "empty"> {
  if (work.output.content.kind === "report") {
    const report = await makeReport(services, work);
    // Where no day was counted nothing is known of its frames.
    const isEmpty = report.days !== undefined && report.total.frames === 0 && report.alarms.length === 0;
    return end(services, work, isEmpty, reportMail(services, work, report));
  }
  const files = await makeLogs(services, work);
  return end(
    services,
    work,
    files.every(({ bytes }) => bytes === 0),
    filesMail(services, work, files),
  );
}

/** Its end and its mails, or neither. */
async function end(
  { db }: OutputServices,
  work: Work,
  isEmpty: boolean,
  mail: Parameters<typeof insertMails>[2],
): Promise<"done" | "empty"> {
  work.signal.throwIfAborted();
  const state = isEmpty ? "empty" : "done";
  await db.transaction().execute(async (trx) => {
    if (await endRun(trx, work.run, state, null)) await insertMails(trx, work, mail);
  });
  return state;
}

async function bucketOf({ secret, privateTargets }: OutputServices, output: WorkOutput): Promise<Files | undefined> {
  const { bucket } = output.content;
  if (bucket === null) return undefined;
  return openBucket({ bucket, secret: openBucketSecret(secret, output.sealed), mayBePrivate: privateTargets });
}
