import { z } from "zod";
import { canChannel, digitalInput, digitalOutput, linChannel } from "./config-channels.ts";
import { CONFIG_RANGES as R } from "./config-ranges.ts";
import { record } from "./config-record.ts";
import { anyChannel, idRangeFields, idRangeProblem, isIdRange, listOf, real, whole } from "./config-values.ts";

const quota = z.object({
  source: z.union([anyChannel, z.literal("gps")]),
  percent: real(R.storagePercent, { unit: "%" }),
});

const link = z.object({
  enabled: z.boolean(),
  host: z.string().min(1).max(253),
  remote_port: whole(R.remotePort, { initial: 8000 }),
  local_port: whole(R.localPort).default(0),
  timeout_ms: whole(R.timeoutMs, { unit: "ms", initial: 5000 }),
});

const smsSlot = z.object({
  number: z
    .string()
    .regex(/^\+?[0-9]{3,20}$/, "devices.configPhone")
    .meta({ format: "phone", max: 21 }),
  on: z
    .array(z.enum(["record_full", "bus_error", "storage_fault", "area"]))
    .min(1)
    .max(4)
    .meta({ items: [1, 4] }),
});

/** With a period, of the frames of an id within it only the first goes. */
const uploadFilter = z
  .object({ ...idRangeFields, period_ms: whole(R.timerMs, { unit: "ms", initial: 1000 }).optional() })
  .refine(isIdRange, idRangeProblem);

const isOnce = (list: readonly { channel: number }[]) =>
  new Set(list.map(({ channel }) => channel)).size === list.length;

/** DEV-05: the configuration of a terminal, with the same ranges on the page, the server and the terminal. */
export const deviceConfig = z.object({
  can: listOf(canChannel, R.canChannels).refine(isOnce, "devices.configChannelTwice"),
  lin: listOf(linChannel, R.linChannels).default([]).refine(isOnce, "devices.configChannelTwice"),
  digital_inputs: listOf(digitalInput, R.digitalChannels).default([]).refine(isOnce, "devices.configChannelTwice"),
  digital_outputs: listOf(digitalOutput, R.digitalChannels).default([]),
  record,
  quotas: listOf(quota, R.quotas)
    .default([])
    .refine((all) => all.reduce((sum, { percent }) => sum + percent, 0) <= R.storagePercent[1], "devices.configQuota"),
  gps: z.object({
    enabled: z.boolean(),
    system: z.enum(["auto", "beidou", "gps"]).default("auto"),
    period_s: whole(R.gpsPeriodS, { unit: "s" }),
    upload: z.boolean().default(true),
  }),
  upload: z.object({
    filters: listOf(uploadFilter, R.uploadFilters).default([]),
    cache: whole(R.resumableCache, { initial: 100 }),
    identity: z.boolean().default(true),
    log: z.boolean().default(true),
  }),
  links: listOf(link, R.links).default([]),
  sms: listOf(smsSlot, R.smsSlots).default([]),
});
export type DeviceConfig = z.output<typeof deviceConfig>;
