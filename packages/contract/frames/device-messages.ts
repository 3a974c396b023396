import { z } from "zod";
import { EVENT_LEVELS } from "../device-link/events.ts";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { queryMs } from "../platform/times.ts";
import { historyErrors } from "./errors.ts";

const ofDevice = {
  ...readsDevice,
  errors: [historyErrors.rangeReversed],
} as const;
const filters = {
  ...pageQuery,
  start_time: queryMs.optional(),
  end_time: queryMs.optional(),
  level: z.enum(EVENT_LEVELS).optional(),
  /** Part of the text; of an event, of its kind or content. */
  keyword: z.string().max(64).optional(),
};
const message = {
  id: z.string(),
  /** By the terminal's clock. */
  time: z.number(),
  received_time: z.number(),
  level: z.enum(EVENT_LEVELS),
};

/** DEV-07: events reported by the terminal. Newest first. */
export const listDeviceEvents = endpoint({
  ...ofDevice,
  name: "frames.listDeviceEvents",
  method: "GET",
  path: "/things/{things_id}/events",
  summary: { zh: "设备上报的事件", en: "Events that a device reported" },
  query: z.object({ ...filters, kind: z.string().max(64).optional() }),
  reply: listOf(z.object({ ...message, kind: z.string(), content: z.record(z.string(), z.unknown()) })),
});

/** Log lines of the terminal's own program. Newest first. */
export const listDeviceLogLines = endpoint({
  ...ofDevice,
  name: "frames.listDeviceLogLines",
  method: "GET",
  path: "/things/{things_id}/log-lines",
  summary: { zh: "设备程序日志", en: "Log lines of the device's own program" },
  query: z.object(filters),
  reply: listOf(z.object({ ...message, text: z.string() })),
});

/** Online and offline times, newest first: each row is one stay online. */
export const listConnections = endpoint({
  ...ofDevice,
  name: "frames.listConnections",
  method: "GET",
  path: "/things/{things_id}/connections",
  summary: { zh: "设备在线历史", en: "When a device was online" },
  query: z.object({ ...pageQuery, start_time: queryMs.optional(), end_time: queryMs.optional() }),
  reply: listOf(
    z.object({
      online_time: z.number(),
      /** Null: still online. */
      offline_time: z.number().nullable(),
    }),
  ),
});
