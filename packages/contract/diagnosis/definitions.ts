import { z } from "zod";
import { endpoint } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { ecuErrors } from "./ecu-errors.ts";
import { reading, writing } from "./ecus.ts";

/** Base64 of a package. */
const CONTENT_CHARS = 16 * 1024 * 1024;

/** Of an identifier. */
export const MAX_VALUES = 500;

const text = z.string().max(200);
const id = z.number().int().min(0).max(0xffff);

const definedValue = z.object({
  name: text,
  byte: z.number().int().min(0).max(4095),
  shift: z.number().int().min(0).max(7),
  bits: z.number().int().min(1).max(32_760).nullable(),
  type: z.enum(["unsigned", "signed", "float", "text", "bytes"]),
  isLittleEndian: z.boolean(),
  factor: z.number(),
  offset: z.number(),
  unit: z.string().max(32),
  states: z.array(z.tuple([z.number(), z.string().max(100)])).max(1000),
});

/** What the identifiers, routines and fault codes of an ECU mean. */
export const ecuDefinitions = z.object({
  identifiers: z
    .array(z.object({ id, name: text, length: z.number().nullable(), values: z.array(definedValue).max(MAX_VALUES) }))
    .max(5000),
  routines: z.array(z.object({ id, name: text })).max(5000),
  faults: z.array(z.object({ code: z.number().int().min(0).max(0xffffff), name: text })).max(50_000),
});

const known = ecuDefinitions.extend({ file_name: z.string(), user_name: z.string(), created_time: epochMs });
export type KnownDefinitions = z.output<typeof known>;

const ofEcu = z.object({ ecu_id: idOf("ecu") });

export const getEcuDefinitions = endpoint({
  ...reading,
  name: "diagnosis.getEcuDefinitions",
  method: "GET",
  path: "/ecus/{ecu_id}/definitions",
  summary: { zh: "ECU 的数据定义", en: "Definitions of an ECU" },
  params: ofEcu,
  /** Null: it has none. */
  reply: z.object({ data: known.nullable() }),
});

const read = z.object({
  identifiers: z.number(),
  routines: z.number(),
  faults: z.number(),
  /** Parts of ODX that say more than is read. */
  not_understood: z.array(z.string()),
  /** Lines of a CSV that cannot be read. */
  problems: z.array(z.object({ line: z.number(), text: z.string() })),
});
export type ReadDefinitions = z.output<typeof read>;

/** CSV, ODX or PDX; it replaces what the ECU had. A preview writes nothing. */
export const importEcuDefinitions = endpoint({
  ...writing,
  name: "diagnosis.importEcuDefinitions",
  method: "POST",
  path: "/ecus/{ecu_id}/definitions",
  summary: { zh: "导入 ECU 数据定义（CSV、ODX、PDX）", en: "Import definitions of an ECU (CSV, ODX, PDX)" },
  params: ofEcu,
  bodyLimit: CONTENT_CHARS + 4096,
  body: z.object({
    name: z.string().trim().min(1).max(100),
    content_base64: z.base64().max(CONTENT_CHARS),
    preview: z.boolean().default(false),
  }),
  reply: z.object({ data: read }),
  errors: [ecuErrors.notDefinitions, ecuErrors.definitionsTooLarge, ecuErrors.fileTooComplex, platformErrors.busy],
});

export const deleteEcuDefinitions = endpoint({
  ...writing,
  name: "diagnosis.deleteEcuDefinitions",
  method: "DELETE",
  path: "/ecus/{ecu_id}/definitions",
  summary: { zh: "删除 ECU 数据定义", en: "Delete the definitions of an ECU" },
  params: ofEcu,
  reply: z.object({ message: z.string() }),
});
