import { z } from "zod";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { queryMs } from "../platform/times.ts";

/** DEV-07 */
export const LOG_KINDS = [
  "online",
  "offline",
  "reboot",
  "sd",
  "firmware",
  "command",
  "config",
  "key",
  "event",
  "data",
  "diagnosis",
] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** More rows than this are read in pages. */
export const LOG_EXPORT_MAX_ROWS = 50_000;

const entry = z.object({
  id: z.number(),
  kind: z.enum(LOG_KINDS),
  /**
   * By kind: `{ to }` of sd and firmware, `{ method, items?, result, results?, code? }` of command: its state and that
   * of each item, once the terminal has answered;
   * `{ action: "opened" | "ended", reason? }` of diagnosis;
   * `{ action, batches, frames, shift_ms? }` of data: what was done to frames with a wrong clock, or with the action
   * `import` `{ action, name, frames }`: a log that came into history.
   */
  content: z.record(z.string(), z.unknown()),
  /** The user; null for the device itself. */
  user_name: z.string().nullable(),
  time: z.number(),
});
export type LogEntry = z.output<typeof entry>;

const filters = {
  kind: z.enum(LOG_KINDS).optional(),
  start_time: queryMs.optional(),
  end_time: queryMs.optional(),
};

export const listDeviceLog = endpoint({
  ...readsDevice,
  name: "devices.listDeviceLog",
  method: "GET",
  path: "/things/{things_id}/log",
  summary: { zh: "设备日志", en: "The log of a device" },
  query: z.object({ ...pageQuery, ...filters }),
  reply: listOf(entry),
});

export const exportDeviceLog = endpoint({
  ...readsDevice,
  name: "devices.exportDeviceLog",
  method: "GET",
  path: "/things/{things_id}/log/export",
  summary: { zh: "导出设备日志（CSV）", en: "The log of a device as CSV" },
  query: z.object(filters),
  reply: z.string(),
  contentType: "text/csv; charset=utf-8",
});
