import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import {
  cancelDownload,
  createDownload,
  createDownloadLink,
  DECODED_FORMATS,
  type DownloadRequest,
  deleteDownload,
  downloadFile,
  estimateDownload,
  followDownloadLink,
  getDownload,
  listDownloads,
  MAX_RUNNING_DOWNLOADS,
  retryDownload,
} from "@canopy/contract/transfers/downloads";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { addTraffic, trafficLeft } from "../capacity/traffic-store.ts";
import { findDevice } from "../devices/find-device.ts";
import { asUnavailable } from "../frames/as-unavailable.ts";
import { askedRange } from "../frames/history/history-range.ts";
import { filterOf } from "../frames/history/history-rows.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { newBrowserId } from "../platform/http/browser-id.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type DeviceLevels, requireLevel } from "../platform/http/check-devices.ts";
import { type AskedPart, HttpReply, publicRoute, type Route, route } from "../platform/http/route.ts";
import { JobFailure } from "../platform/jobs/job-definition.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import { fileStem } from "./download-formats.ts";
import * as store from "./download-store.ts";
import { lookAtTicket, newTicket, useTicket } from "./download-tickets.ts";
import { removeObjects } from "./far-files.ts";
import { type DownloadServices, downloadJob } from "./run-download.ts";
import { isContinuation, sendFile } from "./send-file.ts";
import { storedFile } from "./stored-file.ts";
import { downloadFolder, removeFolder } from "./transfer-folder.ts";

export interface DownloadRouteServices extends DownloadServices {
  readonly jobs: Jobs;
  readonly deviceLevels: DeviceLevels;
  readonly now: () => number;
}

type RangeRequest = Pick<DownloadRequest, "start_time" | "end_time" | "filters">;

/** Bytes sent are written down this often: a killed server forgets no more. */
const TRAFFIC_STEP_BYTES = 16 * 1024 * 1024;

/** DAT-03 */
export function downloadRoutes(services: DownloadRouteServices): Route[] {
  const { db, jobs, now, folder } = services;
  const job = downloadJob(services);

  const found = async (caller: Caller, id: string): Promise<store.Download> => {
    const task = await store.getDownload(db, caller, id);
    if (!task) throw new ApiError(platformErrors.notFound);
    return task;
  };
  /** A caller that lost the right to read the device loses its downloads too. */
  const readable = async (caller: Caller, id: string): Promise<store.Download> => {
    const task = await found(caller, id);
    await requireLevel(caller, [task.thingsId], "read", services.deviceLevels);
    return task;
  };
  const start = async (owner: store.Owner, taskId: string): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      const { tenantId, userId } = owner;
      const jobId = await jobs.enqueue(job, { tenantId, userId, input: { taskId }, db: trx });
      await store.beginRun(trx, tenantId, taskId, jobId);
    });
  };
  const removeAll = async (task: store.Download): Promise<void> => {
    await removeFolder(downloadFolder(folder, task.id));
    await removeObjects(services, task);
  };
  const view = async (caller: Caller, id: string) => ({ data: store.taskOf(await found(caller, id)) });

  const send = async (task: store.Download, part: AskedPart) => {
    const open = await storedFile(services, task);
    if ((await trafficLeft(db, task.tenantId, now())) === 0) throw new ApiError(transferErrors.trafficExhausted);
    const run = { tenantId: task.tenantId, id: task.id, jobId: task.jobId ?? "" };
    let uncounted = 0;
    const count = () => {
      const bytes = uncounted;
      uncounted = 0;
      void addTraffic(db, task.tenantId, bytes, now()).catch(() => undefined);
    };
    const file = {
      open,
      size: task.bytes,
      name: basename(task.file ?? ""),
      etag: `"${task.jobId}"`,
      onSent: ({ bytes, reachedEnd }: { bytes: number; reachedEnd: boolean }) => {
        uncounted += bytes;
        if (uncounted >= TRAFFIC_STEP_BYTES || bytes === 0) count();
        if (reachedEnd) void store.markDownloaded(db, run).catch(() => undefined);
      },
    };
    return sendFile(file, part);
  };

  return [
    route(estimateDownload, async ({ caller, params, body, signal }) => {
      const device = await deviceOf(services, caller, params.things_id);
      return {
        data: {
          frames: await countOf(services, device.bindingNumber, body, signal),
          limit: await services.limitOf(caller.tenantId, "single_data_export"),
          traffic_left: await trafficLeft(db, caller.tenantId, now()),
        },
      };
    }),
    route(createDownload, async ({ caller, params, body, signal }) => {
      const device = await deviceOf(services, caller, params.things_id);
      // The writer's inputs must exist; they are checked again when it runs.
      if (body.content === "decoded") {
        if (!DECODED_FORMATS.includes(body.format) || !body.dbc_ids?.length)
          throw new ApiError(transferErrors.decodedNeedsDbc, { field: "dbc_ids" });
      }
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      if (body.dbc_ids?.length) await orNotFound(() => services.decoded(owner, body));
      const limit = await services.limitOf(caller.tenantId, "single_data_export");
      const frames = await countOf(services, device.bindingNumber, body, signal);
      if (limit !== null && frames > limit)
        throw new ApiError(transferErrors.tooManyRows, { values: { frames, limit } });
      if ((await store.countRunning(db, caller)) >= MAX_RUNNING_DOWNLOADS)
        throw new ApiError(transferErrors.tooManyTasks, { values: { limit: MAX_RUNNING_DOWNLOADS } });
      const id = randomUUID();
      const { tenantId, userId } = caller;
      const name = fileStem(device.deviceId, body.start_time, body.end_time);
      await store.insertDownload(db, { id, tenantId, userId, ...device, name, frames, request: body });
      await start(caller, id);
      return view(caller, id);
    }),
    route(listDownloads, async ({ caller, query }) => {
      const { current_page, page_size, things_id: thingsId } = query;
      if (thingsId !== undefined && !(await findDevice(db, caller.tenantId, thingsId)))
        throw new ApiError(platformErrors.notFound);
      const page = { limit: page_size, offset: (current_page - 1) * page_size, thingsId };
      const { list, total } = await store.listDownloads(db, caller, page);
      return { list: list.map(store.taskOf), pagination: { current_page, page_size, total_size: total } };
    }),
    route(getDownload, ({ caller, params }) => view(caller, params.task_id)),
    route(cancelDownload, async ({ caller, params }) => {
      const task = await found(caller, params.task_id);
      await store.markCancelled(db, caller.tenantId, task.id);
      const cancelled = task.jobId === null ? "none" : await jobs.cancel(caller.tenantId, task.jobId);
      // One that runs tidies up itself.
      if (cancelled !== "cancelling") await removeAll(task);
      return view(caller, task.id);
    }),
    route(retryDownload, async ({ caller, params }) => {
      const task = await readable(caller, params.task_id);
      if (task.jobState === "queued" || task.jobState === "running") throw new ApiError(transferErrors.stillRunning);
      await start(caller, task.id);
      return view(caller, task.id);
    }),
    route(deleteDownload, async ({ caller, params, language }) => {
      const task = await found(caller, params.task_id);
      await store.deleteDownload(db, caller, task.id);
      if (task.jobId !== null) await jobs.cancel(caller.tenantId, task.jobId);
      await removeAll(task);
      return { message: DELETED[language] };
    }),
    route(downloadFile, async ({ caller, params, part }) => send(await readable(caller, params.task_id), part)),
    route(createDownloadLink, async ({ caller, params, browserId, browserCookie }) => {
      const task = await readable(caller, params.task_id);
      await storedFile(services, task);
      if ((await trafficLeft(db, caller.tenantId, now())) === 0) throw new ApiError(transferErrors.trafficExhausted);
      const answer = { data: { ticket: await newTicket(db, caller.tenantId, task.id) } };
      // By its id the browser is known again when it goes on with a download that was cut.
      return new HttpReply(answer, 200, browserId ? {} : { "set-cookie": browserCookie(newBrowserId()) });
    }),
    publicRoute(followDownloadLink, async ({ params, browserId, part }) => {
      const take = part.isHead ? lookAtTicket : useTicket;
      const ticket = await take(db, params.ticket, { browser: browserId, isContinuation: isContinuation(part) });
      const task = ticket && (await store.getDownload(db, { ...ticket, devices: null }, ticket.taskId));
      if (!task) throw new ApiError(transferErrors.linkInvalid);
      return send(task, part);
    }),
  ];
}

/** A DBC of another tenant is as unknown as none at all. */
async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof JobFailure ? new ApiError(platformErrors.notFound) : error;
  }
}

async function deviceOf({ db }: DownloadServices, caller: Caller, thingsId: string) {
  const device = await findDevice(db, caller.tenantId, thingsId);
  if (!device) throw new ApiError(platformErrors.notFound);
  return device;
}

async function countOf(
  { frames }: DownloadServices,
  bindingNumber: number,
  { start_time, end_time, filters }: RangeRequest,
  signal: AbortSignal,
): Promise<number> {
  const query = { bindingNumber, ...askedRange(start_time, end_time), filter: filterOf(filters) };
  return asUnavailable(() => frames.count(query, signal));
}
