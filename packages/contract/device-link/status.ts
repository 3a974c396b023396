import { BUS_STATES } from "@canopy/can/bus/error-frame";
import { z } from "zod";
import { sendingLists } from "./sending.ts";
import { channel, count, shortText, timeMs } from "./values.ts";

export const CARD_STATES = ["not_inserted", "not_recording", "recording", "unsupported"] as const;

const channelStatus = z.object({
  channel,
  enabled: z.boolean().optional(),
  state: z.enum(BUS_STATES).optional(),
  load_percent: z.number().min(0).max(100).optional(),
  frames_per_second: z.number().min(0).optional(),
  /** Receive and transmit error counters. */
  rec: z.number().int().min(0).max(255).optional(),
  tec: z.number().int().min(0).max(256).optional(),
});

/** `up/status`: the terminal's report of itself. Absent fields keep their value. */
export const statusMessage = z.object({
  time: timeMs,
  model: shortText.optional(),
  firmware_version: shortText.optional(),
  hardware_version: shortText.optional(),
  sd_state: z.enum(CARD_STATES).optional(),
  sd_total_mb: z.number().min(0).optional(),
  sd_used_mb: z.number().min(0).optional(),
  channels: z.array(channelStatus).max(80).optional(),
  /** The configuration that is in force. */
  config_revision: count.optional(),
  /** Its hash: eight hexadecimal digits, as `configHash` reckons it. */
  config_hash: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional(),
  /** Where the clock was last set from. */
  clock: z.enum(["gps", "network", "server", "rtc", "none"]).optional(),
  uptime_s: z.number().min(0).optional(),
  supply_v: z.number().min(0).max(1000).optional(),
  temperature_c: z.number().min(-100).max(200).optional(),
  signal_dbm: z.number().min(-200).max(0).optional(),
  /** Batches that wait on the card for an acknowledgement. */
  waiting_batches: count.optional(),
  sending: sendingLists.optional(),
});
export type DeviceStatus = z.output<typeof statusMessage>;
