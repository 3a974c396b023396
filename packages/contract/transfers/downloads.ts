import { z } from "zod";
import { storeErrors } from "../frames/errors.ts";
import { filterFields } from "../frames/frame-filters.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { transferErrors } from "./errors.ts";

/** DAT-03: the formats of a download, by the suffix of the file. */
export const DOWNLOAD_FORMATS = ["csv", "asc", "blf", "candump", "mdf4", "parquet"] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];
/** Those that hold signals as well as frames. */
export const DECODED_FORMATS: readonly DownloadFormat[] = ["csv", "mdf4", "parquet"];

/** DAT-03, in the spec's order; a task that failed says why. */
export const DOWNLOAD_STAGES = [
  "initialize",
  "querying",
  "data_collation",
  "generating",
  "compressing",
  "waiting_to_download",
  "finish",
  "user_cancelled",
  "failed",
  "expired",
] as const;
export type DownloadStage = (typeof DOWNLOAD_STAGES)[number];

/** DAT-03: how long the file is kept. */
export const FILE_DAYS = 7;
/** Of one person, at the same time. */
export const MAX_RUNNING_DOWNLOADS = 10;
export const MAX_DECODING_DBCS = 8;
const MAX_SPLIT_MB = 4096;

const time = epochMs.min(0).max(8.64e15);
const range = { start_time: time, end_time: time, filters: filterFields.default({}) };

export const downloadRequest = z.object({
  ...range,
  format: z.enum(DOWNLOAD_FORMATS).default("csv"),
  /**
   * Decoded: one row for each value of a signal, in MDF4 a group for each message; the first DBC that has the id
   * decodes, those bound to the frame's channel before the others.
   */
  content: z.enum(["raw", "decoded"]).default("raw"),
  dbc_ids: z.array(idOf("dbcFile")).max(MAX_DECODING_DBCS).optional(),
  /** Size in megabytes at which a new file begins; several files come as one zip. */
  split_mb: z.number().int().min(1).max(MAX_SPLIT_MB).optional(),
  zip: z.boolean().default(false),
});
export type DownloadRequest = z.output<typeof downloadRequest>;

const downloadTask = z.object({
  task_id: z.string(),
  things_id: z.string(),
  name: z.string(),
  format: z.enum(DOWNLOAD_FORMATS),
  content: z.enum(["raw", "decoded"]),
  start_time: epochMs,
  end_time: epochMs,
  stage: z.enum(DOWNLOAD_STAGES),
  progress: z.number(),
  message_code: z.string().nullable(),
  frames: z.number(),
  rows_done: z.number(),
  /** Rows a second while the file is made; null before and after. */
  rate: z.number().nullable(),
  remaining_s: z.number().nullable(),
  bytes: z.number(),
  files: z.number(),
  /** Frames that are not in the file: its format cannot hold them, or no DBC has their identifier. */
  skipped: z.number(),
  /** Frames that got the nearest time that the format can hold. */
  adjusted: z.number(),
  /** Frames without something that the format has no place for: flags, what an error frame says. */
  reduced: z.number(),
  created_time: epochMs,
  expires_time: epochMs.nullable(),
});
export type DownloadTask = z.output<typeof downloadTask>;

const ofDevice = {
  access: { kind: "device", level: "read", field: "things_id" },
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
} as const;

/** Estimate of a download, before it is started. */
export const estimateDownload = endpoint({
  ...ofDevice,
  name: "transfers.estimateDownload",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/download-tasks/estimate",
  summary: { zh: "下载前的帧数、上限与剩余流量", en: "Frames, row limit and traffic left, before a download" },
  audited: false,
  body: z.object(range),
  reply: z.object({
    data: z.object({
      frames: z.number(),
      /** `single_data_export` of the package; null: none. */
      limit: z.number().nullable(),
      /** Bytes of this month that are left; null: no limit. */
      traffic_left: z.number().nullable(),
    }),
  }),
  errors: storeErrors,
});

export const createDownload = endpoint({
  ...ofDevice,
  name: "transfers.createDownload",
  method: "POST",
  path: "/things/{things_id}/download-tasks",
  summary: { zh: "新建下载任务", en: "Start a download task" },
  audited: true,
  idempotent: true,
  body: downloadRequest,
  reply: z.object({ data: downloadTask }),
  errors: [
    transferErrors.tooManyRows,
    transferErrors.decodedNeedsDbc,
    transferErrors.dbcGone,
    transferErrors.tooManyTasks,
    ...storeErrors,
  ],
});

const ofTask = {
  access: { kind: "session" },
  ofDevices: true,
  rateLimit: RATE.normal,
  params: z.object({ task_id: idOf("downloadTask") }),
} as const;

export const listDownloads = endpoint({
  name: "transfers.listDownloads",
  method: "GET",
  path: "/download-tasks",
  summary: { zh: "我的下载任务", en: "One's download tasks, newest first" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, things_id: idOf("device").optional() }),
  reply: listOf(downloadTask),
});

export const getDownload = endpoint({
  ...ofTask,
  name: "transfers.getDownload",
  method: "GET",
  path: "/download-tasks/{task_id}",
  summary: { zh: "下载任务状态", en: "State of a download task" },
  audited: false,
  reply: z.object({ data: downloadTask }),
});

/** In any stage; a file that waits goes. */
export const cancelDownload = endpoint({
  ...ofTask,
  name: "transfers.cancelDownload",
  method: "POST",
  path: "/download-tasks/{task_id}/cancel",
  summary: { zh: "取消下载任务", en: "Cancel a download task" },
  audited: true,
  reply: z.object({ data: downloadTask }),
});

export const retryDownload = endpoint({
  ...ofTask,
  name: "transfers.retryDownload",
  method: "POST",
  path: "/download-tasks/{task_id}/retry",
  summary: { zh: "重新执行下载任务", en: "Make the file of a task anew" },
  audited: true,
  reply: z.object({ data: downloadTask }),
  errors: [transferErrors.stillRunning],
});

export const deleteDownload = endpoint({
  ...ofTask,
  name: "transfers.deleteDownload",
  method: "DELETE",
  path: "/download-tasks/{task_id}",
  summary: { zh: "删除下载任务及文件", en: "Delete a download task and its file" },
  audited: true,
  reply: z.object({ message: z.string() }),
});

const fileErrors = [
  transferErrors.notReady,
  transferErrors.fileGone,
  transferErrors.fileMissing,
  transferErrors.filesUnavailable,
  transferErrors.trafficExhausted,
] as const;

/** Bytes, whole or by `Range`; `ETag` and `If-Range` make it resumable. For programs that hold a token. */
export const downloadFile = endpoint({
  ...ofTask,
  name: "transfers.downloadFile",
  method: "GET",
  path: "/download-tasks/{task_id}/file",
  summary: { zh: "下载文件（支持断点续传）", en: "The file itself, resumable by Range" },
  audited: true,
  reply: z.unknown(),
  contentType: "application/octet-stream",
  errors: [...fileErrors],
});

/** For browsers, which cannot send a token with a link. */
export const createDownloadLink = endpoint({
  ...ofTask,
  name: "transfers.createDownloadLink",
  method: "POST",
  path: "/download-tasks/{task_id}/link",
  summary: { zh: "一次性下载地址", en: "An address that opens this file once, within seconds" },
  audited: false,
  reply: z.object({ data: z.object({ ticket: z.string() }) }),
  errors: [...fileErrors],
});

export const followDownloadLink = endpoint({
  name: "transfers.followDownloadLink",
  method: "GET",
  path: "/download-links/{ticket}",
  summary: { zh: "通过一次性地址下载", en: "The file behind a link" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  params: z.object({ ticket: z.string().max(64) }),
  reply: z.unknown(),
  contentType: "application/octet-stream",
  errors: [transferErrors.linkInvalid, ...fileErrors],
});
