import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";

/** USR-07 */
export const LOG_DAYS = 180;
export const LOG_EXPORT_ROWS = 100_000;

export const LOG_RESULTS = ["done", "refused"] as const;

/** Signs that a word needs to be looked for in every field; a shorter one is looked for in what was done and by whom. */
export const LEAST_WORD = 3;

const filters = {
  /** All of them occur: in what was done (in either language), by whom, the objects, the result, the address. */
  words: z.string().max(100).default(""),
  user: z.string().max(64).default(""),
  module: z
    .string()
    .max(32)
    .regex(/^[a-z]*$/)
    .default(""),
  result: z.union([z.literal(""), z.enum(LOG_RESULTS)]).default(""),
  start_time: z.coerce.number().int().min(0).optional(),
  end_time: z.coerce.number().int().min(0).optional(),
};

const operation = z.object({
  seq: z.number(),
  time: z.number(),
  user_name: z.string(),
  operation: z.string(),
  /** What it does, in the language of the caller. */
  summary: z.string(),
  /** Ids of the objects it was about, by field. */
  objects: z.record(z.string(), z.unknown()),
  /** The names that they have now, by id; of what this operation deleted, the name that it had. */
  names: z.record(z.string(), z.string()),
  status: z.number(),
  error_code: z.string().nullable(),
  address: z.string(),
  agent: z.string(),
  request_id: z.string(),
});
export type Operation = z.output<typeof operation>;

export const listOperations = endpoint({
  name: "accounts.listOperations",
  method: "GET",
  path: "/tenant/operations",
  summary: { zh: "操作日志（子用户只看自己的）", en: "The operation log; a sub-user sees its own rows" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    ...filters,
    page_size: z.coerce.number().int().min(1).max(500).default(25),
    /** Rows older than this number, newest first; `after`: the neighbours on the newer side. */
    before: z.coerce.number().int().min(0).optional(),
    after: z.coerce.number().int().min(0).optional(),
  }),
  reply: z.object({ list: z.array(operation), has_older: z.boolean(), has_newer: z.boolean() }),
});

export const exportOperations = endpoint({
  name: "accounts.exportOperations",
  method: "GET",
  path: "/tenant/operations/export",
  summary: { zh: "导出操作日志（最新的 100,000 行）", en: "The operation log as CSV, its newest 100,000 rows" },
  access: { kind: "session" },
  audited: false,
  rateLimit: { perMinute: 10, per: "user" },
  query: z.object(filters),
  reply: z.string(),
  contentType: "text/csv; charset=utf-8",
});

const chain = z.object({
  /** Rows that are kept; those purged before them. */
  rows: z.number(),
  purged_rows: z.number(),
  last_hash: z.string(),
  checked_time: z.number().nullable(),
  /** The first row that does not fit; null: the chain is whole. */
  broken_at: z.number().nullable(),
});
export type OperationChain = z.output<typeof chain>;

export const getOperationChain = endpoint({
  name: "accounts.getOperationChain",
  method: "GET",
  path: "/tenant/operations/chain",
  summary: { zh: "操作日志的校验链", en: "The hash chain of the operation log" },
  access: { kind: "manager" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ data: chain }),
});

export const checkOperationChain = endpoint({
  name: "accounts.checkOperationChain",
  method: "POST",
  path: "/tenant/operations/chain/check",
  summary: { zh: "校验操作日志", en: "Check the hash chain of the operation log" },
  access: { kind: "manager" },
  sessionOnly: true,
  audited: true,
  rateLimit: { perMinute: 6, per: "user" },
  reply: z.object({ data: chain }),
});
