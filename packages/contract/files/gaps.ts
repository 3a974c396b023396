import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { idOf } from "../platform/resource.ts";
import { queryMs } from "../platform/times.ts";
import { fileErrors } from "./errors.ts";
import { RECALL_STATES } from "./recalls.ts";

/** DAT-10: the longest range of a ledger. */
export const MAX_LEDGER_DAYS = 31;

/**
 * `held`: the terminal keeps it until there is room, or the server keeps it apart. `unknown`: it is not here, and nobody
 * has looked at the card since.
 */
export const GAP_STATES = ["card", "held", "lost", "unknown"] as const;
export type GapState = (typeof GAP_STATES)[number];
/**
 * `refused`: for another reason than a full data space (docs/device-protocol.md). `deleted`: it was here until a user, or
 * loop delete, deleted it.
 */
export const GAP_CAUSES = [
  "offline",
  "filter",
  "quota",
  "refused",
  "cardFull",
  "noCard",
  "clock",
  "deleted",
  "unknown",
] as const;
export type GapCause = (typeof GAP_CAUSES)[number];

const run = z.object({ start_time: z.number(), end_time: z.number(), state: z.enum(["here", ...GAP_STATES]) });

const gap = z.object({
  start_time: z.number(),
  end_time: z.number(),
  channels: z.array(z.number()),
  state: z.enum(GAP_STATES),
  cause: z.enum(GAP_CAUSES),
  /** Files of the card that have it. */
  files: z.array(
    z.object({
      name: z.string(),
      size: z.number(),
      is_writing: z.boolean(),
      is_too_large: z.boolean(),
      /** It was fetched, and is not in history yet. */
      is_in_cloud: z.boolean(),
      recall_state: z.enum(RECALL_STATES).nullable(),
      /** Of its recall, from 0 to 1. */
      share: z.number().nullable(),
    }),
  ),
});
export type Gap = z.output<typeof gap>;

const ledger = z.object({
  start_time: z.number(),
  end_time: z.number(),
  bucket_ms: z.number(),
  /** Of the time in which anything was recorded, by channels, from 0 to 1; they add up to 1. */
  here: z.number(),
  card: z.number(),
  held: z.number(),
  lost: z.number(),
  unknown: z.number(),
  lanes: z.array(z.object({ channel: z.number(), runs: z.array(run) })),
  gaps: z.array(gap),
  /** There are more. */
  is_cut: z.boolean(),
  card_read_time: z.number().nullable(),
});
export type GapLedger = z.output<typeof ledger>;

/** DAT-10 */
export const readGaps = endpoint({
  name: "files.readGaps",
  method: "GET",
  path: "/things/{things_id}/gaps",
  summary: {
    zh: "数据缺口：已在云端、仅在存储卡、已丢失",
    en: "What of a device is here, on its card, or lost, and why",
  },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
  query: z.object({ start_time: queryMs, end_time: queryMs }),
  reply: z.object({ data: ledger }),
  errors: [fileErrors.ledgerRange, platformErrors.unavailable],
});
