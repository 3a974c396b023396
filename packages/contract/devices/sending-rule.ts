import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";

/** `writers`: who has the right to change a device. */
export const SENDERS = ["writers", "managers", "nobody"] as const;
export type Senders = (typeof SENDERS)[number];

/** What becomes of a cyclic send whose page is gone: it is stopped, or goes on and is shown as that. */
export const ORPHANS = ["stop", "show"] as const;

/** A page says that often that it is there; one that is silent this long is gone. */
export const SENDING_BEAT_MS = 10_000;
export const SENDING_GONE_MS = 30_000;

const sendingRule = z.strictObject({ who: z.enum(SENDERS), orphans: z.enum(ORPHANS) });
export type SendingRule = z.output<typeof sendingRule>;

/** DEV-06: the rule of one's tenant; everybody may know why sending is refused. */
export const getSendingRule = endpoint({
  name: "devices.getSendingRule",
  method: "GET",
  path: "/tenant/sending-rule",
  summary: { zh: "发送帧的规则", en: "Who of one's tenant may send frames" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ data: sendingRule }),
});

export const setSendingRule = endpoint({
  name: "devices.setSendingRule",
  method: "PUT",
  path: "/tenant/sending-rule",
  summary: { zh: "修改发送帧的规则", en: "Change who of one's tenant may send frames" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  body: sendingRule,
  reply: z.object({ data: sendingRule }),
});
