import { z } from "zod";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { queryMs } from "../platform/times.ts";
import { historyErrors } from "./errors.ts";

export const TROUBLE_KINDS = ["busOff", "errorBurst"] as const;
/** Of a device; the oldest go. */
export const MAX_BUS_TROUBLES = 2000;
/** Devices that one answer names. */
export const MAX_TROUBLED_DEVICES = 20;
export const TROUBLED_HOURS = 24;

const trouble = {
  channel: z.number(),
  kind: z.enum(TROUBLE_KINDS),
  /** Times of the frames. */
  from_time: z.number(),
  to_time: z.number(),
  /** Error frames in this time. */
  errors: z.number(),
};
export type BusTrouble = z.output<z.ZodObject<typeof trouble>>;

/** DEV-13: bus-off and bursts of error frames of a device, as they came from its terminal. Newest first. */
export const listBusTroubles = endpoint({
  ...readsDevice,
  name: "frames.listBusTroubles",
  method: "GET",
  path: "/things/{things_id}/bus-troubles",
  summary: {
    zh: "设备的总线故障时段（总线关闭、错误帧突发）",
    en: "When a bus of a device was off or full of error frames",
  },
  query: z.object({ ...pageQuery, start_time: queryMs.optional(), end_time: queryMs.optional() }),
  reply: listOf(z.object(trouble)),
  errors: [historyErrors.rangeReversed],
});

/** Of the devices that the caller may read: the newest trouble of each in the last 24 hours, bus-off first. */
export const listTroubledDevices = endpoint({
  name: "frames.listTroubledDevices",
  method: "GET",
  path: "/bus-troubles",
  summary: { zh: "最近 24 小时总线故障的设备", en: "Devices whose bus was in trouble in the last 24 hours" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({
    list: z.array(z.object({ things_id: z.string(), device_name: z.string(), ...trouble })),
    /** Of all such devices. */
    total: z.number(),
  }),
});
