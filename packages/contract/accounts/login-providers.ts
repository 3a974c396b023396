import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { arrivalErrors } from "./arrival-errors.ts";

/** ACC-20, USR-08: the sites over which people of every tenant may sign in, each with an app of the operator there. */
export const LOGIN_PROVIDER_KINDS = ["weixin"] as const;
export type LoginProviderKind = (typeof LOGIN_PROVIDER_KINDS)[number];

/** Where weixin's own open platform stands; another server may speak its protocol. */
export const WEIXIN_SIGN_IN_URL = "https://open.weixin.qq.com/connect/qrconnect";
export const WEIXIN_API_URL = "https://api.weixin.qq.com";

const address = z
  .url({ protocol: /^https?$/ })
  .trim()
  .max(512);

export const loginProviderForm = z.object({
  is_on: z.boolean(),
  app_id: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/),
  /** Left out: stays as it is. */
  secret: z.string().min(1).max(500).optional(),
  sign_in_url: address,
  api_url: address,
});
export type LoginProviderForm = z.output<typeof loginProviderForm>;

const operated = { access: { kind: "system" }, sessionOnly: true, audited: true, rateLimit: RATE.normal } as const;
const one = z.object({ kind: z.enum(LOGIN_PROVIDER_KINDS) });

export const listLoginProviders = endpoint({
  ...operated,
  audited: false,
  name: "accounts.listLoginProviders",
  method: "GET",
  path: "/operating/login-providers",
  summary: { zh: "登录服务方", en: "Sites over which people sign in; secrets are never told" },
  reply: z.object({
    list: z.array(
      z.object({
        kind: z.enum(LOGIN_PROVIDER_KINDS),
        is_on: z.boolean(),
        /** Empty: none. */
        app_id: z.string(),
        sign_in_url: z.string(),
        api_url: z.string(),
        has_secret: z.boolean(),
        /** By the environment as long as the operator sets none here. */
        is_from_environment: z.boolean(),
      }),
    ),
  }),
});

export const setLoginProvider = endpoint({
  ...operated,
  name: "accounts.setLoginProvider",
  method: "PUT",
  path: "/operating/login-providers/{kind}",
  summary: { zh: "设置登录服务方", en: "Set the operator's app at a site over which people sign in" },
  params: one,
  body: loginProviderForm,
  reply: z.object({ message: z.string() }),
  errors: [arrivalErrors.clientSecretMissing],
});

export const removeLoginProvider = endpoint({
  ...operated,
  name: "accounts.removeLoginProvider",
  method: "DELETE",
  path: "/operating/login-providers/{kind}",
  summary: { zh: "移除登录服务方", en: "Remove the operator's app: that of the environment counts again" },
  params: one,
  reply: z.object({ message: z.string() }),
});
