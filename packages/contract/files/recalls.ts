import { z } from "zod";
import { FILE_CONTENTS } from "../device-link/files.ts";
import { commandErrors } from "../devices/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { queryMs } from "../platform/times.ts";
import { fileErrors } from "./errors.ts";

/** FIL-02: a device sends one file at a time; so many more wait. */
export const MAX_WAITING_RECALLS = 20;
/** FIL-02: firmware below this version cannot send files of more than 60 MB. */
export const LARGE_FILE_FIRMWARE = "4.17.00";
export const OLD_FIRMWARE_BYTES = 60 * 1024 * 1024;

/** `commanding` is the stage command sending, `getting` the stage file getting. */
export const RECALL_STATES = ["waiting", "commanding", "getting", "done", "failed", "cancelled"] as const;
export type RecallState = (typeof RECALL_STATES)[number];
export const RUNNING_STATES: readonly RecallState[] = ["waiting", "commanding", "getting"];

/** Why one failed beside its code. */
export const RECALL_CAUSES = [
  "offline",
  "busy",
  "noAnswer",
  "stalled",
  "refused",
  "changed",
  "fileGone",
  "wrongHash",
  "spaceFull",
  "tooManyFiles",
  "diskFull",
] as const;
export type RecallCause = (typeof RECALL_CAUSES)[number];

const recall = z.object({
  recall_id: z.string(),
  name: z.string(),
  size: z.number(),
  state: z.enum(RECALL_STATES),
  /** Of one that waits: how many of the device are before it. */
  position: z.number(),
  received: z.number(),
  /** Bytes per second of late. */
  rate: z.number().nullable(),
  eta_s: z.number().nullable(),
  /** It went on from this byte after it was cut. */
  resumed_at: z.number().nullable(),
  code: z.string().nullable(),
  cause: z.string().nullable(),
  analyse: z.boolean(),
  file_id: z.string().nullable(),
  record_id: z.string().nullable(),
  user_name: z.string(),
  created_time: z.number(),
  ended_time: z.number().nullable(),
});
export type Recall = z.output<typeof recall>;

const cardFile = z.object({
  name: z.string(),
  size: z.number(),
  content: z.enum(FILE_CONTENTS).nullable(),
  channel: z.number().nullable(),
  start_time: z.number(),
  /** Null: the terminal does not say it. */
  end_time: z.number().nullable(),
  is_writing: z.boolean(),
  /** The terminal's firmware cannot send it: upgrade to 4.17.00. */
  is_too_large: z.boolean(),
  /** The newest recall of it. */
  recall: recall.nullable(),
  /** It is among the cloud files. */
  file_id: z.string().nullable(),
  in_history: z.boolean(),
});
export type ListedCardFile = z.output<typeof cardFile>;

const card = z.object({
  /** When the list was read from the terminal; null: never. */
  read_time: z.number().nullable(),
  /** False: it has more files than are kept. */
  is_whole: z.boolean(),
  files: z.number(),
  total_mb: z.number().nullable(),
  used_mb: z.number().nullable(),
  firmware_version: z.string().nullable(),
  online: z.boolean(),
});
export type CardFacts = z.output<typeof card>;

const ofDevice = z.object({ things_id: idOf("device") });
/** More files than a card of this kind has. */
export const MAX_CARD_FILES = 20_000;

export const listCardFiles = endpoint({
  name: "files.listCardFiles",
  method: "GET",
  path: "/things/{things_id}/card-files",
  summary: { zh: "设备存储卡上的文件", en: "Files on the card of a device, as they were last read" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofDevice,
  query: z.object({
    ...pageQuery,
    /** Part of the name. */
    name: z.string().max(256).default(""),
    content: z.enum(FILE_CONTENTS).optional(),
    channel: z.coerce.number().int().min(0).max(255).optional(),
    /** Files that have something of this time. */
    start_time: queryMs.optional(),
    end_time: queryMs.optional(),
  }),
  reply: listOf(cardFile).extend({ card }),
});

/** Asks the terminal for its list. */
export const readCard = endpoint({
  name: "files.readCard",
  method: "POST",
  path: "/things/{things_id}/card-files/read",
  summary: { zh: "从设备读取文件列表", en: "Read the list of files from a device" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofDevice,
  reply: z.object({ data: card }),
  errors: [
    commandErrors.deviceOffline,
    commandErrors.responseTimeout,
    commandErrors.commandRefused,
    commandErrors.commandUnknown,
    commandErrors.badAnswer,
  ],
});

/** FIL-02: whole or not at all; files that are under way already are left as they are. */
export const startRecalls = endpoint({
  name: "files.startRecalls",
  method: "POST",
  path: "/things/{things_id}/recalls",
  summary: { zh: "召回设备文件", en: "Recall files of a device" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  idempotent: true,
  params: ofDevice,
  body: z.object({
    names: z.array(z.string().min(1).max(256)).min(1).max(MAX_WAITING_RECALLS),
    /** Into history when it has arrived. */
    analyse: z.boolean().default(true),
  }),
  reply: z.object({ list: z.array(recall) }),
  errors: [
    commandErrors.deviceOffline,
    fileErrors.notOnCard,
    fileErrors.stillWritten,
    fileErrors.recallTooLarge,
    fileErrors.tooManyRecalls,
  ],
});

export const listRecalls = endpoint({
  name: "files.listRecalls",
  method: "GET",
  path: "/things/{things_id}/recalls",
  summary: { zh: "召回任务", en: "Recalls of a device, newest first" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofDevice,
  query: z.object({ ...pageQuery, state: z.enum(RECALL_STATES).optional() }),
  reply: listOf(recall),
});

const ownRecall = recall.extend({ things_id: z.string(), device_name: z.string() });
export type OwnRecall = z.output<typeof ownRecall>;

/** As tasks of the signed-in user. */
export const listOwnRecalls = endpoint({
  name: "files.listOwnRecalls",
  method: "GET",
  path: "/recalls",
  summary: { zh: "我的召回任务", en: "One's recalls of all devices, newest first" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object(pageQuery),
  reply: listOf(ownRecall),
});

export const cancelRecall = endpoint({
  name: "files.cancelRecall",
  method: "PUT",
  path: "/things/{things_id}/recalls/{recall_id}/cancel",
  summary: { zh: "取消召回", en: "Cancel a recall" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofDevice.extend({ recall_id: idOf("recall") }),
  reply: z.object({ data: recall }),
  errors: [fileErrors.recallEnded, platformErrors.notFound],
});
