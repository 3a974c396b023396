import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { fileErrors } from "./errors.ts";
import { MAX_PATTERN_LENGTH, parsePattern } from "./inbox-pattern.ts";

export const MAX_INBOX_RULES = 50;
/** Names of one try. */
export const MAX_TRIED_NAMES = 50;
/** Of a path below the inbox. */
export const MAX_INBOX_PATH = 1024;
/** A file that has not changed for so long is whole. */
export const INBOX_QUIET_MS = 30_000;

/**
 * `waiting`: it may still grow; `taking`: on its way into cloud files; `taken`: it is there; `discarded`: will be removed.
 */
export const INBOX_STATES = [
  "waiting",
  "unmatched",
  "taking",
  "taken",
  "analysing",
  "done",
  "failed",
  "discarded",
] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export const inboxRule = z
  .object({
    /** Of the path below the inbox: `*` some characters of a name, `**` folders too, `?` one; `{id}`, `{name}` or `{serial}`. */
    pattern: z
      .string()
      .min(1)
      .max(MAX_PATTERN_LENGTH)
      .refine((text) => parsePattern(text) !== undefined, fileErrors.inboxPattern.code),
    /** The device of all files that fit; for patterns that do not say it. */
    things_id: idOf("device").nullable().default(null),
    /** Into history, once a file is in the cloud files. */
    analyse: z.boolean().default(true),
  })
  .refine(({ pattern, things_id }) => (parsePattern(pattern)?.capture === undefined) === (things_id !== null), {
    error: fileErrors.inboxDevice.code,
    path: ["pattern"],
  });
export type InboxRule = z.output<typeof inboxRule>;

const rules = z.array(inboxRule).max(MAX_INBOX_RULES);

const inbox = z.object({
  /** Where loggers put their files, in words. */
  place: z.string(),
  is_folder: z.boolean(),
  rules,
  /** Null: nobody has looked yet; without rules nobody does. */
  looked_time: z.number().nullable(),
  /** Why the last look failed. */
  message_code: z.string().nullable(),
  /** Of the last look: files beyond what one look takes, or with paths that are too long. */
  skipped: z.number(),
});
export type Inbox = z.output<typeof inbox>;

const ofManager = { access: { kind: "manager" }, rateLimit: RATE.normal } as const;

export const getInbox = endpoint({
  ...ofManager,
  name: "files.getInbox",
  method: "GET",
  path: "/file-inbox",
  summary: { zh: "文件收件箱及规则", en: "The inbox of files with its rules" },
  audited: false,
  reply: z.object({ data: inbox }),
});

/** The first rule that fits counts. Files that matched nothing are tried again. */
export const setInboxRules = endpoint({
  ...ofManager,
  name: "files.setInboxRules",
  method: "PUT",
  path: "/file-inbox/rules",
  summary: { zh: "设置收件箱规则", en: "Set the rules of the inbox" },
  audited: true,
  body: z.object({ rules }),
  reply: z.object({ data: inbox }),
  errors: [fileErrors.inboxPattern, fileErrors.inboxDevice, platformErrors.notFound],
});

const tried = z.object({
  name: z.string(),
  /** From 0; null: no rule fits. */
  rule: z.number().nullable(),
  things_id: z.string().nullable(),
  device_name: z.string().nullable(),
  message_code: z.string().nullable(),
});
export type TriedName = z.output<typeof tried>;

/** With rules that are not saved yet. */
export const tryInboxRules = endpoint({
  ...ofManager,
  name: "files.tryInboxRules",
  method: "POST",
  path: "/file-inbox/try",
  summary: { zh: "试用收件箱规则", en: "Which devices these names would go to" },
  audited: false,
  reads: true,
  body: z.object({ rules, names: z.array(z.string().min(1).max(MAX_INBOX_PATH)).max(MAX_TRIED_NAMES) }),
  reply: z.object({ list: z.array(tried) }),
});

const inboxFile = z.object({
  id: z.string(),
  path: z.string(),
  size: z.number(),
  state: z.enum(INBOX_STATES),
  /** Why it was not taken, or not analysed, and about what. */
  message_code: z.string().nullable(),
  detail: z.string(),
  things_id: z.string().nullable(),
  device_name: z.string().nullable(),
  file_id: z.string().nullable(),
  recordId: z.string().nullable(),
  frames: z.number().nullable(),
  found_time: z.number(),
  changed_time: z.number(),
});
export type InboxFile = z.output<typeof inboxFile>;

export const listInboxFiles = endpoint({
  ...ofManager,
  name: "files.listInboxFiles",
  method: "GET",
  path: "/file-inbox/files",
  summary: { zh: "收件箱文件", en: "Files of the inbox and what became of them" },
  audited: false,
  query: z.object({
    ...pageQuery,
    name: z.string().max(256).optional(),
    state: z.enum(INBOX_STATES).optional(),
  }),
  reply: listOf(inboxFile),
});

const ofFile = { ...ofManager, audited: true, params: z.object({ id: idOf("inboxFile") }) } as const;

/** Of one that matched nothing or failed. */
export const retryInboxFile = endpoint({
  ...ofFile,
  name: "files.retryInboxFile",
  method: "POST",
  path: "/file-inbox/files/{id}/retry",
  summary: { zh: "重试收件箱文件", en: "Try a file of the inbox again" },
  reply: z.object({ message: z.string() }),
  errors: [fileErrors.inboxBusy],
});

/** It goes out of the inbox with the next look; what is in the cloud files stays. */
export const discardInboxFile = endpoint({
  ...ofFile,
  name: "files.discardInboxFile",
  method: "DELETE",
  path: "/file-inbox/files/{id}",
  summary: { zh: "移除收件箱文件", en: "Remove a file from the inbox" },
  reply: z.object({ message: z.string() }),
  errors: [fileErrors.inboxBusy],
});
