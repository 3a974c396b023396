import { z } from "zod";
import { cardFile, cardKind } from "./files.ts";
import { firmwareOrder } from "./firmware.ts";
import { flashByName, flashKey, flashOrder } from "./flash/flash-order.ts";
import { MAX_SENT_FRAMES } from "./limits.ts";
import { sendJob } from "./sending.ts";
import { MAX_SEND_DELAY_MS, MAX_SEND_REPEAT, sentFrame } from "./sent-frame.ts";
import { udsRequest, udsResult } from "./uds.ts";
import { udsRun } from "./uds-job.ts";
import { content, count, shortText, timeMs } from "./values.ts";

/** A terminal without pages answers with all its files at once. */
const MOST_LISTED = 5000;
const none = z.object({});
const sendFrames = z.object({
  frames: z.array(sentFrame).min(1).max(MAX_SENT_FRAMES),
  /** How often the whole list is sent; 0: until `frames.stop`. */
  repeat: z.number().int().min(0).max(MAX_SEND_REPEAT).default(1),
  period_ms: z.number().int().min(0).max(MAX_SEND_DELAY_MS).default(0),
  /** Name of the list in the terminal's status while it is being sent; the server gives it. */
  job: sendJob.optional(),
});

const listFiles = z.object({
  filter: shortText.default(""),
  ...cardKind,
  start_time: timeMs.optional(),
  stop_time: timeMs.optional(),
  current_page: z.number().int().min(1).default(1),
  page_size: z.number().int().min(1).max(100).default(20),
});

const listedFiles = z.object({
  total_size: count,
  files: z.array(cardFile).max(MOST_LISTED),
  /** Of the card. */
  total_mb: z.number().min(0).optional(),
  used_mb: z.number().min(0).optional(),
});

/** Of the whole file: the server checks what arrives with it. */
const sentFile = z.object({
  size: count.optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

const refusal = z.object({
  epoch: z.number().int().min(0).max(0xffffffff),
  sequence: count,
  reason: z.string().max(64),
});

const problem = z.object({
  topic: z.string().max(256),
  code: z.string().max(64),
  detail: z.string().max(256).optional(),
  epoch: z.number().int().optional(),
  sequence: count.optional(),
});

/** Methods of a terminal. A method that is not here, or that it does not know, is answered `unknownMethod`. */
export const methods = {
  "time.sync": { params: z.object({ server_time: timeMs }), result: z.object({ device_time: timeMs }) },
  "frames.send": { params: sendFrames, result: z.object({ items: z.array(z.object({ ok: z.boolean() })) }) },
  /** One list, or all of them. */
  "frames.stop": { params: z.object({ job: sendJob.optional() }), result: none },
  "record.start": { params: none, result: none },
  "record.stop": { params: none, result: none },
  "device.reboot": { params: none, result: none },
  "card.format": { params: none, result: none },
  "uds.request": { params: udsRequest, result: udsResult },
  /** Answered when it has begun; goes on in `up/uds`. */
  "uds.run": { params: udsRun, result: none },
  "uds.cancel": { params: z.object({ job: shortText.min(1) }), result: none },
  "uds.end": { params: none, result: none },
  /** Answered at once; gates, progress, trace and result come in `up/flash`. */
  "flash.check": { params: flashOrder, result: none },
  "flash.run": { params: flashOrder, result: none },
  "flash.retry": { params: flashByName, result: none },
  "flash.cancel": { params: flashByName, result: none },
  "flash.key": { params: flashKey, result: none },
  "config.read": {
    params: none,
    result: z.object({ revision: count, config: content, hash: z.string().max(64).optional() }),
  },
  "files.list": { params: listFiles, result: listedFiles },
  "files.upload": {
    params: z.object({ name: shortText, url: z.url(), offset: count.default(0), ...cardKind }),
    result: sentFile,
  },
  "files.cancel": { params: z.object({ name: shortText, ...cardKind }), result: none },
  "files.delete": { params: z.object({ filter: shortText.min(1) }), result: z.object({ deleted: count }) },
  "firmware.install": { params: firmwareOrder, result: none },
  "storage.full": { params: refusal, result: none },
  "storage.ok": { params: none, result: none },
  error: { params: problem, result: none },
} as const;

/** Notices: sent without a deadline and never answered. */
export const NOTICES = ["storage.full", "storage.ok", "error"] as const satisfies (keyof typeof methods)[];
export type Notice = (typeof NOTICES)[number];
