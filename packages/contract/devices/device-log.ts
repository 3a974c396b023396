import { z } from "zod";
import type { EVENT_LEVELS } from "../device-link/events.ts";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { queryMs } from "../platform/times.ts";
import { COMMAND_METHODS } from "./commands.ts";
import type { ConfigState } from "./configuration.ts";

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

/** Of entries of commands: those of users, and those of which the server gives addresses and orders. */
export const LOG_METHODS = [
  ...COMMAND_METHODS,
  "files.upload",
  "firmware.install",
  "flash.run",
  "flash.retry",
] as const;
export const DATA_ACTIONS = ["import", "takeOver", "delete"] as const;
export const DIAGNOSIS_ACTIONS = ["opened", "ended", "flashKey", "flashed"] as const;

type Content = Readonly<Record<string, unknown>>;

/** What is written by kind. Pages have words for all of it, so that a new one is told here first. */
export interface LogContents {
  readonly online: Content;
  readonly offline: Content;
  /** As the terminal told it. */
  readonly reboot: Content;
  readonly sd: Content;
  readonly firmware: Content;
  readonly command: Content & { readonly method: (typeof LOG_METHODS)[number] };
  readonly config: { readonly version: number; readonly hash: string; readonly result: ConfigState; problem?: string };
  /** Empty: a new key. */
  readonly key: { readonly swapped?: string; readonly to?: string; readonly transferred?: string };
  readonly event: Content & { readonly kind: string; readonly level: (typeof EVENT_LEVELS)[number] };
  readonly data: Content & { readonly action: (typeof DATA_ACTIONS)[number] };
  readonly diagnosis: Content & { readonly action: (typeof DIAGNOSIS_ACTIONS)[number] };
}

/** More rows than this are read in pages. */
export const LOG_EXPORT_MAX_ROWS = 50_000;

const entry = z.object({
  id: z.number(),
  kind: z.enum(LOG_KINDS),
  /**
   * By kind: `{ to }` of sd and firmware, `{ method, items?, result, results?, code? }` of command: its state and that
   * of each item, once the terminal has answered;
   * `{ version, hash, result, problem? }` of config; `{}`, `{ swapped, to }` or `{ transferred }` of key;
   * `{ kind, level }` and what the terminal told of event;
   * `{ action, reason? }` of diagnosis; with the action `flashKey` `{ level, result, problem }`: a key that an ECU asked
   * for, with `flashed` `{ outcome, cause }`;
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
