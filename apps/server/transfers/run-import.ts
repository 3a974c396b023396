import type { LogFormat } from "@canopy/can/logs/formats";
import { transferErrors } from "@canopy/contract/transfers/errors";
import type { FoundLog, ImportRequest } from "@canopy/contract/transfers/imports";
import { z } from "zod";
import { getUser } from "../accounts/user-store.ts";
import { appendDeviceLog } from "../devices/device-log-store.ts";
import { tenantStorage } from "../frames/retention/tenant-storage.ts";
import type { FrameImports } from "../frames/store/frame-imports.ts";
import type { FrameStore } from "../frames/store/frame-store.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { checkLog } from "./check-log.ts";
import { removeObjects, type TransferPlace } from "./far-files.ts";
import { ChannelMover, framesOf, type ImportChannel, importChannels } from "./import-channels.ts";
import { countImported, type Import, type ImportCounts, importOfTenant, setStep } from "./import-store.ts";
import { KnownFrames } from "./known-frames.ts";
import { readIntoStore } from "./read-into-store.ts";
import { type MessageUser, tellFinished } from "./tell-finished.ts";
import { asFailure, removeFolder, uploadFile } from "./transfer-folder.ts";
import { withLog } from "./uploaded-log.ts";

export interface ImportServices extends TransferPlace {
  readonly frames: Pick<FrameStore, "usage" | "stream">;
  readonly imports: FrameImports;
  readonly messageUser: MessageUser;
  /** For tests: work of this length is told in the bell. */
  readonly longWorkMs?: number;
  /** For tests that must be there at a certain place. */
  readonly stored?: (place: ImportPlace) => Promise<void>;
}

/** A part is on its way to disk; all are; all are visible. */
export type ImportPlace = "part" | "whole" | "visible";

const input = z.object({ taskId: z.string() });
export type ImportInput = z.output<typeof input>;

const TWELVE_HOURS_MS = 12 * 3_600_000;

const attemptOf = ({ id, attempt, signal }: JobContext<ImportInput>) => ({ attempt: `${id}-${attempt}`, signal });

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
      const { signal, progress } = context;
      const found = await withLog(services, task, attemptOf(context), (path) =>
        checkLog(path, signal, (share) => progress(share), task.size),
      ).catch((error: unknown) => {
        throw asFailure(error);
      });
      if (found.frames === 0) throw new JobFailure(transferErrors.noFrames.code);
      await setStep(services.db, task.tenantId, task.id, { state: "checked", found });
      return { frames: found.frames };
    },
  });
}

/** DAT-07. It is stored whole at its end: a process that was killed before leaves nothing, and the job begins anew. */
export function runImportJob(services: ImportServices): JobDefinition<ImportInput> {
  return defineJob("transfers.import", {
    input,
    concurrency: 2,
    timeoutMs: TWELVE_HOURS_MS,
    handler: async (context) => {
      const task = await ownTask(services, context);
      if (!task?.found || !task.request) return null;
      const began = performance.now();
      try {
        const counts = await storeLog(services, context, task, task.found, task.request);
        if (counts.stored > 0) await logImport(services.db, context, task, counts.stored);
        const finished = { ...context, type: "import", ...task, tookMs: performance.now() - began } as const;
        await tellFinished(services.messageUser, finished, services.longWorkMs);
        await removeFolder(uploadFile(services.folder, task.id));
        await removeObjects(services, task);
        return counts;
      } catch (error) {
        throw asFailure(error);
      }
    },
  });
}

/** DEV-07: the history of the device has more than its terminal sent. */
async function logImport(db: Db, { userId }: JobContext<ImportInput>, task: Import, frames: number): Promise<void> {
  const { tenantId, thingsId, name } = task;
  const user = userId === null ? undefined : await getUser(db, tenantId, userId);
  const content = { action: "import", name, frames } as const;
  const by = user && { userName: user.name };
  await appendDeviceLog(db, { tenantId, thingsId, kind: "data", content, atMs: Date.now(), ...by });
}

async function storeLog(
  services: ImportServices,
  context: JobContext<ImportInput>,
  task: Import,
  found: FoundLog,
  request: ImportRequest,
): Promise<ImportCounts> {
  const { db, imports } = services;
  const { tenantId, bindingNumber } = task;
  await context.progress(0, "importing");
  const { limit, used } = await tenantStorage(services, tenantId);
  if (limit !== null && used >= limit) throw new JobFailure(transferErrors.storageFull.code);
  const channels = await importChannels(db, bindingNumber, found, request);
  for (;;) {
    context.signal.throwIfAborted();
    const epochs = channels.map(({ epoch }) => epoch);
    const known = await imports.storedEpochs(bindingNumber, epochs);
    const missing = channels.filter(({ epoch }) => known.get(epoch)?.isPartial !== false);
    const isPartial = missing.some(({ epoch }) => known.has(epoch));
    const repeated = framesOf(channels) - framesOf(missing);
    if (missing.length === 0) {
      // An attempt that was interrupted after its commit has left its counts: its frames are no repetition.
      const counts = task.stored > 0 ? { stored: task.stored, repeated: task.repeated } : { stored: 0, repeated };
      await countImported(db, tenantId, task.id, counts);
      return counts;
    }
    const stored = await storeChannels(services, context, { task, found, request, missing, repeated, isPartial });
    // Undefined: another task has stored one of them meanwhile.
    if (stored !== undefined) return stored;
  }
}

interface Storing {
  readonly task: Import;
  readonly found: FoundLog;
  readonly request: ImportRequest;
  /** Channels that are not stored yet, or of which frames were deleted. */
  readonly missing: readonly ImportChannel[];
  readonly repeated: number;
  /** History has some of their frames. */
  readonly isPartial: boolean;
}

async function storeChannels(
  services: ImportServices,
  context: JobContext<ImportInput>,
  { task, found, request, missing, repeated, isPartial }: Storing,
): Promise<ImportCounts | undefined> {
  const { signal, progress } = context;
  const { tenantId, bindingNumber } = task;
  const mover = new ChannelMover(missing, request.shift_ms * 1000);
  const writer = services.imports.open({ bindingNumber, tenantId });
  const known = isPartial ? new KnownFrames(services.frames, bindingNumber) : undefined;
  let isCommitted = false;
  try {
    const onPart = async (bytesRead: number) => {
      await services.stored?.("part");
      await progress(Math.min(1, bytesRead / Math.max(1, task.size)));
    };
    const format = found.format as LogFormat;
    await withLog(services, task, attemptOf(context), (path) =>
      readIntoStore({ path, format, mover, writer, known, signal, onPart }),
    );
    await services.stored?.("whole");
    signal.throwIfAborted();
    // Before the commit: if this process ends after it, the next attempt knows the stored channels.
    const counts = { stored: writer.frames, repeated: repeated + (known?.known ?? 0) };
    await countImported(services.db, tenantId, task.id, counts);
    if (counts.stored === 0) return counts;
    isCommitted = await writer.commit(missing.map(({ epoch }) => epoch));
    if (isCommitted) await services.stored?.("visible");
    return isCommitted ? counts : undefined;
  } finally {
    if (!isCommitted) await writer.abort();
  }
}
