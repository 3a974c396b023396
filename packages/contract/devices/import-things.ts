import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { deviceErrors } from "./errors.ts";
import { DIALECTS, MAX_CHANNELS } from "./rules.ts";
import { newThing } from "./thing.ts";

/**
 * The columns of the CSV, by their names in its first line; labels are separated by semicolons and made as needed.
 * `channel_enable` has 1 or 0 for each channel from CAN1 on, separated by semicolons: `1;0`. An empty cell is the default.
 */
export const IMPORT_COLUMNS = [
  "name",
  "third_things_id",
  "info_model_name",
  "class",
  "description",
  "licence",
  "server",
  "labels",
  "dialect",
  "channel_enable",
] as const;

const CHANNELS = new RegExp(`^[01](?:;[01]){0,${MAX_CHANNELS - 1}}$`);
const BOTH_CHANNELS = [true, true];

/** The cells of a row, of type and labels apart, as the device that they describe; the page checks by it before it sends. */
export const importedThing = newThing.extend({
  dialect: z.enum(DIALECTS, deviceErrors.dialectUnknown.code).default("canopy"),
  channel_enable: z
    .string()
    .regex(CHANNELS, deviceErrors.channelCell.code)
    .transform((cell) => cell.split(";").map((channel) => channel === "1"))
    .default(BOTH_CHANNELS),
});

export const channelCell = (channels: readonly boolean[]): string =>
  channels.map((isOn) => (isOn ? "1" : "0")).join(";");

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
