import { createHash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type { LogFormat } from "@canopy/can/logs/formats";
import { transferErrors } from "@canopy/contract/transfers/errors";
import type { FoundLog, ImportRequest } from "@canopy/contract/transfers/imports";
import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { tenantStorage } from "../frames/tenant-storage.ts";
import { addUsage } from "../frames/usage-store.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { checkLog } from "./check-log.ts";
import { countImported, epochOf, type Import, importOfTenant, setStep } from "./import-store.ts";
import { type ImportChannel, ImportWriter } from "./import-writer.ts";
import { readLogFile } from "./read-log.ts";
import { asFailure, removeFolder, uploadFile } from "./transfer-folder.ts";

export interface ImportServices {
  readonly db: Db;
  readonly client: ClickHouseClient;
  readonly folder: string;
  /** For tests that must be there between two inserts. */
  readonly stored?: (frames: number) => Promise<void>;
}

const input = z.object({ taskId: z.string() });
export type ImportInput = z.output<typeof input>;

const TWELVE_HOURS_MS = 12 * 3_600_000;

/** The task while this job is its own; undefined: cancelled, deleted, or begun anew. */
async function ownTask({ db }: ImportServices, context: JobContext<ImportInput>): Promise<Import | undefined> {
  const { tenantId } = context;
  const task = tenantId === null ? undefined : await importOfTenant(db, tenantId, context.input.taskId);
  return task?.jobId === context.id && task.cancelledMs === null ? task : undefined;
}

export function checkImportJob(services: ImportServices): JobDefinition<ImportInput> {
  return defineJob("transfers.checkImport", {
    input,
    concurrency: 2,
    timeoutMs: TWELVE_HOURS_MS,
    handler: async (context) => {
      const task = await ownTask(services, context);
      if (!task) return null;
      await context.progress(0, "checking");
      const path = uploadFile(services.folder, task.id);
      const found = await checkLog(path, context.signal, (share) => context.progress(share), task.size);
      if (found.frames === 0) throw new JobFailure(transferErrors.noFrames.code);
      await setStep(services.db, task.tenantId, task.id, { state: "checked", found });
      return { frames: found.frames };
    },
  });
}

/** DAT-07. It may run again after a crash: what is stored is known, and nothing is stored twice. */
export function runImportJob(services: ImportServices): JobDefinition<ImportInput> {
  return defineJob("transfers.import", {
    input,
    concurrency: 2,
    timeoutMs: TWELVE_HOURS_MS,
    handler: async (context) => {
      const task = await ownTask(services, context);
      if (!task?.found || !task.request) return null;
      try {
        return await store(services, context, task, task.found, task.request);
      } catch (error) {
        throw asFailure(error);
      }
    },
  });
}

async function store(
  services: ImportServices,
  { signal, progress }: JobContext<ImportInput>,
  task: Import,
  found: FoundLog,
  request: ImportRequest,
) {
  const { db, client } = services;
  const { tenantId, bindingNumber } = task;
  await progress(0, "importing");
  const { limit, used } = await tenantStorage(db, tenantId);
  if (limit !== null && used >= limit) throw new JobFailure(transferErrors.storageFull.code);
  const path = uploadFile(services.folder, task.id);
  const shiftUs = request.shift_ms * 1000;
  const channels = await channelsOf(db, bindingNumber, found, request);
  const writer = new ImportWriter({
    client,
    tenantId,
    bindingNumber,
    taskId: task.id,
    channels,
    shiftUs,
    addUsage: (rows) => addUsage(db, rows),
  });
  const window = { fromUs: Number(found.first) + shiftUs, toUs: Number(found.last) + shiftUs };
  await writer.begin(window.fromUs, window.toUs);
  const told = async () => {
    const { stored, repeated } = writer;
    // What an earlier attempt of this task stored is not a repetition.
    const before = Math.min(task.stored, repeated);
    await countImported(db, tenantId, task.id, { stored: stored + before, repeated: repeated - before });
    if (stored > 0) await services.stored?.(stored);
  };
  const sink = { frames: (batch: Parameters<ImportWriter["push"]>[0]) => writer.push(batch), problem: () => undefined };
  const onChunk = async ({ bytesRead }: { bytesRead: number }) => {
    await breathe();
    if (!writer.isFull) return;
    await writer.store();
    await told();
    await progress(Math.min(1, bytesRead / Math.max(1, task.size)));
  };
  await readLogFile(path, found.format as LogFormat, sink, { signal, onChunk });
  await writer.end();
  await told();
  await removeFolder(path);
  return { stored: writer.stored, repeated: writer.repeated };
}

/** Each channel of the file has its own log number in the device, of the file's content and where it goes. */
async function channelsOf(
  db: Db,
  bindingNumber: number,
  found: FoundLog,
  { channels, shift_ms }: ImportRequest,
): Promise<Map<number, ImportChannel>> {
  const wanted = channels ?? found.channels.map(({ channel }) => ({ from: channel, to: channel }));
  const mapped = new Map<number, ImportChannel>();
  for (const { from, to } of wanted) {
    const identity = `${found.sha256} ${from}>${to} ${shift_ms}`;
    const hash = createHash("sha256").update(identity).digest().readUInt32LE(0);
    mapped.set(from, { to, epoch: await epochOf(db, bindingNumber, identity, hash) });
  }
  return mapped;
}
