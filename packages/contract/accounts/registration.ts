import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { imageErrors } from "../platform/image-errors.ts";
import { IMAGE_MAX_BYTES } from "../platform/images.ts";
import { accountErrors, fieldErrors, registrationErrors, signInErrors } from "./errors.ts";
import { organisationFields, ownFields } from "./person.ts";
import { personErrors } from "./person-errors.ts";
import {
  acrossFields,
  confirmedPassword,
  emailCode,
  equal,
  isMobile,
  newEmail,
  newMobile,
  newPassword,
  newUsername,
  optionalEmail,
  phoneCode,
  REGIONS,
  type Region,
  registrationUsername,
} from "./rules.ts";
import { PLATFORM } from "./self.ts";

/** ACC-13: 0 owner organisation, 1 device maker. */
export const OWNER = 0;
export const MERCHANT = 1;

export const AVAILABILITY_FIELDS = ["mobile", "name", "email", "merchant_id"] as const;

/** ACC-19; ours: `merchant_id` answers whether an owner may register with it (ACC-13). */
export const checkAvailability = endpoint({
  name: "accounts.checkAvailability",
  method: "GET",
  path: "/tenant/user-tenants/validation",
  summary: { zh: "手机号、用户名或邮箱是否可用", en: "Whether a mobile, name or e-mail is free" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.scarce,
  query: z.object({ field: z.enum(AVAILABILITY_FIELDS), value: z.string().min(1).max(254) }),
  reply: z.boolean(),
});

const MERCHANT_ID_MAX = 64;
const merchantId = z.string().trim().max(MERCHANT_ID_MAX, fieldErrors.merchantIdInvalid.code);
const tenantType = z.union([z.literal(OWNER), z.literal(MERCHANT)]);

type Kind = { tenant_type: number; merchant_id: string };
const namesMerchant = ({ tenant_type, merchant_id }: Kind) => tenant_type === MERCHANT || merchant_id !== "";
const fitsRegion = ({ mobile, region }: { mobile: string; region: Region }) =>
  mobile === "" || (REGIONS.includes(region) && isMobile(String(mobile), region));
const hasEmailCode = ({ email, email_verification_code: code }: { email: string; email_verification_code: string }) =>
  email === "" || emailCode.safeParse(code).success;

/** The first step of the page. */
export const userStep = z
  .object({
    tenant_type: tenantType,
    merchant_id: merchantId,
    name: registrationUsername,
    region: z.enum(REGIONS),
    mobile: newMobile,
    mobile_verification_code: phoneCode,
    password: newPassword,
    confirm: confirmedPassword,
    agreed: z.boolean().refine((ticked) => ticked, registrationErrors.notAgreed.code),
  })
  .refine(namesMerchant, acrossFields("merchant_id", fieldErrors.merchantIdInvalid.code))
  .refine(fitsRegion, acrossFields("mobile", fieldErrors.phoneFormat.code))
  .refine(equal("password", "confirm"), acrossFields("confirm", fieldErrors.passwordsDiffer.code));

/** The second step; skipped, both are empty. */
export const emailStep = z.object({ email: newEmail, email_verification_code: emailCode });

export const personStep = z.object({ ...ownFields, ...organisationFields });

/** ACC-16: the names of the registration payload are the spec's; `region`, `nick_name` and `merchant_id` are ours. */
export const registration = z
  .object({
    ...ownFields,
    ...organisationFields,
    mobile: newMobile,
    mobile_verification_code: phoneCode,
    password: newPassword,
    name: newUsername,
    /** As the name; kept for callers of the spec. */
    namespace: z.string().max(64).default(""),
    username: z.string().max(64).default(""),
    email: optionalEmail.default(""),
    email_verification_code: z.string().max(16).default(""),
    tenant_type: tenantType.default(OWNER),
    platform: z.string().max(32).default(PLATFORM),
    region: z.enum(REGIONS).default("intl"),
    merchant_id: merchantId.default(""),
  })
  .refine(namesMerchant, acrossFields("merchant_id", fieldErrors.merchantIdInvalid.code))
  .refine(fitsRegion, acrossFields("mobile", fieldErrors.phoneFormat.code))
  .refine(hasEmailCode, acrossFields("email_verification_code", fieldErrors.emailCodeFormat.code));

/** Base64 has a third more than the bytes; the other fields are short. */
const REGISTRATION_MAX_BYTES = Math.ceil((IMAGE_MAX_BYTES * 4) / 3) + 32 * 1024;

export const register = endpoint({
  name: "accounts.register",
  method: "POST",
  path: "/tenant/user-tenants",
  summary: { zh: "注册", en: "Register a tenant and its primary account" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  idempotent: true,
  bodyLimit: REGISTRATION_MAX_BYTES,
  body: registration,
  reply: z.object({ id: z.string(), message: z.string(), state: z.enum(["review", "active"]) }),
  errors: [
    ...Object.values(fieldErrors),
    ...Object.values(registrationErrors),
    ...Object.values(personErrors),
    ...Object.values(imageErrors),
    signInErrors.passwordRule,
    accountErrors.tenantNameTaken,
  ],
});

/** ACC-18: the names are the spec's. */
export const passwordReset = z
  .object({
    source: newMobile,
    verification_code: phoneCode,
    new_password: newPassword,
    confirmPassword: confirmedPassword,
    type: z.literal(1).default(1),
    user_type: z.literal(-1).default(-1),
  })
  .refine(equal("new_password", "confirmPassword"), acrossFields("confirmPassword", fieldErrors.passwordsDiffer.code));

export const resetPassword = endpoint({
  name: "accounts.resetPassword",
  method: "PUT",
  path: "/tenant/users/password",
  summary: { zh: "重置密码", en: "Reset a forgotten password" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  body: passwordReset,
  reply: z.object({ message: z.string() }),
  errors: [...Object.values(fieldErrors), signInErrors.phoneUnknown, signInErrors.conflict],
});
