import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { accountErrors } from "./errors.ts";

/** Target of a hand-over code (NAV-05): a page of ours, or a foreign site named in the configuration. */
export const HAND_OVER_TARGETS = ["can_monitor", "can_operation", "billing", "manage", "page"] as const;

export const createHandOver = endpoint({
  name: "accounts.createHandOver",
  method: "POST",
  path: "/control/hand-overs",
  summary: { zh: "生成一次性交接码（30 秒）", en: "A one-time hand-over code, good for 30 s" },
  access: { kind: "session" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  body: z.object({ target: z.enum(HAND_OVER_TARGETS) }),
  reply: z.object({ code: z.string(), expires_time: z.number() }),
});

export const exchangeHandOver = endpoint({
  name: "accounts.exchangeHandOver",
  method: "POST",
  path: "/control/hand-overs/exchange",
  summary: { zh: "用交接码换取会话", en: "Exchange a hand-over code for a session" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  body: z.object({ code: z.string().min(1).max(128) }),
  reply: z.object({
    token: z.string(),
    ujwt: z.string(),
    message: z.string(),
    session_id: z.string(),
    target: z.enum(HAND_OVER_TARGETS),
  }),
  errors: [accountErrors.handOverInvalid],
});
