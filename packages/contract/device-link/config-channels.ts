import { MAX_BITRATE_ERROR } from "@canopy/can/bus/bit-timing";
import { z } from "zod";
import { DIGITAL_INTERVALS_MS, CONFIG_RANGES as R } from "./config-ranges.ts";
import { channelOf, frameId, listOf, real, whole } from "./config-values.ts";

const idFilter = z
  .object({ extended: z.boolean().default(false), mask: frameId(), acceptance: frameId() })
  .refine(({ extended, mask, acceptance }) => extended || Math.max(mask, acceptance) <= 0x7ff, {
    message: "devices.configIdRange",
    path: ["acceptance"],
  });

/** Result of the bit-timing calculator; absent: the terminal computes its own for the bit rate. */
const timing = z
  .object({
    clock_hz: whole(R.clockHz, { unit: "Hz", initial: 80_000_000 }),
    brp: whole(R.brp),
    tseg1: whole(R.tseg1),
    tseg2: whole(R.tseg2),
    sjw: whole(R.sjw),
  })
  .refine(({ sjw, tseg2 }) => sjw <= tseg2, { message: "devices.configSjw", path: ["sjw"] });
type Timing = z.output<typeof timing>;

function fits(bitrate: number | undefined, used: Timing | undefined): boolean {
  if (used === undefined) return true;
  if (bitrate === undefined) return false;
  const real = used.clock_hz / (used.brp * (1 + used.tseg1 + used.tseg2));
  return Math.abs(real / bitrate - 1) <= MAX_BITRATE_ERROR;
}

export const canChannel = z
  .object({
    channel: channelOf("can"),
    enabled: z.boolean(),
    baud_rate: whole(R.baudRate, { unit: "bit/s", format: "bitrate", initial: 500_000 }),
    /** CAN FD only. */
    data_baud_rate: whole(R.dataBaudRate, { unit: "bit/s", format: "bitrate", initial: 2_000_000 }).optional(),
    mode: z.enum(["normal", "listen_only"]),
    termination: z.boolean().default(false),
    /** Whether its frames go to the server; they are recorded all the same. */
    upload: z.boolean().default(true),
    timing: timing.optional(),
    data_timing: timing.optional(),
    filters: listOf(idFilter, R.filtersPerChannel).default([]),
  })
  .refine((entry) => fits(entry.baud_rate, entry.timing), {
    message: "devices.configTiming",
    path: ["timing", "brp"],
  })
  .refine((entry) => fits(entry.data_baud_rate, entry.data_timing), {
    message: "devices.configTiming",
    path: ["data_timing", "brp"],
  });

export const linChannel = z.object({
  channel: channelOf("lin"),
  enabled: z.boolean(),
  baud_rate: whole(R.linBaudRate, { unit: "bit/s", format: "bitrate", initial: 19_200 }),
  data_length: whole(R.linDataLength, { unit: "B", initial: 8 }),
  upload: z.boolean().default(true),
});

export const digitalInput = z.object({
  channel: channelOf("digital"),
  enabled: z.boolean(),
  interval_ms: z.literal(DIGITAL_INTERVALS_MS).meta({ unit: "ms", initial: 100 }),
  upload: z.boolean().default(true),
});

const area = z.object({
  latitude: real(R.latitude, { unit: "°", initial: 0 }),
  longitude: real(R.longitude, { unit: "°", initial: 0 }),
  radius_m: real(R.radiusM, { unit: "m", initial: 500 }),
  when: z.enum(["inside", "outside"]).default("inside"),
});

export const digitalOutput = z
  .object({
    on: z
      .array(z.enum(["record_full", "bus_error", "storage_fault", "area"]))
      .max(4)
      .meta({ items: [0, 4] }),
    level: z.enum(["high", "low"]).default("high"),
    area: area.optional(),
  })
  .refine(({ on, area: place }) => !on.includes("area") || place !== undefined, {
    message: "devices.configAreaNeeded",
    path: ["area"],
  });
