import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import type { Text } from "../platform/language.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { fileErrors } from "./errors.ts";

const ROOT = "/single/things-file-mgmt/{tenantId}/file-analysis";
const ofRecord = z.object({ tenantId: idOf("tenant"), recordId: idOf("analysis") });

/** FIL-04 */
export const ANALYSIS_STATUS = { analysing: 0, success: 1, error: 2, cancelled: 3 } as const;

export const CANCELLED_WORDS: Readonly<Record<"cancelled" | "ended", Text>> = {
  cancelled: { zh: "已取消", en: "Cancelled" },
  ended: { zh: "解析已结束，无法取消", en: "The analysis has ended and cannot be cancelled" },
};

/** Of one analysis, listed; the others are counted. */
export const MAX_LISTED_IDS = 1000;
export const MAX_LISTED_GAPS = 100;
/** FIL-04: a silence of the whole file that is longer is a gap. */
export const GAP_MS = 1000;

/** Contents of an analysed file. Times in epoch milliseconds. */
export const analysisResult = z.object({
  format: z.string(),
  frames: z.number(),
  /** Stored now, and those that were in history before. */
  stored: z.number(),
  repeated: z.number(),
  error_frames: z.number(),
  ids: z.array(
    z.object({
      channel: z.number(),
      id: z.number(),
      is_extended: z.boolean(),
      frames: z.number(),
      first_time: z.number(),
      last_time: z.number(),
    }),
  ),
  id_count: z.number(),
  gaps: z.array(z.object({ from_time: z.number(), to_time: z.number() })),
  gap_count: z.number(),
  /** The share of its span that is no gap, from 0 to 1. */
  coverage: z.number(),
  /** Of each channel: the share of its span that frames took, as a mean and in the busiest second; above 1 where the bit rate is wrong. */
  load: z
    .array(
      z.object({
        channel: z.number(),
        mean: z.number(),
        peak: z.number(),
        bit_rate: z.number(),
        /** By the configuration that the terminal reported; else the usual one. */
        is_reported: z.boolean(),
      }),
    )
    .default([]),
  problem_count: z.number(),
  problems: z.array(z.object({ code: z.string(), offset: z.number(), line: z.number().nullable() })),
});
export type AnalysisResult = z.output<typeof analysisResult>;

const record = z.object({
  recordId: z.string(),
  status: z.number(),
  file_id: z.string(),
  file_name: z.string(),
  file_location: z.number(),
  things_id: z.string(),
  third_things_id: z.string(),
  device_name: z.string(),
  progress: z.number(),
  /** While it runs, once it is measured. */
  frames_per_second: z.number().nullable(),
  /** Why it failed. */
  message_code: z.string().nullable(),
  dev_start_time: z.number().nullable(),
  dev_end_time: z.number().nullable(),
  analysis_start_time: z.number(),
  analysis_end_time: z.number().nullable(),
  frames: z.number().nullable(),
});
export type AnalysisRecord = z.output<typeof record>;

export const startAnalysis = endpoint({
  name: "files.startAnalysis",
  method: "POST",
  path: `${ROOT}/{fileId}`,
  summary: { zh: "开始文件解析", en: "Analyse a log file into history" },
  access: { kind: "session" },
  ofDevices: true,
  audited: true,
  rateLimit: RATE.normal,
  idempotent: true,
  params: z.object({ tenantId: idOf("tenant"), fileId: idOf("file") }),
  reply: z.object({ recordId: z.string() }),
  errors: [fileErrors.incomplete, fileErrors.analysisRunning],
});

export const cancelAnalysis = endpoint({
  name: "files.cancelAnalysis",
  method: "PUT",
  path: `${ROOT}/{recordId}/cancel`,
  summary: { zh: "取消文件解析", en: "Cancel an analysis" },
  access: { kind: "session" },
  ofDevices: true,
  audited: true,
  rateLimit: RATE.normal,
  params: ofRecord,
  reply: z.object({ message: z.string() }),
});

export const analysisProgress = endpoint({
  name: "files.analysisProgress",
  method: "GET",
  path: `${ROOT}/{recordId}/progress`,
  summary: { zh: "解析进度", en: "Progress of an analysis" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofRecord,
  reply: z.object({ status: z.number(), progress: z.number(), message_code: z.string().nullable() }),
});

export const getAnalysis = endpoint({
  name: "files.getAnalysis",
  method: "GET",
  path: `${ROOT}/{recordId}`,
  summary: { zh: "解析结果", en: "An analysis with its result" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofRecord,
  reply: z.object({ data: record.extend({ result: analysisResult.nullable() }) }),
});

export const listAnalyses = endpoint({
  name: "files.listAnalyses",
  method: "GET",
  path: `${ROOT}/list`,
  summary: { zh: "解析记录", en: "Analyses" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenantId: idOf("tenant") }),
  query: z.object({
    ...pageQuery,
    analysis_start_time: z.coerce.number().int().optional(),
    analysis_end_time: z.coerce.number().int().optional(),
    dev_start_time: z.coerce.number().int().optional(),
    dev_end_time: z.coerce.number().int().optional(),
    file_location: z.coerce.number().int().min(0).max(1).optional(),
    file_name: z.string().max(255).optional(),
    info_model_id: idOf("infoModel").optional(),
    status: z.coerce.number().int().min(0).max(3).optional(),
    third_things_id: z.string().max(64).optional(),
  }),
  reply: listOf(record),
});
