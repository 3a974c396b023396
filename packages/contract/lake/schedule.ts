import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { defineErrors } from "../platform/errors.ts";

export const lakeErrors = defineErrors("lake", {
  nothingChosen: {
    status: 400,
    zh: "请至少选择原始帧或信号之一",
    en: "Choose the frames, the signals or both",
  },
  /** Of the last run. */
  damagedFrames: {
    status: 500,
    zh: "部分原始帧已损坏，对应的日期未导出",
    en: "Some stored frames are damaged; their days were not exported",
  },
  runsAlready: { status: 409, zh: "导出正在进行", en: "An export of this tenant is under way" },
  exportFailed: { status: 500, zh: "导出失败，将在下次重试", en: "The export failed; the next run tries again" },
});

const settings = {
  is_enabled: z.boolean(),
  every: z.enum(["hour", "day"]),
  /** UTC: a daily run begins within this hour. */
  hour: z.int().min(0).max(23).default(2),
  /** Raw frames, a column for each payload byte. */
  frames: z.boolean(),
  /** Signals of the enabled bindings. */
  signals: z.boolean(),
};

const lakeSchedule = z.object({
  ...settings,
  /** Null: it has not run yet. */
  last_run: z
    .object({
      end_time: z.number(),
      files_written: z.number(),
      files_removed: z.number(),
      bytes_written: z.number(),
      /** Null: all is well. */
      message_code: z.string().nullable(),
    })
    .nullable(),
  /** Null: it is off. */
  next_time: z.number().nullable(),
  /** One that a person started is under way. */
  is_running: z.boolean(),
});
export type LakeSchedule = z.output<typeof lakeSchedule>;

/** The settings alone, for forms. */
export const lakeSettings = z.object(settings);
export type LakeSettings = z.output<typeof lakeSettings>;

/** OPS-06: without one nothing is exported. */
export const getLakeSchedule = endpoint({
  name: "lake.getSchedule",
  method: "GET",
  path: "/lake/schedule",
  summary: { zh: "数据湖导出计划", en: "The schedule of the tenant's lake" },
  access: { kind: "tenant", level: "read" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ data: lakeSchedule }),
});

export const setLakeSchedule = endpoint({
  name: "lake.setSchedule",
  method: "PUT",
  path: "/lake/schedule",
  summary: { zh: "设置数据湖导出计划", en: "Set the schedule of the tenant's lake" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  body: lakeSettings,
  reply: z.object({ data: lakeSchedule }),
  errors: [lakeErrors.nothingChosen],
});

/** By the settings that are saved, on or off. */
export const runLake = endpoint({
  name: "lake.run",
  method: "POST",
  path: "/lake/schedule/run",
  summary: { zh: "立即导出到数据湖", en: "Export to the lake now" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  reply: z.object({ data: z.object({ job_id: z.string() }) }),
  errors: [lakeErrors.runsAlready, lakeErrors.nothingChosen],
});
