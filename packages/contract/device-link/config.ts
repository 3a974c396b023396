import { z } from "zod";
import { DIGITAL_INTERVALS_MS, CONFIG_RANGES as R } from "./config-ranges.ts";
import { channel } from "./values.ts";

type Range = readonly [number, number];
const whole = ([from, to]: Range) => z.number().int().min(from).max(to);
const real = ([from, to]: Range) => z.number().min(from).max(to);

const idRange = z.object({
  channel,
  extended: z.boolean().default(false),
  from_id: z.number().int().min(0).max(0x1fffffff),
  to_id: z.number().int().min(0).max(0x1fffffff),
});
const idFilter = z.object({
  extended: z.boolean().default(false),
  mask: z.number().int().min(0).max(0x1fffffff),
  acceptance: z.number().int().min(0).max(0x1fffffff),
});

const canChannel = z.object({
  channel,
  enabled: z.boolean(),
  baud_rate: whole(R.baudRate),
  /** CAN FD only. */
  data_baud_rate: whole(R.dataBaudRate).optional(),
  mode: z.enum(["normal", "listen_only"]),
  termination: z.boolean().default(false),
  filters: z.array(idFilter).max(R.filtersPerChannel[1]).default([]),
});
const linChannel = z.object({
  channel,
  enabled: z.boolean(),
  baud_rate: whole(R.linBaudRate),
  data_length: whole(R.linDataLength),
});
const digitalInput = z.object({ channel, enabled: z.boolean(), interval_ms: z.literal(DIGITAL_INTERVALS_MS) });

const area = z.object({
  latitude: real(R.latitude),
  longitude: real(R.longitude),
  radius_m: real(R.radiusM),
  when: z.enum(["inside", "outside"]).default("inside"),
});
const digitalOutput = z.object({
  on: z.array(z.enum(["record_full", "bus_error", "storage_fault", "area"])).max(4),
  area: area.optional(),
});

/** Operators of the fielded terminals, in their order 0-7. */
const operator = z.enum(["eq", "ne", "lt", "le", "gt", "ge", "inside", "outside"]);
const condition = z.object({
  kind: z.enum(["id", "error_frame", "button", "digital"]),
  operator,
  ids: idRange.optional(),
});

const record = z.object({
  mode: z.enum(["continuous", "conditional", "pre_trigger", "timed", "off"]),
  when_full: z.enum(["loop", "stop"]).default("loop"),
  file_size_mb: whole(R.fileSizeMb),
  record_time_s: whole(R.recordTimeS).optional(),
  error_frames: z.boolean().default(true),
  merge_channels: z.boolean().default(false),
  start: condition.optional(),
  stop: condition.optional(),
  pre_trigger: z
    .object({
      frames: whole(R.preTriggerFrames),
      after_ms: whole(R.timerMs),
      conditions: z.array(condition).min(1).max(R.conditions[1]),
    })
    .optional(),
  timed: z
    .object({
      period_ms: whole(R.timerMs),
      without_data: z.enum(["none", "last", "custom"]).default("none"),
      custom_data: z
        .string()
        .regex(/^([0-9a-fA-F]{2}){0,8}$/)
        .default(""),
      filters: z.array(idRange).max(R.uploadFilters[1]).default([]),
    })
    .optional(),
});

const quota = z.object({ source: z.union([channel, z.literal("gps")]), percent: real(R.storagePercent) });
const link = z.object({
  enabled: z.boolean(),
  host: z.string().min(1).max(253),
  remote_port: whole(R.remotePort),
  local_port: whole(R.localPort).default(0),
  timeout_ms: whole(R.timeoutMs),
});

/** DEV-05: the configuration of a terminal, with the same ranges on the page, the server and the terminal. */
export const deviceConfig = z.object({
  can: z.array(canChannel).max(32),
  lin: z.array(linChannel).max(16).default([]),
  digital_inputs: z.array(digitalInput).max(16).default([]),
  digital_outputs: z.array(digitalOutput).max(16).default([]),
  record,
  quotas: z
    .array(quota)
    .max(64)
    .default([])
    .refine((all) => all.reduce((sum, { percent }) => sum + percent, 0) <= R.storagePercent[1], "quotaOver100"),
  gps: z.object({ enabled: z.boolean(), period_s: whole(R.gpsPeriodS) }),
  upload: z.object({
    filters: z.array(idRange).max(R.uploadFilters[1]).default([]),
    cache: whole(R.resumableCache),
  }),
  links: z.array(link).max(3).default([]),
});
export type DeviceConfig = z.output<typeof deviceConfig>;
