import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { arrivalErrors } from "./arrival-errors.ts";
import { signedIn } from "./sessions.ts";
import { subUserErrors } from "./sub-user-errors.ts";
import { TENANT_LEVELS } from "./sub-users.ts";

export const OIDC_RULES_MAX = 20;

const level = z.enum(TENANT_LEVELS);

/** A claim of the provider with this value (or a list that has it) gives these rights; an empty value: any. */
const oidcRule = z.object({
  claim: z.string().trim().min(1).max(128),
  value: z.string().trim().max(256),
  tenant_level: level,
  /** On every device of the tenant; given once, when the sub-user is made. */
  device_level: level,
});
export type OidcRule = z.output<typeof oidcRule>;

export const oidcForm = z.object({
  enabled: z.boolean(),
  issuer: z.url({ protocol: /^https?$/, error: arrivalErrors.issuerInvalid.code }).max(512),
  client_id: z.string().trim().min(1).max(256),
  /** Left out: stays as it is. */
  client_secret: z.string().min(1).max(1024).optional(),
  scopes: z.string().trim().max(256).default("openid profile email"),
  /** The first that fits decides; none fits: nobody enters. */
  rules: z.array(oidcRule).max(OIDC_RULES_MAX),
  /** A person whose e-mail the provider has checked enters as the sub-user with that address, and keeps its rights. */
  joins_by_email: z.boolean().default(false),
});
export type OidcForm = z.output<typeof oidcForm>;

const manages = { access: { kind: "manager" }, sessionOnly: true, rateLimit: RATE.normal } as const;

/** OPS-07 */
export const getOidc = endpoint({
  name: "accounts.getOidc",
  method: "GET",
  path: "/tenant/oidc",
  summary: {
    zh: "本租户的 OpenID Connect 登录",
    en: "Sign-in by the tenant's own OpenID provider; the secret is never told",
  },
  ...manages,
  audited: false,
  reply: z.object({
    data: z.object({
      enabled: z.boolean(),
      /** Empty: none is set. */
      issuer: z.string(),
      client_id: z.string(),
      scopes: z.string(),
      rules: z.array(oidcRule),
      joins_by_email: z.boolean(),
      has_secret: z.boolean(),
      /** What people type, and the link that starts it. */
      company: z.string(),
    }),
  }),
});

export const setOidc = endpoint({
  name: "accounts.setOidc",
  method: "PUT",
  path: "/tenant/oidc",
  summary: { zh: "设置 OpenID Connect 登录", en: "Set the tenant's own OpenID provider" },
  ...manages,
  audited: true,
  body: oidcForm,
  reply: z.object({ message: z.string() }),
  errors: [arrivalErrors.issuerPrivate, arrivalErrors.issuerInvalid, arrivalErrors.clientSecretMissing],
});

export const removeOidc = endpoint({
  name: "accounts.removeOidc",
  method: "DELETE",
  path: "/tenant/oidc",
  summary: { zh: "移除 OpenID Connect 登录", en: "Remove the tenant's own OpenID provider" },
  ...manages,
  audited: true,
  reply: z.object({ message: z.string() }),
});

export const checkOidc = endpoint({
  name: "accounts.checkOidc",
  method: "POST",
  path: "/tenant/oidc/check",
  summary: { zh: "读取服务方的配置", en: "Read the provider's own configuration" },
  ...manages,
  audited: false,
  rateLimit: { perMinute: 20, per: "user" },
  body: oidcForm.pick({ issuer: true }),
  reply: z.object({ data: z.object({ issuer: z.string(), authorization_endpoint: z.string() }) }),
  errors: [arrivalErrors.issuerPrivate, arrivalErrors.issuerUnreachable],
});

export const startOidc = endpoint({
  name: "accounts.startOidc",
  method: "POST",
  path: "/control/oidc/sign-ins",
  summary: { zh: "开始 OpenID Connect 登录", en: "Begin a sign-in by a tenant's own provider" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.guarded,
  body: z.object({
    company: z.string().trim().min(1).max(64),
    /** Where the provider sends the person back to: the sign-in page of this site. */
    redirect_uri: z.url({ protocol: /^https?$/ }).max(512),
  }),
  reply: z.object({ data: z.object({ url: z.string(), state: z.string() }) }),
  errors: [arrivalErrors.arrivalUnknown, arrivalErrors.redirectForeign, arrivalErrors.issuerUnreachable],
});

export const finishOidc = endpoint({
  name: "accounts.finishOidc",
  method: "POST",
  path: "/control/oidc/sessions",
  summary: { zh: "完成 OpenID Connect 登录", en: "Sign in with what the provider sent back" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  /** The whole query that the provider sent the person back with. */
  body: z.object({ state: z.string().min(1).max(128), query: z.string().max(4096) }),
  reply: signedIn,
  errors: [
    arrivalErrors.arrivalExpired,
    arrivalErrors.arrivalRefused,
    arrivalErrors.arrivalCancelled,
    arrivalErrors.noRule,
    subUserErrors.subUserLimit,
  ],
});
