import { z } from "zod";
import { bytesBody, endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { transferErrors } from "./errors.ts";

/** DAT-07: a log of one drive or of a season; larger ones are cut where they are made. */
export const MAX_IMPORT_BYTES = 8 * 1024 ** 3;
/** Bytes per call: small enough for a slow line within the time of a request. */
export const IMPORT_CHUNK_BYTES = 4 * 1024 * 1024;
/** Of one person, unfinished. */
export const MAX_RUNNING_IMPORTS = 10;
/** Problems of a file that are listed; the others are counted. */
export const MAX_LISTED_PROBLEMS = 100;
const MAX_SHIFT_MS = 100 * 366 * 86_400_000;

export const IMPORT_STATES = ["uploading", "checking", "checked", "importing", "done", "failed", "cancelled"] as const;

/** Microseconds since 1970, in decimal. */
const timeUs = z.string();
const channel = z.number().int().min(0).max(255);

/** Contents of a file, after it was read whole. */
export const foundLog = z.object({
  format: z.string(),
  sha256: z.string(),
  frames: z.number(),
  /** As the package counts them. */
  bytes: z.number(),
  first: timeUs,
  last: timeUs,
  channels: z.array(z.object({ channel, name: z.string().nullable(), frames: z.number() })),
  problems: z.array(z.object({ code: z.string(), offset: z.number(), line: z.number().nullable() })),
  problem_count: z.number(),
});
export type FoundLog = z.output<typeof foundLog>;

export const importRequest = z.object({
  /** Channels of the file and those of the device; absent: all, as they are. One that is not named is left out. */
  channels: z
    .array(z.object({ from: channel, to: channel }))
    .max(256)
    .optional(),
  /** Added to every time: files without a zone, and clocks that were wrong. */
  shift_ms: z.number().int().min(-MAX_SHIFT_MS).max(MAX_SHIFT_MS).default(0),
});
export type ImportRequest = z.output<typeof importRequest>;

const importTask = z.object({
  task_id: z.string(),
  things_id: z.string(),
  name: z.string(),
  size: z.number(),
  received: z.number(),
  state: z.enum(IMPORT_STATES),
  progress: z.number(),
  message_code: z.string().nullable(),
  found: foundLog.nullable(),
  /** Added to the times of the file when its frames were stored; 0 before. */
  shift_ms: z.number(),
  /** Frames that this task has stored, and those that were stored before. */
  stored: z.number(),
  repeated: z.number(),
  created_time: epochMs,
});
export type ImportTask = z.output<typeof importTask>;

const ofTask = {
  access: { kind: "session" },
  ofDevices: true,
  rateLimit: RATE.normal,
  params: z.object({ task_id: idOf("importTask") }),
  reply: z.object({ data: importTask }),
} as const;

export const createImport = endpoint({
  name: "transfers.createImport",
  method: "POST",
  path: "/things/{things_id}/import-tasks",
  summary: { zh: "新建日志导入任务", en: "Begin the import of a log into a device's history" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  idempotent: true,
  params: z.object({ things_id: idOf("device") }),
  body: z.object({
    /** Shown to people; it names no file here. */
    name: z.string().min(1).max(255),
    size: z.number().int().min(1).max(MAX_IMPORT_BYTES),
  }),
  reply: z.object({ data: importTask }),
  errors: [transferErrors.tooManyTasks, transferErrors.diskFull],
});

/** The next bytes of the file. With the last of them it is checked. */
export const uploadImport = endpoint({
  ...ofTask,
  name: "transfers.uploadImport",
  method: "PUT",
  path: "/import-tasks/{task_id}/content",
  summary: { zh: "上传日志的下一段", en: "Upload the next bytes of the log" },
  audited: false,
  bodyLimit: IMPORT_CHUNK_BYTES,
  query: z.object({ offset: z.coerce.number().int().min(0).max(MAX_IMPORT_BYTES).default(0) }),
  body: bytesBody,
  errors: [
    transferErrors.wrongOffset,
    transferErrors.diskFull,
    transferErrors.filesUnavailable,
    platformErrors.bodyTooLarge,
  ],
});

export const startImport = endpoint({
  ...ofTask,
  name: "transfers.startImport",
  method: "POST",
  path: "/import-tasks/{task_id}/start",
  summary: { zh: "开始导入", en: "Store the frames of a checked log" },
  audited: true,
  body: importRequest,
  errors: [
    transferErrors.uploadIncomplete,
    transferErrors.noFrames,
    transferErrors.importTimes,
    transferErrors.importRunning,
    transferErrors.storageFull,
  ],
});

export const listImports = endpoint({
  name: "transfers.listImports",
  method: "GET",
  path: "/import-tasks",
  summary: { zh: "我的导入任务", en: "One's imports, newest first" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, things_id: idOf("device").optional() }),
  reply: listOf(importTask),
});

export const getImport = endpoint({
  ...ofTask,
  name: "transfers.getImport",
  method: "GET",
  path: "/import-tasks/{task_id}",
  summary: { zh: "导入任务状态", en: "State of an import" },
  audited: false,
});

/** An import is stored whole at its end: one that is cancelled before has stored nothing. */
export const cancelImport = endpoint({
  ...ofTask,
  name: "transfers.cancelImport",
  method: "POST",
  path: "/import-tasks/{task_id}/cancel",
  summary: { zh: "取消导入", en: "Cancel an import" },
  audited: true,
});

export const deleteImport = endpoint({
  ...ofTask,
  name: "transfers.deleteImport",
  method: "DELETE",
  path: "/import-tasks/{task_id}",
  summary: { zh: "删除导入任务", en: "Delete an import and its file, not its frames" },
  audited: true,
  reply: z.object({ message: z.string() }),
});
