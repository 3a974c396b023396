import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { signInErrors } from "./errors.ts";
import { personalErrors } from "./personal-errors.ts";
import { factorErrors } from "./second-factor-errors.ts";

export const RECOVERY_CODES = 10;
const sixDigits = z.string().regex(/^\d{6}$/, factorErrors.factorFormat.code);
const own = { access: { kind: "session" }, sessionOnly: true, rateLimit: RATE.normal } as const;
const guarded = { perMinute: 20, per: "user" } as const;

export const factorOffer = z.object({ secret: z.string(), uri: z.string(), picture: z.string() });
export type FactorOffer = z.output<typeof factorOffer>;

/** ACC-26 */
export const getFactor = endpoint({
  name: "accounts.getFactor",
  method: "GET",
  path: "/tenant/users/self/second-factor",
  summary: { zh: "本人的两步验证", en: "One's own second factor" },
  ...own,
  audited: false,
  reply: z.object({
    data: z.object({
      is_on: z.boolean(),
      recovery_codes_left: z.number(),
      /** Chosen by the tenant's manager. */
      is_required: z.boolean(),
      may_require: z.boolean(),
    }),
  }),
});

export const offerFactor = endpoint({
  name: "accounts.offerFactor",
  method: "POST",
  path: "/tenant/users/self/second-factor",
  summary: { zh: "生成两步验证密钥", en: "A new key for an authenticator app; good once a code of it was given" },
  ...own,
  audited: true,
  rateLimit: guarded,
  /** Asked for where one is on: whoever finds an open session cannot change the key. */
  body: z.object({ password: z.string().max(128).default("") }),
  reply: z.object({ data: factorOffer }),
  errors: [personalErrors.passwordWrong, signInErrors.locked],
});

export const factorCode = z.object({ code: sixDigits });

export const confirmFactor = endpoint({
  name: "accounts.confirmFactor",
  method: "PUT",
  path: "/tenant/users/self/second-factor",
  summary: { zh: "启用两步验证（恢复码仅显示一次）", en: "Turn the second factor on; recovery codes are shown once" },
  ...own,
  audited: true,
  rateLimit: guarded,
  body: factorCode,
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  errors: [factorErrors.factorWrong, factorErrors.factorNotOffered],
});

export const removeFactor = endpoint({
  name: "accounts.removeFactor",
  method: "POST",
  path: "/tenant/users/self/second-factor/remove",
  summary: { zh: "停用两步验证", en: "Turn the second factor off" },
  ...own,
  audited: true,
  rateLimit: guarded,
  body: z.object({ password: z.string().max(128) }),
  reply: z.object({ message: z.string() }),
  errors: [personalErrors.passwordWrong, signInErrors.locked, factorErrors.factorRequired],
});

/** Applies from the next sign-in of each user. */
export const requireFactor = endpoint({
  name: "accounts.requireFactor",
  method: "PUT",
  path: "/tenant/second-factor",
  summary: { zh: "要求租户内全部用户使用两步验证", en: "Require a second factor of every user of one's tenant" },
  access: { kind: "manager" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  body: z.object({ is_required: z.boolean() }),
  reply: z.object({ message: z.string() }),
});

/** For somebody who must have one before the first session: the ticket of `accounts.factorSetup`, and a code. */
export const setUpFactor = endpoint({
  name: "accounts.setUpFactor",
  method: "PUT",
  path: "/control/second-factor",
  summary: { zh: "登录前启用两步验证", en: "Turn the second factor on before the first session" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  body: factorCode.extend({ security_ticket: z.string().min(1).max(128) }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  errors: [factorErrors.factorWrong, factorErrors.factorNotOffered],
});
