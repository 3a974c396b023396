import { z } from "zod";
import { sentFrame } from "../device-link/sent-frame.ts";
import { endpoint, readsDevice } from "../platform/endpoint.ts";

/** DEV-06: a list of frames that a terminal sends again and again, as far as is known. */
export const transmission = z.object({
  /** The `id` of the command that started it, where it was one. */
  id: z.string(),
  /** Empty: the terminal has not said. */
  frames: z.array(sentFrame),
  /** 0: until stopped. */
  repeat: z.number(),
  period_ms: z.number(),
  /** Frames that were on the bus, as the terminal last said; null: it does not say. */
  sent: z.number().nullable(),
  /** False: the terminal did not answer in time, and may be sending. */
  confirmed: z.boolean(),
  /** The user that started it; null: unknown. */
  user_name: z.string().nullable(),
  since: z.number(),
});
export type Transmission = z.output<typeof transmission>;

/** Oldest first. Changes come over the live stream too. */
export const listTransmissions = endpoint({
  ...readsDevice,
  name: "devices.listTransmissions",
  method: "GET",
  path: "/things/{things_id}/transmissions",
  summary: { zh: "设备正在循环发送的帧", en: "What a device is sending again and again" },
  reply: z.object({ list: z.array(transmission) }),
});
