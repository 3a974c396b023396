import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { listOf, orderType, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { transferErrors } from "../transfers/errors.ts";
import { fileErrors } from "./errors.ts";

/** FIL-01: file_location 0 cloud (OSS), 1 FTP; orders 1 descending, 0 ascending. */
const ROOT = "/single/things-file-mgmt/{tenantId}";
const ofTenant = z.object({ tenantId: idOf("tenant") });
const ofFile = z.object({ tenantId: idOf("tenant"), id: idOf("file") });
const location = z.coerce.number().int().min(0).max(1);

/** `create_time`: of the first byte here; `device_time`: of the first frame, known once it was analysed. */
export const TIME_KEYS = ["create_time", "device_time"] as const;
export type TimeKey = (typeof TIME_KEYS)[number];

/** Orders of the list of file space. */
export const STORAGE_KEYS = ["used_storage", "update_time"] as const;

const filters = {
  start_time: z.coerce.number().int().optional(),
  end_time: z.coerce.number().int().optional(),
  /** A part of the name or of the folder. */
  ext_info: z.string().max(256).optional(),
  /** The time that start_time, end_time and time_order are about. */
  time_key: z.enum(TIME_KEYS).optional(),
  /** Beyond the spec: files in it and below, from the root: `/logs/2026`; `/` is the root alone. */
  folder: z.string().max(512).startsWith("/").optional(),
  file_source: z.string().max(64).optional(),
  info_model_id: idOf("infoModel").optional(),
  third_things_id: z.string().max(64).optional(),
  time_order: orderType.optional(),
  file_location: location.optional(),
  /** Beyond the spec: of the newest analysis, as in the list of analyses. */
  analysis_status: z.coerce.number().int().min(0).max(3).optional(),
};

const sendErrors = [
  fileErrors.incomplete,
  fileErrors.fileDamaged,
  transferErrors.trafficExhausted,
  platformErrors.unavailable,
] as const;

const thingsFile = z.object({
  id: z.string(),
  file_source: z.string(),
  file_location: z.number(),
  /** JSON: name, folder, size, received, sha256, state, create_time, device_start, device_end, repeats, same_as. */
  ext_info: z.string(),
  third_things_id: z.string(),
  info_model_id: z.string().nullable(),
  time_key: z.string(),
  things_id: z.string(),
  device_name: z.string(),
  name: z.string(),
  folder: z.string(),
  size: z.number(),
  /** Smaller than the size: it was cut and may go on. */
  received: z.number(),
  state: z.enum(["receiving", "stored"]),
  sha256: z.string().nullable(),
  create_time: z.number(),
  /** Of its first and last frame, once it was analysed. */
  device_start: z.number().nullable(),
  device_end: z.number().nullable(),
  /** How often the same file came again. */
  repeats: z.number(),
  /** The name of the file with the same content that it is kept with. */
  same_as: z.string().nullable(),
  /** Its newest analysis; status as in the list of analyses. */
  analysis: z
    .object({
      recordId: z.string(),
      status: z.number(),
      progress: z.number(),
      frames_per_second: z.number().nullable(),
      frames: z.number().nullable(),
      message_code: z.string().nullable(),
    })
    .nullable(),
});
export type ThingsFile = z.output<typeof thingsFile>;

export const listFiles = endpoint({
  name: "files.listFiles",
  method: "GET",
  path: `${ROOT}/file-list`,
  summary: { zh: "文件列表", en: "Files" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofTenant,
  query: z.object({ ...pageQuery, ...filters }),
  reply: listOf(thingsFile),
});

/** Folders of the files that match, by name; so many at most. */
export const MAX_LISTED_FOLDERS = 500;

export const listFolders = endpoint({
  name: "files.listFolders",
  method: "GET",
  path: `${ROOT}/file-folders`,
  summary: { zh: "文件夹列表", en: "Folders that files are in" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofTenant,
  query: z.object({ third_things_id: filters.third_things_id, file_location: filters.file_location }),
  /** Each as the filter `folder` takes it. */
  reply: z.object({ list: z.array(z.object({ folder: z.string(), files: z.number() })) }),
});

export const fileDownloadUrl = endpoint({
  name: "files.downloadUrl",
  method: "GET",
  path: `${ROOT}/download-url/{id}`,
  summary: { zh: "文件下载地址", en: "Address to download a file from" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofFile,
  /** Below the address of the server; good for half a minute, and then for the browser that began. */
  reply: z.object({ data: z.string() }),
  errors: sendErrors,
});

export const ftpDownload = endpoint({
  name: "files.ftpDownload",
  method: "GET",
  path: `${ROOT}/ftp-download/{id}`,
  summary: { zh: "下载 FTP 文件", en: "Download an FTP file" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofFile,
  reply: z.unknown(),
  contentType: "application/octet-stream",
  errors: sendErrors,
});

export const deleteFiles = endpoint({
  name: "files.deleteFiles",
  method: "DELETE",
  path: `${ROOT}/file-delete`,
  summary: { zh: "删除文件", en: "Delete files" },
  access: { kind: "session" },
  ofDevices: true,
  audited: true,
  rateLimit: RATE.normal,
  params: ofTenant,
  /** Ids separated by commas; with filters: those among them that match. */
  query: z.object({ ...filters, ids: z.string().max(8192).optional() }),
  reply: z.object({ message: z.string(), deleted: z.number(), freed: z.number() }),
  errors: [fileErrors.nothingChosen],
});

export const listFileStorage = endpoint({
  name: "files.listFileStorage",
  method: "GET",
  path: `${ROOT}/file-storage`,
  summary: { zh: "文件存储用量", en: "File space used per device" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofTenant,
  query: z.object({
    ...pageQuery,
    file_location: location.optional(),
    info_model_id: idOf("infoModel").optional(),
    storage_order: orderType.optional(),
    storage_key: z.enum(STORAGE_KEYS).optional(),
    third_things_id: z.string().max(64).optional(),
  }),
  reply: listOf(
    z.object({
      id: z.string(),
      info_model_name: z.string(),
      third_things_id: z.string(),
      used_storage: z.number(),
      update_time: z.number(),
      files: z.number(),
    }),
  ).extend({ total_size: z.number() }),
});

export const deleteFileStorage = endpoint({
  name: "files.deleteFileStorage",
  method: "DELETE",
  path: `${ROOT}/file-storage/{id}`,
  summary: { zh: "清空设备文件", en: "Clean a device's files" },
  /** Needs read-write on the device (USR-03). */
  access: { kind: "session" },
  ofDevices: true,
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ tenantId: idOf("tenant"), id: idOf("fileStorage") }),
  query: z.object({ file_location: location.default(0) }),
  reply: z.object({ message: z.string(), deleted: z.number(), freed: z.number() }),
});

/** The file behind an address of `downloadUrl`. */
export const followFileLink = endpoint({
  name: "files.followFileLink",
  method: "GET",
  path: "/file-links/{ticket}",
  summary: { zh: "通过一次性地址下载文件", en: "The file behind a link" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  params: z.object({ ticket: z.string().max(64) }),
  reply: z.unknown(),
  contentType: "application/octet-stream",
  errors: [transferErrors.linkInvalid, ...sendErrors],
});
