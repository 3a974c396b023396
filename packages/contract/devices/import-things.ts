import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { deviceErrors } from "./errors.ts";

/** The columns of the CSV, by their names in its first line; labels are separated by semicolons and made as needed. */
export const IMPORT_COLUMNS = [
  "name",
  "third_things_id",
  "info_model_name",
  "class",
  "description",
  "licence",
  "server",
  "labels",
] as const;

/** Fields that an export adds; an import ignores them. */
export const EXPORT_STATE_COLUMNS = [
  "online",
  "last_seen",
  "sd_state",
  "firmware_version",
  "things_usage",
  "created_time",
] as const;

const row = z.object({
  /** Line of the CSV, the header being 1. */
  line: z.number(),
  third_things_id: z.string(),
  ok: z.boolean(),
  /** Of a device that was added; shown once. */
  id: z.string().optional(),
  licence_key: z.string().optional(),
  /** Of one that was not. */
  code: z.string().optional(),
  message: z.string().optional(),
  field: z.string().optional(),
});
export type ImportedRow = z.output<typeof row>;

/**
 * DEV-02: every row stands for itself; the problems of one are reported and the others are added. The answer has
 * licence keys, so it is not stored for repeats: a repeat reports every row as a duplicate.
 */
export const importThings = endpoint({
  name: "devices.importThings",
  method: "POST",
  path: "/things/import",
  summary: { zh: "批量导入设备（CSV）", en: "Import devices from CSV" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  rateLimit: RATE.normal,
  bodyLimit: 1024 * 1024,
  body: z.object({ csv: z.string().min(1).max(900_000) }),
  reply: z.object({ added: z.number(), failed: z.number(), rows: z.array(row) }),
  errors: [deviceErrors.importHeader, deviceErrors.importTooLong],
});
