import { z } from "zod";
import { endpoint } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { epochMs, listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { DTC_SEVERITIES, MAX_DTC_NAME } from "./dtc-csv.ts";
import { ecuErrors } from "./ecu-errors.ts";
import { reading, writing } from "./ecus.ts";

export const MAX_DTC_FILES = 500;
export const MAX_DTC_CODES = 50_000;
/** Codes of one request for their names. */
const MAX_NAMED_CODES = 500;
const CSV_BYTES = 8 * 1024 * 1024;

const fileName = z.string().trim().min(1).max(100);
const ofFile = z.object({ dtc_file_id: idOf("dtcFile") });
const codeText = z.string().trim().min(1).max(16);

const dtcFile = z.object({
  dtc_file_id: z.string(),
  name: z.string(),
  codes: z.number(),
  /** Names of the control units that use it. */
  ecus: z.array(z.string()),
  updated_time: epochMs,
});
export type DtcFile = z.output<typeof dtcFile>;

const dtcName = z.object({
  /** As people write it: P0123-11. */
  code: z.string(),
  name_zh: z.string(),
  name_en: z.string(),
  severity: z.enum(DTC_SEVERITIES).nullable(),
});
export type DtcName = z.output<typeof dtcName>;

const codeContent = z.object({
  code: codeText,
  name_zh: z.string().trim().max(MAX_DTC_NAME).default(""),
  name_en: z.string().trim().max(MAX_DTC_NAME).default(""),
  severity: z.enum(DTC_SEVERITIES).nullable().default(null),
});

export const listDtcFiles = endpoint({
  ...reading,
  name: "diagnosis.listDtcFiles",
  method: "GET",
  path: "/dtc-files",
  summary: { zh: "故障码文件列表", en: "Files of fault codes" },
  query: z.object({ ...pageQuery, keyword: z.string().trim().max(128).default("") }),
  reply: listOf(dtcFile),
});

export const createDtcFile = endpoint({
  ...writing,
  name: "diagnosis.createDtcFile",
  method: "POST",
  path: "/dtc-files",
  summary: { zh: "新建故障码文件", en: "Create a file of fault codes" },
  body: z.object({ name: fileName }),
  reply: z.object({ data: dtcFile }),
  errors: [ecuErrors.fileNameTaken, ecuErrors.fileLimit],
});

export const renameDtcFile = endpoint({
  ...writing,
  name: "diagnosis.renameDtcFile",
  method: "PUT",
  path: "/dtc-files/{dtc_file_id}",
  summary: { zh: "重命名故障码文件", en: "Rename a file of fault codes" },
  params: ofFile,
  body: z.object({ name: fileName }),
  reply: z.object({ data: dtcFile }),
  errors: [ecuErrors.fileNameTaken],
});

export const deleteDtcFile = endpoint({
  ...writing,
  name: "diagnosis.deleteDtcFile",
  method: "DELETE",
  path: "/dtc-files/{dtc_file_id}",
  summary: { zh: "删除故障码文件", en: "Delete a file of fault codes" },
  params: ofFile,
  reply: z.object({ message: z.string() }),
  errors: [ecuErrors.fileInUse],
});

/** NAV-14: columns that the list is sorted by. */
export const CODE_ORDERS = ["code", "name_zh", "name_en", "severity"] as const;

export const listDtcCodes = endpoint({
  ...reading,
  name: "diagnosis.listDtcCodes",
  method: "GET",
  path: "/dtc-files/{dtc_file_id}/codes",
  summary: { zh: "故障码列表", en: "Fault codes of a file" },
  params: ofFile,
  query: z.object({ ...pageQuery, ...orderQuery(CODE_ORDERS), keyword: z.string().trim().max(128).default("") }),
  reply: listOf(dtcName),
});

/** Adds a code, or changes the names of one that is there. */
export const setDtcCode = endpoint({
  ...writing,
  name: "diagnosis.setDtcCode",
  method: "PUT",
  path: "/dtc-files/{dtc_file_id}/codes",
  summary: { zh: "保存故障码", en: "Save a fault code" },
  params: ofFile,
  body: codeContent,
  reply: z.object({ data: dtcName }),
  errors: [ecuErrors.badCode, ecuErrors.tooManyCodes],
});

export const deleteDtcCode = endpoint({
  ...writing,
  name: "diagnosis.deleteDtcCode",
  method: "DELETE",
  path: "/dtc-files/{dtc_file_id}/codes",
  summary: { zh: "删除故障码", en: "Delete a fault code" },
  params: ofFile,
  query: z.object({ code: codeText }),
  reply: z.object({ message: z.string() }),
  errors: [ecuErrors.badCode],
});

const problem = z.object({ line: z.number(), problem: z.string(), text: z.string() });

/** A preview writes nothing. Codes that the file has already get the new names. */
export const importDtcCodes = endpoint({
  ...writing,
  name: "diagnosis.importDtcCodes",
  method: "POST",
  path: "/dtc-files/{dtc_file_id}/import",
  summary: { zh: "导入故障码（CSV）", en: "Import fault codes (CSV)" },
  params: ofFile,
  bodyLimit: CSV_BYTES,
  body: z.object({ content_base64: z.base64().max(CSV_BYTES), preview: z.boolean().default(false) }),
  reply: z.object({
    data: z.object({
      encoding: z.string(),
      taken: z.number(),
      first: z.array(dtcName),
      problems: z.array(problem),
      problem_count: z.number(),
      doubles: z.array(z.object({ line: z.number(), earlier: z.number(), code: z.string() })),
      double_count: z.number(),
    }),
  }),
  errors: [ecuErrors.notCsv, ecuErrors.tooManyCodes, ecuErrors.fileTooComplex, platformErrors.busy],
});

/** Names of codes as an ECU gives them; a code without its failure type stands in for all of them. */
export const nameDtcs = endpoint({
  ...reading,
  name: "diagnosis.nameDtcs",
  method: "POST",
  reads: true,
  path: "/dtc-files/{dtc_file_id}/names",
  summary: { zh: "查询故障码名称", en: "Names of fault codes" },
  params: ofFile,
  body: z.object({ codes: z.array(z.number().int().min(0).max(0xffffff)).max(MAX_NAMED_CODES).default([]) }),
  reply: z.object({ list: z.array(dtcName) }),
});
