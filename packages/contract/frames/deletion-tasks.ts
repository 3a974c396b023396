import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { askedMs, queryMs } from "../platform/times.ts";
import { historyErrors, storeErrors } from "./errors.ts";

/** DAT-04: at most a million frames, the oldest of the range; `GET /jobs/{id}` says how far it is. */
export const createDeletion = endpoint({
  name: "frames.createDeletion",
  method: "POST",
  path: "/things/{things_id}/frames/deletion-tasks",
  summary: { zh: "删除一段历史数据（不可恢复）", en: "Delete a range of history, for ever" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.guarded,
  idempotent: true,
  params: z.object({ things_id: idOf("device") }),
  body: z.object({
    start_time: askedMs,
    end_time: askedMs,
    password: z.string().max(128),
    /** Windows pinned by open alarms go too. */
    include_pinned: z.boolean().default(false),
  }),
  reply: z.object({
    id: z.string(),
    /** Frames of the range as of now; above `limit` they stay for the next task. */
    frames: z.number(),
    limit: z.number(),
  }),
  errors: [historyErrors.rangeReversed, historyErrors.wrongPassword, ...storeErrors],
});

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
  query: z.object({ start_time: queryMs, end_time: queryMs }),
  reply: z.object({
    frames: z.number(),
    limit: z.number(),
    /** Windows of the range that open alarms pin. */
    pinned_windows: z.number(),
  }),
  errors: [historyErrors.rangeReversed, ...storeErrors],
});
