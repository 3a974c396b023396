import { z } from "zod";
import { storeErrors } from "../frames/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

export const MAX_CHECK_MINUTES = 24 * 60;

const named = { message_id: z.number(), is_extended: z.boolean(), message: z.string() };

/**
 * DBC-01: a revision compared with the traffic of a device's channel. Values and byte orders are checked on some
 * hundred frames of each identifier.
 */
export const checkDbc = endpoint({
  name: "signals.checkDbc",
  method: "GET",
  path: "/things/{things_id}/dbc-check",
  summary: { zh: "对照通道流量检查 DBC", en: "Check a DBC on the traffic of a channel" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: { perMinute: 60, per: "user" },
  params: z.object({ things_id: idOf("device") }),
  query: z.object({
    dbc_id: idOf("dbcFile"),
    /** Absent: the newest. */
    revision: z.coerce.number().int().min(1).optional(),
    channel: z.coerce.number().int().min(0).max(255).default(0),
    /** Before the newest frame of the channel. */
    minutes: z.coerce.number().int().min(1).max(MAX_CHECK_MINUTES).default(10),
  }),
  reply: z.object({
    data: z.object({
      revision: z.number(),
      /** Null: nothing is stored of this channel. */
      start_time: z.number().nullable(),
      end_time: z.number().nullable(),
      frames: z.number(),
      matched_frames: z.number(),
      ids: z.number(),
      matched_ids: z.number(),
      messages: z.number(),
      seen_messages: z.number(),
      unknown: z.array(z.object({ message_id: z.number(), is_extended: z.boolean(), frames: z.number() })),
      lengths: z.array(z.object({ ...named, expected: z.number(), found: z.array(z.number()) })),
      outside: z.array(
        z.object({
          ...named,
          signal: z.string(),
          minimum: z.number(),
          maximum: z.number(),
          lowest: z.number(),
          highest: z.number(),
          count: z.number(),
          of: z.number(),
        }),
      ),
      byte_orders: z.array(z.object({ ...named, signal: z.string(), declared: z.enum(["intel", "motorola"]) })),
      cycles: z.array(z.object({ ...named, expected_ms: z.number(), found_ms: z.number().nullable() })),
    }),
  }),
  errors: storeErrors,
});
