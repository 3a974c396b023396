import { z } from "zod";
import { signInErrors } from "../accounts/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { askedMs, queryMs } from "../platform/times.ts";
import { historyErrors, storeErrors } from "./errors.ts";

const MAX_CHANNELS = 80;
const deletedChannels = z.array(z.number().int().min(0).max(255)).min(1).max(MAX_CHANNELS);

/** DAT-04: at most a million frames, the oldest of the range, with their positions and points; `GET /jobs/{id}` says how far it is. */
export const createDeletion = endpoint({
  name: "frames.createDeletion",
  method: "POST",
  path: "/things/{things_id}/frames/deletion-tasks",
  summary: { zh: "删除一段历史数据（不可恢复）", en: "Delete a range of history, permanently" },
  access: { kind: "device", level: "write", field: "things_id" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.proved,
  idempotent: true,
  params: z.object({ things_id: idOf("device") }),
  body: z.object({
    start_time: askedMs,
    end_time: askedMs,
    password: z.string().max(128),
    /** Windows pinned by open alarms go too. */
    include_pinned: z.boolean().default(false),
    /** Left out: all of them. */
    channels: deletedChannels.optional(),
  }),
  reply: z.object({
    id: z.string(),
    /** Frames of the range as of now; above `limit` they stay for the next task. */
    frames: z.number(),
    limit: z.number(),
  }),
  errors: [historyErrors.rangeReversed, historyErrors.wrongPassword, signInErrors.locked, ...storeErrors],
});

/** Positions and points are counted up to here. */
export const MOST_COUNTED_POINTS = 1_000_000;

/** Told before a deletion is confirmed. */
export const deletionPreview = endpoint({
  name: "frames.deletionPreview",
  method: "GET",
  path: "/things/{things_id}/frames/deletion-preview",
  summary: { zh: "删除历史数据前的统计", en: "What a deletion would take" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
  query: z.object({
    start_time: queryMs,
    end_time: queryMs,
    /** Numbers with commas between; left out: all of them. */
    channels: z
      .string()
      .max(400)
      .transform((text) => text.split(",").map(Number))
      .pipe(deletedChannels)
      .optional(),
  }),
  reply: z.object({
    frames: z.number(),
    limit: z.number(),
    /** Positions and points of the data groups, which go too unless channels are named; counted up to 1,000,000. */
    points: z.number(),
    /** Windows of the range that open alarms pin. */
    pinned_windows: z.number(),
    /** Channels that the device has frames of. */
    channels: z.array(z.number()),
    /** Alarm events whose frames go, newest first, and how many there are. */
    alarms: z.array(
      z.object({ event_id: z.string(), rule_name: z.string(), start_time: z.number(), is_pinned: z.boolean() }),
    ),
    alarm_total: z.number(),
  }),
  errors: [historyErrors.rangeReversed, ...storeErrors],
});
