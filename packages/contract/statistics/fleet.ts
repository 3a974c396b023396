import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { statisticsErrors } from "./errors.ts";

/** STA-01 */
export const STATISTIC_GROUPS = ["device", "type", "label"] as const;
export type StatisticGroup = (typeof STATISTIC_GROUPS)[number];
export const MOST_STATISTIC_DAYS = 180;
/** Days since 1970 that a calendar can name. */
const LAST_DAY = 100_000;

const FIGURES = {
  frames: z.number(),
  bytes: z.number(),
  online_ms: z.number(),
  /** The time of the range that has passed since each device was added. */
  known_ms: z.number(),
  tip: z.number(),
  ordinary: z.number(),
  urgent: z.number(),
  distance_m: z.number(),
  trips: z.number(),
};
const figures = z.object(FIGURES);
export type Figures = z.output<typeof figures>;

const day = z.object({ ...FIGURES, /** UTC, days since 1970. */ day: z.number() });
export type DayFigures = z.output<typeof day>;

const group = z.object({
  ...FIGURES,
  /** Of the device, the type or the label; null: devices without one. */
  id: z.string().nullable(),
  name: z.string(),
  devices: z.number(),
  /** When the newest of them was there; null: never. */
  last_time: epochMs.nullable(),
});
export type GroupFigures = z.output<typeof group>;

const fleetStatistics = z.object({
  /** How many devices are counted, and how many the tenant has. */
  devices: z.number(),
  all_devices: z.number(),
  total: figures,
  /** Each day of the range, oldest first. */
  days: z.array(day),
  groups: z.array(group),
});
export type FleetStatistics = z.output<typeof fleetStatistics>;

/** STA-01: rows of a file by group and day at most. */
export const MOST_EXPORTED_ROWS = 100_000;

const asked = z.object({
  /** UTC, days since 1970; both inside. */
  from_day: z.coerce.number().int().min(0).max(LAST_DAY),
  to_day: z.coerce.number().int().min(0).max(LAST_DAY),
  by: z.enum(STATISTIC_GROUPS).default("device"),
  label_id: idOf("label").optional(),
});

/** Of the devices that the caller may read. Frames and bytes are those that are stored. */
export const readFleetStatistics = endpoint({
  name: "statistics.readFleetStatistics",
  method: "GET",
  path: "/statistics",
  summary: { zh: "数据统计", en: "Figures of the fleet by day and by device, type or label" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: asked,
  reply: z.object({ data: fleetStatistics }),
  errors: [statisticsErrors.rangeInvalid],
});

/** The same figures of each day of each device, type or label. */
export const exportFleetDays = endpoint({
  name: "statistics.exportFleetDays",
  method: "GET",
  path: "/statistics/export",
  summary: {
    zh: "按日导出各设备、类型或标签的数据统计（CSV）",
    en: "Figures of each device, type or label by day, as CSV",
  },
  access: { kind: "session" },
  audited: false,
  rateLimit: { perMinute: 20, per: "user" },
  query: asked,
  reply: z.string(),
  contentType: "text/csv; charset=utf-8",
  errors: [statisticsErrors.rangeInvalid, statisticsErrors.tooManyRows],
});
