import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { fieldErrors, signInErrors } from "./errors.ts";

/** ACC-19 */
export const checkAvailability = endpoint({
  name: "accounts.checkAvailability",
  method: "GET",
  path: "/tenant/user-tenants/validation",
  summary: { zh: "手机号、用户名或邮箱是否可用", en: "Whether a mobile, name or e-mail is free" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.scarce,
  query: z.object({ field: z.enum(["mobile", "name", "email"]), value: z.string().min(1).max(254) }),
  reply: z.boolean(),
  coming: true,
});

/** ACC-16: the names of the registration payload are the spec's. */
const registration = z.object({
  avatar: z.string().max(4096).default(""),
  mobile: z.string().max(32),
  mobile_verification_code: z.string().max(16),
  password: z.string().max(128),
  name: z.string().max(64),
  namespace: z.string().max(64),
  username: z.string().max(64),
  description: z.string().max(512).default(""),
  organization_name: z.string().max(64),
  industry: z.string().max(64),
  address: z.string().max(64),
  country: z.string().max(64).default(""),
  province: z.string().max(64).default(""),
  city: z.string().max(64).default(""),
  email: z.string().max(254).default(""),
  email_verification_code: z.string().max(16).default(""),
  department: z.string().max(64).default(""),
  gender: z.enum(["男", "女"]).default("男"),
  job: z.string().max(64),
  tenant_type: z.union([z.literal(0), z.literal(1)]).default(0),
  platform: z.string().max(32).default("candtu"),
  nick_name: z.string().max(64),
  merchant_id: z.string().max(64).default(""),
});

export const register = endpoint({
  name: "accounts.register",
  method: "POST",
  path: "/tenant/user-tenants",
  summary: { zh: "注册", en: "Register a tenant and its primary account" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  idempotent: true,
  body: registration,
  reply: z.object({ id: z.string(), message: z.string() }),
  errors: [...Object.values(fieldErrors), signInErrors.passwordRule],
  coming: true,
});

/** ACC-18 */
export const resetPassword = endpoint({
  name: "accounts.resetPassword",
  method: "PUT",
  path: "/tenant/users/password",
  summary: { zh: "重置密码", en: "Reset a forgotten password" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  body: z.object({
    source: z.string().max(32),
    verification_code: z.string().max(16),
    new_password: z.string().max(128),
    confirmPassword: z.string().max(128),
    type: z.literal(1),
    user_type: z.literal(-1),
  }),
  reply: z.object({ message: z.string() }),
  errors: Object.values(fieldErrors),
  coming: true,
});
