import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { codeErrors, fieldErrors, signInErrors } from "./errors.ts";

export const CODE_BY_PHONE = 1;
export const CODE_BY_EMAIL = 2;

/** Spec §7: type 1 phone, 2 e-mail; the purpose binds a code to its use. */
const request = {
  type: z.union([z.literal(CODE_BY_PHONE), z.literal(CODE_BY_EMAIL)]),
  destination: z.string().min(1, fieldErrors.phoneEmpty.code).max(254),
  purpose: z.enum(["login", "register", "modify"]),
};

const errors = [
  ...Object.values(codeErrors),
  signInErrors.phoneUnknown,
  fieldErrors.phoneFormat,
  fieldErrors.emailFormat,
];

export const sendVerificationCode = endpoint({
  name: "accounts.sendVerificationCode",
  method: "POST",
  path: "/control/verification-codes",
  summary: { zh: "发送验证码", en: "Send a verification code by text message or e-mail" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.guarded,
  body: z.object(request),
  reply: z.object({ message: z.string(), countdown_seconds: z.number() }),
  errors,
});

export const sendManagerVerificationCode = endpoint({
  name: "accounts.sendManagerVerificationCode",
  method: "POST",
  path: "/control/verification-codes/tenant-manager",
  summary: { zh: "发送验证码（租户管理员）", en: "Send a verification code, manager variant with region" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.guarded,
  body: z.object({ ...request, region: z.enum(["cn", "intl"]).default("cn") }),
  reply: z.object({ message: z.string(), countdown_seconds: z.number() }),
  errors,
});
