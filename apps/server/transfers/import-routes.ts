import { randomUUID } from "node:crypto";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import {
  cancelImport,
  createImport,
  deleteImport,
  getImport,
  listImports,
  MAX_RUNNING_IMPORTS,
  startImport,
  uploadImport,
} from "@canopy/contract/transfers/imports";
import { findDevice } from "../devices/find-device.ts";
import { tenantStorage } from "../frames/retention/tenant-storage.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type DeviceLevels, requireLevel } from "../platform/http/check-devices.ts";
import { type Route, route } from "../platform/http/route.ts";
import { JobFailure } from "../platform/jobs/job-definition.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import { removeObjects, type TransferPlace } from "./far-files.ts";
import * as store from "./import-store.ts";
import { checkImportJob, type ImportServices, runImportJob } from "./run-import.ts";
import { asUnavailable } from "./stored-file.ts";
import { asFailure, removeFolder, requireRoom, uploadFile } from "./transfer-folder.ts";
import { hasPieces, type LogPiece, sendPiece } from "./uploaded-log.ts";

interface ImportRouteServices extends ImportServices {
  readonly jobs: Jobs;
  readonly deviceLevels: DeviceLevels;
  readonly now: () => number;
}

/** Frames of before it are a clock that was never set. */
const FIRST_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;

/** DAT-07: upload in pieces, preview, then store. */
export function importRoutes(services: ImportRouteServices): Route[] {
  const { db, jobs, folder, now } = services;
  const [check, run] = [checkImportJob(services), runImportJob(services)];
  const found = async (caller: Caller, id: string): Promise<store.Import> => {
    const task = await store.getImport(db, caller, id);
    if (!task) throw new ApiError(platformErrors.notFound);
    return task;
  };
  const writable = async (caller: Caller, id: string): Promise<store.Import> => {
    const task = await found(caller, id);
    await requireLevel(caller, [task.thingsId], "write", services.deviceLevels);
    return task;
  };
  const view = async (caller: Caller, id: string) => ({ data: store.importView(await found(caller, id)) });
  const begin = async (task: store.Import, userId: string, job: typeof check, step: Omit<store.Step, "jobId">) => {
    const { tenantId, id: taskId } = task;
    await db.transaction().execute(async (trx) => {
      const jobId = await jobs.enqueue(job, { tenantId, userId, input: { taskId }, db: trx });
      await store.setStep(trx, tenantId, taskId, { ...step, jobId });
    });
  };

  return [
    route(createImport, async ({ caller, params, body }) => {
      const device = await findDevice(db, caller.tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      if ((await store.countOpenImports(db, caller)) >= MAX_RUNNING_IMPORTS)
        throw new ApiError(transferErrors.tooManyTasks, { values: { limit: MAX_RUNNING_IMPORTS } });
      if (!services.bucket) await asDiskFull(() => requireRoom(folder, body.size));
      const id = randomUUID();
      const { tenantId, userId } = caller;
      await store.insertImport(db, { id, tenantId, userId, ...device, ...body });
      return view(caller, id);
    }),
    route(uploadImport, async ({ caller, params, query, body }) => {
      const task = await writable(caller, params.task_id);
      const end = query.offset + body.length;
      // Sent again after an answer that was lost: it is here.
      if (end <= task.received) return view(caller, task.id);
      if (query.offset !== task.received || end > task.size || task.state !== "uploading" || task.cancelledMs !== null)
        throw new ApiError(transferErrors.wrongOffset, { values: { received: task.received } });
      await takePiece(services, task, { bytes: body, offset: query.offset });
      // The last piece and its check count together: in between, the upload would be complete and never looked at.
      if (end < task.size) await store.setReceived(db, task.tenantId, task.id, end);
      else await begin(task, caller.userId, check, { state: "checking", received: end });
      return view(caller, task.id);
    }),
    route(startImport, async ({ caller, params, body }) => {
      const task = await writable(caller, params.task_id);
      if (task.found === null || !(await isUploaded(services, task)))
        throw new ApiError(transferErrors.uploadIncomplete);
      if (task.jobState === "queued" || task.jobState === "running") throw new ApiError(transferErrors.importRunning);
      const { frames, bytes, first, last } = task.found;
      if (frames === 0) throw new ApiError(transferErrors.noFrames);
      const [fromMs, toMs] = [Number(first) / 1000 + body.shift_ms, Number(last) / 1000 + body.shift_ms];
      if (fromMs < FIRST_MS || toMs > now() + DAY_MS) throw new ApiError(transferErrors.importTimes);
      const { limit, used } = await tenantStorage(services, task.tenantId);
      if (limit !== null && used + bytes > limit) throw new ApiError(transferErrors.storageFull);
      if (await store.isImported(db, task)) throw new ApiError(transferErrors.importRunning);
      await begin(task, caller.userId, run, { state: "importing", request: body });
      return view(caller, task.id);
    }),
    route(listImports, async ({ caller, query }) => {
      const { current_page, page_size, things_id: thingsId } = query;
      if (thingsId !== undefined && !(await findDevice(db, caller.tenantId, thingsId)))
        throw new ApiError(platformErrors.notFound);
      const page = { limit: page_size, offset: (current_page - 1) * page_size, thingsId };
      const { list, total } = await store.listImports(db, caller, page);
      return { list: list.map(store.importView), pagination: { current_page, page_size, total_size: total } };
    }),
    route(getImport, ({ caller, params }) => view(caller, params.task_id)),
    route(cancelImport, async ({ caller, params }) => {
      const task = await found(caller, params.task_id);
      const ended = store.importView(task).state;
      if (ended !== "done") {
        await store.markImportCancelled(db, task.tenantId, task.id);
        if (task.jobId !== null) await jobs.cancel(task.tenantId, task.jobId);
        await removeLog(services, task);
      }
      return view(caller, task.id);
    }),
    route(deleteImport, async ({ caller, params, language }) => {
      const task = await found(caller, params.task_id);
      await store.deleteImportRow(db, caller, task.id);
      if (task.jobId !== null) await jobs.cancel(task.tenantId, task.jobId);
      await removeLog(services, task);
      return { message: DELETED[language] };
    }),
  ];
}

async function takePiece(place: TransferPlace, task: store.Import, piece: LogPiece): Promise<void> {
  const { bucket, folder } = place;
  if (bucket) await asUnavailable(() => sendPiece(place, bucket, task, piece));
  else await asDiskFull(() => writeAt(uploadFile(folder, task.id), piece));
}

async function isUploaded(place: TransferPlace, task: store.Import): Promise<boolean> {
  return place.bucket ? hasPieces(place, task) : isFile(uploadFile(place.folder, task.id));
}

async function removeLog(place: TransferPlace, task: store.Import): Promise<void> {
  await removeFolder(uploadFile(place.folder, task.id));
  await removeObjects(place, task);
}

async function writeAt(path: string, { bytes, offset: at }: LogPiece): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, at === 0 ? "w" : "r+", 0o600);
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
      done += bytesWritten;
    }
  } finally {
    await file.close();
  }
}

const isFile = (path: string) =>
  stat(path).then(
    (file) => file.isFile(),
    () => false,
  );

async function asDiskFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asFailure(error) instanceof JobFailure ? new ApiError(transferErrors.diskFull) : error;
  }
}
