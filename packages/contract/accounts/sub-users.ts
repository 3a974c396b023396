import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { fieldErrors } from "./errors.ts";
import { newMobile, optionalEmail } from "./rules.ts";
import { subUserErrors } from "./sub-user-errors.ts";

/** USR-02 */
export const subUserName = z
  .string()
  .min(1, fieldErrors.newUsernameEmpty.code)
  .regex(/^[A-Za-z0-9_]{4,32}$/, subUserErrors.subUserNameFormat.code);

/** The first password is the last digits of the phone; a shorter phone gives all it has. */
export const FIRST_PASSWORD_DIGITS = 8;
export const DESCRIPTION_MAX = 512;

export const TENANT_LEVELS = ["none", "read", "write"] as const;
const tenantLevel = z.enum(TENANT_LEVELS);

const contact = {
  phone: newMobile,
  email: optionalEmail.default(""),
  description: z.string().trim().max(DESCRIPTION_MAX).default(""),
};

export const newSubUser = z.object({ name: subUserName, ...contact });
export const subUserChange = z.object({ ...contact, tenant_level: tenantLevel });

const subUser = z.object({
  id: z.string(),
  name: z.string(),
  /** `name@primary`, as it signs in. */
  sign_in_name: z.string(),
  phone: z.string(),
  email: z.string(),
  description: z.string(),
  tenant_level: tenantLevel,
  readable: z.number(),
  read_write: z.number(),
  /** The first password is not changed yet. */
  is_first_password: z.boolean(),
  created_time: z.number(),
  last_seen_time: z.number().nullable(),
  /** The oldest open session: its rights are those of that moment (USR-04). */
  signed_in_time: z.number().nullable(),
  /** Rights were changed after that. */
  is_outdated: z.boolean(),
});
export type SubUser = z.output<typeof subUser>;

const manages = { access: { kind: "manager" }, rateLimit: RATE.normal } as const;
const changes = { ...manages, sessionOnly: true, audited: true } as const;
const ofSubUser = z.object({ user_id: idOf("subUser") });

/** NAV-14: columns that the list is sorted by. */
export const SUB_USER_ORDERS = ["name", "phone", "email", "tenant_level", "created_time", "last_seen_time"] as const;

export const listSubUsers = endpoint({
  name: "accounts.listSubUsers",
  method: "GET",
  path: "/tenant/sub-users",
  summary: { zh: "子用户列表", en: "The sub-users of one's tenant" },
  ...manages,
  audited: false,
  query: z.object({ ...pageQuery, ...orderQuery(SUB_USER_ORDERS), keyword: z.string().max(64).default("") }),
  reply: listOf(subUser).extend({ used: z.number(), limit: z.number().nullable() }),
});

export const getSubUser = endpoint({
  name: "accounts.getSubUser",
  method: "GET",
  path: "/tenant/sub-users/{user_id}",
  summary: { zh: "子用户", en: "A sub-user" },
  ...manages,
  audited: false,
  params: ofSubUser,
  reply: z.object({ data: subUser }),
});

export const createSubUser = endpoint({
  name: "accounts.createSubUser",
  method: "POST",
  path: "/tenant/sub-users",
  summary: {
    zh: "新建子用户（初始密码为手机号后 8 位）",
    en: "Make a sub-user; its first password is the phone's last 8 digits",
  },
  ...changes,
  idempotent: true,
  body: newSubUser,
  reply: z.object({ data: z.object({ id: z.string(), sign_in_name: z.string() }) }),
  errors: [fieldErrors.usernameExists, fieldErrors.phoneExists, subUserErrors.subUserLimit],
});

export const updateSubUser = endpoint({
  name: "accounts.updateSubUser",
  method: "PUT",
  path: "/tenant/sub-users/{user_id}",
  summary: { zh: "修改子用户", en: "Change a sub-user" },
  ...changes,
  params: ofSubUser,
  body: subUserChange,
  reply: z.object({ message: z.string() }),
  errors: [fieldErrors.phoneExists],
});

export const deleteSubUser = endpoint({
  name: "accounts.deleteSubUser",
  method: "DELETE",
  path: "/tenant/sub-users/{user_id}",
  summary: { zh: "删除子用户", en: "Delete a sub-user; its access ends at once" },
  ...changes,
  params: ofSubUser,
  reply: z.object({ message: z.string() }),
});

export const resetSubUserPassword = endpoint({
  name: "accounts.resetSubUserPassword",
  method: "PUT",
  path: "/tenant/sub-users/{user_id}/password",
  summary: { zh: "重置子用户密码", en: "Set a sub-user's password back to its first one" },
  ...changes,
  params: ofSubUser,
  reply: z.object({ message: z.string() }),
  errors: [subUserErrors.noPassword],
});

export const endSubUserSessions = endpoint({
  name: "accounts.endSubUserSessions",
  method: "DELETE",
  path: "/tenant/sub-users/{user_id}/sessions",
  summary: { zh: "让子用户立即退出", en: "Sign a sub-user out everywhere" },
  ...changes,
  params: ofSubUser,
  reply: z.object({ message: z.string(), ended: z.number() }),
});

/** USR-10: what a new sub-user gets. */
export const defaultRole = z.object({
  tenant_level: tenantLevel.default("read"),
  /** On all devices there are at that moment. */
  device_level: tenantLevel.default("none"),
});
export type DefaultRole = z.output<typeof defaultRole>;

export const getDefaultRole = endpoint({
  name: "accounts.getDefaultRole",
  method: "GET",
  path: "/tenant/default-role",
  summary: { zh: "新子用户的默认权限", en: "What a new sub-user gets" },
  ...manages,
  audited: false,
  reply: z.object({ data: defaultRole }),
});

export const setDefaultRole = endpoint({
  name: "accounts.setDefaultRole",
  method: "PUT",
  path: "/tenant/default-role",
  summary: { zh: "设置新子用户的默认权限", en: "Set what a new sub-user gets" },
  ...changes,
  body: defaultRole,
  reply: z.object({ message: z.string() }),
});
