import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { LogOutput, LogWriter } from "@canopy/can/logs/writer";
import type { DownloadRequest, DownloadStage } from "@canopy/contract/transfers/downloads";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { z } from "zod";
import type { LimitOf } from "../capacity/limits.ts";
import { filterOf } from "../frames/history/history-rows.ts";
import type { FrameReader } from "../frames/store/frame-store.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../platform/jobs/job-definition.ts";
import { formatOf } from "./download-formats.ts";
import { beginGenerating, countRows, type Download, downloadOfTenant, recordFile } from "./download-store.ts";
import { removeObjects, sendToBucket, type TransferPlace } from "./far-files.ts";
import { OutputFiles } from "./output-files.ts";
import { type MessageUser, tellFinished } from "./tell-finished.ts";
import { asFailure, downloadFolder, removeFolder, requireRoom } from "./transfer-folder.ts";
import { writeFrames } from "./write-frames.ts";
import { writeZip } from "./zip-file.ts";

export interface DownloadServices extends TransferPlace {
  readonly frames: Pick<FrameReader, "stream" | "count">;
  readonly limitOf: LimitOf;
  /** Makes a writer of decoded values; `signals` provides it. */
  readonly decoded: (
    owner: { readonly tenantId: string; readonly thingsId: string },
    request: DownloadRequest,
  ) => Promise<(output: LogOutput) => LogWriter>;
  readonly messageUser: MessageUser;
  /** For tests: work of this length is told in the bell. */
  readonly longWorkMs?: number;
  /** For tests that must be there at a certain stage. */
  readonly reached?: (stage: DownloadStage) => Promise<void>;
}

const input = z.object({ taskId: z.string() });
export type DownloadInput = z.output<typeof input>;
type Context = JobContext<DownloadInput>;

const TWELVE_HOURS_MS = 12 * 3_600_000;
const COUNT_INTERVAL_MS = 500;
const MEGABYTE = 1024 * 1024;
/** How much of the whole work has been done when a stage begins. */
const BEGUN: Partial<Record<DownloadStage, number>> = {
  initialize: 0,
  querying: 0.01,
  data_collation: 0.03,
  generating: 0.05,
};
const GENERATED = 0.9;

/** DAT-03. A killed process's task begins anew: the file of the last attempt counts for nothing. */
export function downloadJob(services: DownloadServices): JobDefinition<DownloadInput> {
  return defineJob("transfers.download", {
    input,
    concurrency: 2,
    timeoutMs: TWELVE_HOURS_MS,
    handler: async (context) => {
      const { tenantId } = context;
      const task = tenantId === null ? undefined : await downloadOfTenant(services.db, tenantId, context.input.taskId);
      // Deleted, or begun anew by another job.
      if (task?.jobId !== context.id) return null;
      const folder = join(downloadFolder(services.folder, task.id), nameOfAttempt(context));
      const began = performance.now();
      try {
        const made = await makeFile(services, context, task, folder);
        const finished = { ...context, type: "download", ...task, tookMs: performance.now() - began } as const;
        await tellFinished(services.messageUser, finished, services.longWorkMs);
        return made;
      } catch (error) {
        await removeFolder(folder);
        // A bucket that is away is not asked again: the clean-up does it.
        if (!(error instanceof JobFailure)) await removeObjects(services, task, isOther(context));
        throw asFailure(error);
      }
    },
  });
}

async function makeFile(services: DownloadServices, context: Context, task: Download, folder: string) {
  const { db, frames } = services;
  const run = { tenantId: task.tenantId, id: task.id, jobId: context.id, attempt: context.attempt };
  const enter = async (stage: DownloadStage, fraction = BEGUN[stage] ?? 0) => {
    context.signal.throwIfAborted();
    await context.progress(fraction, stage);
    await services.reached?.(stage);
    context.signal.throwIfAborted();
  };
  await enter("initialize");
  await removeOlder(downloadFolder(services.folder, task.id), context);
  await removeObjects(services, task, isLaterThan(context));
  const { request } = task;
  const format = formatOf(request);
  const writer = request.content === "decoded" ? await services.decoded(task, request) : format.writer;

  await enter("querying");
  const query = queryOf(task);
  const found = await frames.count(query, context.signal);

  await enter("data_collation");
  const limit = await services.limitOf(task.tenantId, "single_data_export");
  if (limit !== null && found > limit) throw new JobFailure(transferErrors.tooManyRows.code);
  await requireRoom(services.folder);

  await enter("generating");
  await beginGenerating(db, run, found);
  const splitBytes = request.split_mb && request.split_mb * MEGABYTE;
  const output = new OutputFiles({ folder, stem: task.name, suffix: format.suffix, splitBytes, writer });
  let toldMs = performance.now();
  const onRows = async (count: number) => {
    if (performance.now() - toldMs < COUNT_INTERVAL_MS) return;
    toldMs = performance.now();
    await countRows(db, run, count, output.bytes);
    await requireRoom(services.folder);
    const begun = BEGUN.generating ?? 0;
    await context.progress(begun + ((GENERATED - begun) * count) / Math.max(count, found));
  };
  const rows = await writeFrames({ frames, query, output, signal: context.signal, onRows });

  const [only] = output.files;
  let path = only?.path ?? "";
  let isDone = !request.zip && output.files.length === 1;
  if (!isDone) {
    await enter("compressing", GENERATED);
    path = join(folder, `${task.name}.zip`);
    let packed = 0;
    const onBytes = (bytes: number) => {
      packed += bytes;
      void context
        .progress(GENERATED + ((0.99 - GENERATED) * packed) / Math.max(1, output.bytes))
        .catch(() => undefined);
    };
    await writeZip(path, output.files, { deflate: format.isPlain, signal: context.signal, onBytes });
    for (const file of output.files) await removeFolder(file.path);
    isDone = true;
  }
  context.signal.throwIfAborted();
  const { size } = await stat(path);
  const made = { file: relative(services.folder, path), bytes: size, files: output.files.length, rows };
  await sendToBucket(services, task, made.file, context.signal);
  const isKept = isDone && (await recordFile(db, run, { ...made, ...output.losses }));
  if (!isKept || services.bucket) await removeFolder(folder);
  if (!isKept) await removeObjects(services, task, isOther(context));
  return { rows, bytes: size };
}

const nameOfAttempt = ({ id, attempt }: Attempt) => `${id}-${attempt}`;

type Attempt = Pick<Context, "id" | "attempt">;

/** Of the name of a folder of an attempt. */
const isLaterName = ({ id, attempt }: Attempt, name: string): boolean =>
  name.startsWith(`${id}-`) && Number(name.slice(id.length + 1)) > attempt;

/** Of the name of an object: downloads/TASK/ATTEMPT/FILE. */
const attemptOf = (name: string): string => name.split("/")[2] ?? "";
const isLaterThan = (own: Attempt) => (name: string) => isLaterName(own, attemptOf(name));
const isOther = (own: Attempt) => (name: string) => attemptOf(name) !== nameOfAttempt(own);

/** Files of earlier runs and attempts: a stalled attempt may find files of a later one. */
async function removeOlder(folder: string, own: Attempt): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (!isLaterName(own, name)) await removeFolder(join(folder, name));
}

function queryOf({ bindingNumber, request }: Download) {
  const { start_time, end_time, filters } = request;
  return { bindingNumber, fromUs: start_time * 1000, toUs: end_time * 1000, filter: filterOf(filters) };
}
