import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { arrivalErrors } from "./arrival-errors.ts";
import { signedIn } from "./sessions.ts";
import { subUserErrors } from "./sub-user-errors.ts";

/** ACC-20: what weixin sent back; the first time the person signs in otherwise and binds it. */
export const finishWeixin = endpoint({
  name: "accounts.finishWeixin",
  method: "POST",
  path: "/control/third-logins/weixin",
  summary: { zh: "微信登录", en: "Sign in with what WeChat sent back" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  body: z.object({ code: z.string().min(1).max(512), state: z.string().min(1).max(512) }),
  reply: signedIn,
  errors: [
    arrivalErrors.arrivalExpired,
    arrivalErrors.arrivalRefused,
    arrivalErrors.bindingNeeded,
    arrivalErrors.weixinFactor,
    subUserErrors.passwordMustChange,
  ],
});

export const bindWeixin = endpoint({
  name: "accounts.bindWeixin",
  method: "POST",
  path: "/tenant/users/self/weixin",
  summary: { zh: "绑定微信", en: "Bind the weixin of a ticket to one's account" },
  access: { kind: "session" },
  sessionOnly: true,
  audited: true,
  rateLimit: { perMinute: 20, per: "user" },
  /** Of the answer accounts.bindingNeeded. */
  body: z.object({ binding_ticket: z.string().min(1).max(128) }),
  reply: z.object({ message: z.string() }),
  errors: [arrivalErrors.arrivalExpired, arrivalErrors.bindingTaken],
});
