import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { idOf } from "../platform/resource.ts";
import { transferErrors } from "../transfers/errors.ts";
import { fileErrors } from "./errors.ts";

const ROOT = "/single/things-file-mgmt/{tenantId}";
const ofFile = z.object({ tenantId: idOf("tenant"), id: idOf("file") });

/** Frames of a preview. */
export const PREVIEW_FRAMES = 10_000;
const MAX_PREVIEW_FRAMES = 50_000;
/** Read of the file at most, however few frames come of it. */
export const MAX_PREVIEW_BYTES = 64 * 1024 * 1024;
/** Each reads up to 64 MB. */
const PREVIEW_RATE = { perMinute: 60, per: "user" } as const;

const preview = z.object({
  name: z.string(),
  size: z.number(),
  format: z.string(),
  frames: z.number(),
  /** Bytes of the file that were read for it. */
  bytes_read: z.number(),
  /** The file goes on behind these frames. */
  is_cut: z.boolean(),
  problem_count: z.number(),
  /** The frames as a BLF file. */
  log_base64: z.string(),
});
export type FilePreview = z.output<typeof preview>;

/** Nothing becomes history. */
export const previewFile = endpoint({
  name: "files.previewFile",
  method: "GET",
  path: `${ROOT}/file-preview/{id}`,
  summary: { zh: "预览文件的前若干帧（不导入）", en: "The first frames of a log file, without importing it" },
  access: { kind: "session" },
  audited: false,
  rateLimit: PREVIEW_RATE,
  params: ofFile,
  query: z.object({ frames: z.coerce.number().int().min(1).max(MAX_PREVIEW_FRAMES).default(PREVIEW_FRAMES) }),
  reply: z.object({ data: preview }),
  errors: [
    fileErrors.incomplete,
    fileErrors.fileDamaged,
    transferErrors.notALog,
    transferErrors.noFrames,
    platformErrors.unavailable,
  ],
});

/** The FTP file stays; both have the same bytes, which count once. */
export const copyToCloud = endpoint({
  name: "files.copyToCloud",
  method: "POST",
  path: `${ROOT}/file-to-cloud/{id}`,
  summary: { zh: "FTP 文件转存到云存储", en: "Take an FTP file into the cloud files" },
  access: { kind: "session" },
  ofDevices: true,
  audited: true,
  rateLimit: RATE.normal,
  params: ofFile,
  reply: z.object({ data: z.object({ file_id: z.string(), state: z.enum(["stored", "repeated"]) }) }),
  errors: [fileErrors.incomplete, fileErrors.spaceFull, fileErrors.tooManyFiles],
});
