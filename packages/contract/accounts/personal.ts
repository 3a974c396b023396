import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { imageErrors } from "../platform/image-errors.ts";
import { IMAGE_MAX_BYTES } from "../platform/images.ts";
import { fieldErrors, signInErrors } from "./errors.ts";
import { organisationFields, ownFields } from "./person.ts";
import { personErrors } from "./person-errors.ts";
import { personalErrors } from "./personal-errors.ts";
import {
  acrossFields,
  confirmedPassword,
  emailCode,
  equal,
  newEmail,
  newMobile,
  newPassword,
  phoneCode,
} from "./rules.ts";
import { subUserErrors } from "./sub-user-errors.ts";

const own = { access: { kind: "session" }, sessionOnly: true, rateLimit: RATE.normal } as const;

/** As stored: an account that an operator made has empty fields. */
const profile = z.object({
  id: z.string(),
  name: z.string(),
  sign_in_name: z.string(),
  is_sub_user: z.boolean(),
  tenant_name: z.string(),
  tenant_type: z.number(),
  /** Of a merchant: what its owners register with (ACC-13). */
  merchant_code: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
  avatar: z.string(),
  nick_name: z.string(),
  gender: z.enum(["男", "女"]),
  job: z.string(),
  department: z.string(),
  description: z.string(),
  industry: z.string(),
  organization_name: z.string(),
  address: z.string(),
  country: z.string(),
  province: z.string(),
  city: z.string(),
});
export type Profile = z.output<typeof profile>;

export const getProfile = endpoint({
  name: "accounts.getProfile",
  method: "GET",
  path: "/tenant/users/self/profile",
  summary: { zh: "本人资料", en: "One's own profile" },
  ...own,
  audited: false,
  reply: z.object({ data: profile }),
});

export const ownProfile = z.object({ ...ownFields, ...organisationFields });
/** ACC-24: a sub-user has the organisation of the primary account. */
const subUserProfile = z.object(ownFields);
/** The form shows it all the same, whatever stands there. */
export const subUserForm = subUserProfile.extend({
  industry: z.string(),
  organization_name: z.string(),
  address: z.string(),
  country: z.string(),
  province: z.string(),
  city: z.string(),
});

/** The picture alone may have 2 MB. */
const PROFILE_MAX_BYTES = Math.ceil((IMAGE_MAX_BYTES * 4) / 3) + 32 * 1024;

export const updateProfile = endpoint({
  name: "accounts.updateProfile",
  method: "PUT",
  path: "/tenant/users/self/profile",
  summary: { zh: "修改本人资料", en: "Change one's own profile" },
  ...own,
  audited: true,
  bodyLimit: PROFILE_MAX_BYTES,
  body: subUserProfile.extend({ organisation: z.object(organisationFields).optional() }),
  reply: z.object({ message: z.string() }),
  errors: [...Object.values(personErrors), ...Object.values(imageErrors)],
});

export const passwordChange = z
  .object({
    old_password: z.string().min(1, fieldErrors.passwordEmpty.code).max(128),
    new_password: newPassword,
    confirmPassword: confirmedPassword,
  })
  .refine(equal("new_password", "confirmPassword"), acrossFields("confirmPassword", fieldErrors.passwordsDiffer.code));

export const changePassword = endpoint({
  name: "accounts.changePassword",
  method: "PUT",
  path: "/tenant/users/self/password",
  summary: { zh: "修改密码（其他会话结束）", en: "Change one's password; other sessions end" },
  ...own,
  audited: true,
  rateLimit: RATE.proved,
  body: passwordChange,
  reply: z.object({ message: z.string(), ended: z.number() }),
  errors: [
    ...Object.values(fieldErrors),
    personalErrors.passwordWrong,
    signInErrors.locked,
    subUserErrors.passwordUnchanged,
  ],
});

export const phoneChange = z.object({ destination: newMobile, verification_code: phoneCode });
export const emailChange = z.object({ destination: newEmail, verification_code: emailCode });

export const changePhone = endpoint({
  name: "accounts.changePhone",
  method: "PUT",
  path: "/tenant/users/self/phone",
  summary: { zh: "更换手机号", en: "Change one's phone, by a code sent to the new one" },
  ...own,
  audited: true,
  body: phoneChange,
  reply: z.object({ message: z.string() }),
  errors: [fieldErrors.phoneCodeInvalid, fieldErrors.phoneExists],
});

export const changeEmail = endpoint({
  name: "accounts.changeEmail",
  method: "PUT",
  path: "/tenant/users/self/email",
  summary: { zh: "更换邮箱", en: "Change one's e-mail, by a code sent to the new one" },
  ...own,
  audited: true,
  body: emailChange,
  reply: z.object({ message: z.string() }),
  errors: [fieldErrors.emailCodeInvalid, fieldErrors.emailExists],
});

/** A task; the archive that it makes is kept for a day. */
export const createOwnArchive = endpoint({
  name: "accounts.createOwnArchive",
  method: "POST",
  path: "/tenant/users/self/data",
  summary: { zh: "生成本人数据的压缩包", en: "Have an archive made of one's own data" },
  ...own,
  audited: true,
  rateLimit: { perMinute: 6, per: "user" },
  reply: z.object({ id: z.string() }),
});

export const exportOwnData = endpoint({
  name: "accounts.exportOwnData",
  method: "GET",
  path: "/tenant/users/self/data",
  summary: { zh: "下载本人数据的压缩包（ZIP）", en: "The archive of one's own data (ZIP)" },
  ...own,
  audited: false,
  rateLimit: { perMinute: 30, per: "user" },
  reply: z.unknown(),
  contentType: "application/octet-stream",
  errors: [personalErrors.archiveNone],
});

/** What an account has beside its sessions, tokens, sub-users and devices. */
export const CLOSING_KINDS = [
  ...(["data", "files", "dbcFiles", "strategies", "layouts", "functions", "rules", "events", "fences"] as const),
  ...([
    "vehicles",
    "types",
    "labels",
    "ecus",
    "faultCodes",
    "firmware",
    "pushRules",
    "outputs",
    "orders",
    "messages",
  ] as const),
  ...(["rights", "favourites", "choices", "identities"] as const),
] as const;

export const getClosing = endpoint({
  name: "accounts.getClosing",
  method: "GET",
  path: "/tenant/users/self/closing",
  summary: { zh: "注销账号会失去什么", en: "What goes when one's account is closed" },
  ...own,
  audited: false,
  reply: z.object({
    data: z.object({
      sessions: z.number(),
      tokens: z.number(),
      sub_users: z.number(),
      devices: z.number(),
      /** Everything else that goes, where there is any; bytes of data and files. */
      goes: z.array(z.object({ kind: z.enum(CLOSING_KINDS), count: z.number(), bytes: z.number().nullable() })),
    }),
  }),
});

/** A sub-user's account is deleted; a primary account's tenant is closed, and the operator told to erase it. */
export const closeAccount = endpoint({
  name: "accounts.closeAccount",
  method: "POST",
  path: "/tenant/users/self/close",
  summary: { zh: "注销本人账号", en: "Close one's own account" },
  ...own,
  audited: true,
  rateLimit: RATE.proved,
  body: z.object({ name: z.string().max(128), password: z.string().max(128) }),
  reply: z.object({ message: z.string() }),
  errors: [
    personalErrors.passwordWrong,
    personalErrors.nameDiffers,
    personalErrors.lastOperator,
    signInErrors.conflict,
    signInErrors.locked,
  ],
});
