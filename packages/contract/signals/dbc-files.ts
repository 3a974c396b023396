import { DBC_ENCODINGS } from "@canopy/can/dbc/parse/encodings";
import { SIGNAL_FORMATS } from "@canopy/can/signal-file/format";
import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { idOf } from "../platform/resource.ts";
import { dbcErrors } from "./dbc-errors.ts";

/** DBC-01 leaves these open; bounded all the same. */
export const MAX_DBC_FILES = 1000;
export const MAX_DBC_REVISIONS = 1000;
export const MAX_DBC_UPLOAD_BYTES = 8 * 1024 * 1024;
export const DBC_NAME_MAX = 128;
const REMARK_MAX = 500;
const BASE64_MAX = Math.ceil(MAX_DBC_UPLOAD_BYTES / 3) * 4;

/** Without the ending: `ev_powertrain` of `ev_powertrain.dbc`. */
export const dbcName = z
  .string()
  .trim()
  .min(1, dbcErrors.dbcName.code)
  .max(DBC_NAME_MAX, dbcErrors.dbcName.code)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  .regex(/^[^/\\\u0000-\u001f\u007f]+$/, dbcErrors.dbcName.code);

export const dbcEncoding = z.enum(DBC_ENCODINGS);

/** DBC-11: LDF (LIN) and ARXML (CAN clusters) are read into the same model. */
const format = z.enum(SIGNAL_FORMATS);

const dbcFile = z.object({
  dbc_id: z.string(),
  name: z.string(),
  /** The newest. */
  revision: z.number(),
  messages: z.number(),
  signals: z.number(),
  encoding: dbcEncoding,
  format,
  /** A draft has errors; nothing may use it. */
  state: z.enum(["ready", "draft"]),
  errors: z.number(),
  warnings: z.number(),
  author: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});
export type DbcFile = z.output<typeof dbcFile>;

const dbcRevision = z.object({
  revision: z.number(),
  messages: z.number(),
  signals: z.number(),
  encoding: dbcEncoding,
  format,
  errors: z.number(),
  warnings: z.number(),
  author: z.string(),
  remark: z.string(),
  created_at: z.number(),
});
export type DbcRevision = z.output<typeof dbcRevision>;

/** A file as JSON carries it. */
const content = {
  content_base64: z.string().min(1, dbcErrors.dbcEmpty.code).max(BASE64_MAX, dbcErrors.dbcTooLarge.code),
  /** Absent: found from the bytes. */
  encoding: dbcEncoding.optional(),
  remark: z.string().trim().max(REMARK_MAX).default(""),
  /** Keep it also with errors. */
  draft: z.boolean().default(false),
};

const ofFile = z.object({ dbc_id: idOf("dbcFile") });
/** A number, or the word for the last one. */
const revisionNumber = z.union([z.literal("newest"), z.coerce.number().int().min(1).max(MAX_DBC_REVISIONS)]);
const ofRevision = ofFile.extend({ revision: revisionNumber });

const reading = { rateLimit: RATE.normal, access: { kind: "tenant", level: "read" }, audited: false } as const;
const writing = { rateLimit: RATE.normal, access: { kind: "tenant", level: "write" }, audited: true } as const;
const contentErrors = [
  dbcErrors.dbcEmpty,
  dbcErrors.dbcTooLarge,
  dbcErrors.dbcBroken,
  dbcErrors.dbcTooComplex,
  dbcErrors.dbcFormat,
  platformErrors.busy,
];

export const listDbcFiles = endpoint({
  ...reading,
  name: "signals.listDbcFiles",
  method: "GET",
  path: "/dbc-files",
  summary: { zh: "DBC 文件列表", en: "The tenant's DBC files" },
  reply: z.object({ list: z.array(dbcFile) }),
});

/** A file with errors is refused with all its problems in `details`, unless it shall be kept as a draft. */
export const uploadDbc = endpoint({
  ...writing,
  name: "signals.uploadDbc",
  method: "POST",
  path: "/dbc-files",
  summary: { zh: "上传 DBC、LDF 或 ARXML 文件", en: "Upload a DBC, LDF or ARXML file" },
  bodyLimit: BASE64_MAX + 64 * 1024,
  body: z.object({
    file_name: z.string().regex(/\.(?:dbc|ldf|arxml)$/i, dbcErrors.dbcFileName.code),
    ...content,
  }),
  reply: z.object({ data: dbcFile }),
  errors: [...contentErrors, dbcErrors.dbcName, dbcErrors.dbcNameTaken, dbcErrors.dbcLimit],
});

export const listDbcRevisions = endpoint({
  ...reading,
  name: "signals.listDbcRevisions",
  method: "GET",
  path: "/dbc-files/{dbc_id}/revisions",
  summary: { zh: "DBC 的修订", en: "The revisions of a DBC file" },
  params: ofFile,
  reply: z.object({ list: z.array(dbcRevision) }),
});

/** Refused if another user has saved since `base_revision`, so that no work is lost. */
export const addDbcRevision = endpoint({
  ...writing,
  name: "signals.addDbcRevision",
  method: "POST",
  path: "/dbc-files/{dbc_id}/revisions",
  summary: { zh: "保存 DBC 的新修订", en: "Save a new revision of a DBC file" },
  bodyLimit: BASE64_MAX + 64 * 1024,
  params: ofFile,
  body: z.object({
    ...content,
    /** The revision it is based on; absent: the newest. */
    base_revision: z.number().int().min(1).optional(),
  }),
  reply: z.object({ data: dbcFile }),
  errors: [...contentErrors, dbcErrors.dbcRevisionLimit, dbcErrors.dbcUnchanged, platformErrors.stale],
});

/** The text, whatever encoding the file has; pages read it with `@canopy/can`. */
export const dbcText = endpoint({
  ...reading,
  name: "signals.dbcText",
  method: "GET",
  path: "/dbc-files/{dbc_id}/revisions/{revision}/text",
  summary: { zh: "某修订的文本", en: "The text of a revision" },
  params: ofRevision,
  reply: z.object({
    data: z.object({ text: z.string(), name: z.string(), revision: z.number(), encoding: dbcEncoding }),
  }),
});

/** To the byte as it was uploaded. */
export const dbcContent = endpoint({
  ...reading,
  name: "signals.dbcContent",
  method: "GET",
  path: "/dbc-files/{dbc_id}/revisions/{revision}/content",
  summary: { zh: "导出某修订", en: "Export a revision" },
  audited: true,
  params: ofRevision,
  reply: z.object({ data: z.object({ file_name: z.string(), content_base64: z.string() }) }),
});

export const renameDbc = endpoint({
  ...writing,
  name: "signals.renameDbc",
  method: "PATCH",
  path: "/dbc-files/{dbc_id}",
  summary: { zh: "重命名 DBC 文件", en: "Rename a DBC file" },
  params: ofFile,
  body: z.object({ name: dbcName }),
  reply: z.object({ data: dbcFile }),
  errors: [dbcErrors.dbcNameTaken],
});

/** With all revisions. Refused while it has users, which are listed. */
export const deleteDbc = endpoint({
  ...writing,
  name: "signals.deleteDbc",
  method: "DELETE",
  path: "/dbc-files/{dbc_id}",
  summary: { zh: "删除 DBC 文件", en: "Delete a DBC file" },
  params: ofFile,
  reply: z.object({ message: z.string() }),
  errors: [dbcErrors.dbcInUse],
});
