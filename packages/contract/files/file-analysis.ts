import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

const ROOT = "/single/things-file-mgmt/{tenantId}/file-analysis";
const ofRecord = z.object({ tenantId: idOf("tenant"), recordId: idOf("analysis") });

/** FIL-04: status 0 analysing, 1 success, 2 error, 3 cancelled. */
const record = z.object({
  recordId: z.string(),
  status: z.number(),
  file_name: z.string(),
  dev_start_time: z.number().nullable(),
  dev_end_time: z.number().nullable(),
  analysis_start_time: z.number(),
  analysis_end_time: z.number().nullable(),
});

export const startAnalysis = endpoint({
  name: "files.startAnalysis",
  method: "POST",
  path: `${ROOT}/{fileId}`,
  summary: { zh: "开始文件分析", en: "Analyse a log file into history" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  idempotent: true,
  params: z.object({ tenantId: idOf("tenant"), fileId: idOf("file") }),
  reply: z.object({ recordId: z.string() }),
  coming: true,
});

export const cancelAnalysis = endpoint({
  name: "files.cancelAnalysis",
  method: "PUT",
  path: `${ROOT}/{recordId}/cancel`,
  summary: { zh: "取消文件分析", en: "Cancel an analysis" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofRecord,
  reply: z.object({ message: z.string() }),
  coming: true,
});

export const analysisProgress = endpoint({
  name: "files.analysisProgress",
  method: "GET",
  path: `${ROOT}/{recordId}/progress`,
  summary: { zh: "分析进度", en: "Progress of an analysis" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofRecord,
  reply: z.object({ status: z.number(), progress: z.number() }),
  coming: true,
});

export const listAnalyses = endpoint({
  name: "files.listAnalyses",
  method: "GET",
  path: `${ROOT}/list`,
  summary: { zh: "分析记录", en: "Analyses" },
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
  coming: true,
});
