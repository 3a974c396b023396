import { z } from "zod";
import { signInErrors } from "../accounts/errors.ts";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { DEFAULT_PAGE_SIZE, epochMs, MAX_PAGE_SIZE } from "../platform/lists.ts";
import { historyErrors, storeErrors } from "./errors.ts";

/** Before 2000; more than a day ahead of the server; over three days in one batch. */
export const CLOCK_PROBLEMS = ["beforeTerminals", "inFuture", "jumped"] as const;

/** Batches one call may name; `all` needs no names. */
export const MAX_NAMED_BATCHES = 500;

/** As far as two times of a batch can be apart (docs/device-protocol.md §2.2). */
const MAX_SHIFT_MS = Math.floor(2 ** 52 / 1000);

const areSafe = (text: string) => text.split(".").every((part) => Number.isSafeInteger(Number(part)));

/** `epoch.sequence` of a batch. */
export const batchKey = z
  .string()
  .regex(/^\d{1,16}\.\d{1,16}$/)
  .refine(areSafe, "outOfRange");

/** Where a batch stands in the list: `received_time.epoch.sequence`. */
const quarantineCursor = z
  .string()
  .regex(/^\d{1,16}\.\d{1,16}\.\d{1,16}$/)
  .refine(areSafe, "outOfRange");

/** Microseconds since 1970 in decimal: a wrong clock may also be before that. */
const wrongTimeUs = z.string().regex(/^-?\d{1,16}$/);

export const quarantinedBatch = z.object({
  key: batchKey,
  reason: z.enum(CLOCK_PROBLEMS),
  frames: z.number(),
  bytes: z.number(),
  /** First and last frame, by the clock of the terminal. */
  first: wrongTimeUs,
  last: wrongTimeUs,
  /** By the clock of the server. */
  received_time: epochMs,
  /** The shift that would put the last frame at the time of arrival. */
  arrival_shift_ms: z.number(),
});
export type QuarantinedBatchRow = z.output<typeof quarantinedBatch>;

/** DAT-08: acknowledged and stored batches that are not part of history: their times are impossible. */
export const listQuarantine = endpoint({
  ...readsDevice,
  name: "frames.listQuarantine",
  method: "GET",
  path: "/things/{things_id}/frames/quarantine",
  summary: {
    zh: "时钟有误的批次（按键分页）",
    en: "Batches with a wrong clock, in pages by key, newest arrival first",
  },
  query: z.object({
    page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    /** `next` of the page before. */
    cursor: quarantineCursor.optional(),
  }),
  reply: z.object({
    list: z.array(quarantinedBatch),
    /** Null: there are no more. */
    next: quarantineCursor.nullable(),
    totals: z.object({
      batches: z.number(),
      frames: z.number(),
      bytes: z.number(),
      first_received_time: epochMs.nullable(),
    }),
  }),
  errors: storeErrors,
});

const writesDevice = {
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  idempotent: true,
  params: readsDevice.params,
} as const;

/** Left out: all that have arrived by now. */
const batches = z.array(batchKey).min(1).max(MAX_NAMED_BATCHES).optional();

/** `GET /jobs/{id}` says how far it is; its `result` is a `takeOverResult`. */
export const takeOverQuarantine = endpoint({
  ...writesDevice,
  name: "frames.takeOverQuarantine",
  method: "POST",
  path: "/things/{things_id}/frames/quarantine/take-over",
  summary: { zh: "将时钟有误的批次平移后并入历史数据", en: "Move batches with a wrong clock into history, by a shift" },
  rateLimit: RATE.normal,
  body: z.object({
    /** Added to every time; null: each batch by its own `arrival_shift_ms`. */
    shift_ms: z.number().int().min(-MAX_SHIFT_MS).max(MAX_SHIFT_MS).nullable(),
    batches,
  }),
  reply: z.object({ id: z.string() }),
  errors: storeErrors,
});

const batchCount = z.object({ batches: z.number(), frames: z.number() });

export const takeOverResult = batchCount.extend({
  /** Where they are in history; null: none was taken over. */
  times: z.object({ start_time: epochMs, end_time: epochMs }).nullable(),
  /** Batches left: with this shift their clock would still be wrong. */
  left: batchCount,
});
export type TakeOverResult = z.output<typeof takeOverResult>;

/** For ever: the password is asked for, as for every deletion of history. */
export const deleteQuarantine = endpoint({
  ...writesDevice,
  name: "frames.deleteQuarantine",
  method: "POST",
  path: "/things/{things_id}/frames/quarantine/delete",
  summary: { zh: "删除时钟有误的批次（不可恢复）", en: "Delete batches with a wrong clock, permanently" },
  sessionOnly: true,
  rateLimit: RATE.proved,
  body: z.object({ password: z.string().max(128), batches }),
  reply: z.object({ id: z.string() }),
  errors: [historyErrors.wrongPassword, signInErrors.locked, ...storeErrors],
});

export const deleteQuarantineResult = batchCount;
