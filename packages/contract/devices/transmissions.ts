import { z } from "zod";
import { MAX_SENDING } from "../device-link/limits.ts";
import { sendJob } from "../device-link/sending.ts";
import { sentFrame } from "../device-link/sent-frame.ts";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

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
  /** Whether the page of its sender is there; null: it has none, or was left on purpose. */
  attended: z.boolean().nullable(),
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

/** The page of its sender is there, or leaves these to themselves. Others' transmissions are passed over. */
export const keepTransmissions = endpoint({
  name: "devices.keepTransmissions",
  method: "PUT",
  path: "/things/{things_id}/transmissions",
  summary: { zh: "保持循环发送", en: "Keep one's cyclic sends: their page is still there" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
  body: z.strictObject({
    ids: z.array(sendJob).min(1).max(MAX_SENDING),
    /** They go on without a page until somebody stops them. */
    leave: z.boolean().default(false),
  }),
  reply: z.object({ list: z.array(transmission) }),
});

/** Asked before signing out: what one has left running, on all devices. */
export const listOwnTransmissions = endpoint({
  name: "devices.listOwnTransmissions",
  method: "GET",
  path: "/transmissions/own",
  summary: { zh: "自己启动的循环发送", en: "The cyclic sends that one has started" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ list: z.array(z.object({ things_id: z.string(), name: z.string(), transmission })) }),
});
