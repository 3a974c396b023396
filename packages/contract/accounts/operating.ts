import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderQuery, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { accountErrors, fieldErrors } from "./errors.ts";
import { newUsername, signInPhone, TENANT_NAME_MAX } from "./rules.ts";

/** NAV-14: columns that the lists here are sorted by. */
export const TENANT_ORDERS = ["name", "tenant_type", "state", "users", "created_time"] as const;
export const ALL_SESSION_ORDERS = ["user_name", "tenant_name", "address", "created_time", "last_seen_time"] as const;
export const ALL_TOKEN_ORDERS = [
  "name",
  "user_name",
  "tenant_name",
  "scope",
  "created_time",
  "expires_time",
  "last_used_time",
] as const;

/** The system manager's pages: tenants, all sessions, all tokens. */
export const listTenants = endpoint({
  name: "accounts.listTenants",
  method: "GET",
  path: "/operating/tenants",
  summary: { zh: "全部租户", en: "All tenants" },
  access: { kind: "system" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, ...orderQuery(TENANT_ORDERS), keyword: z.string().max(64).default("") }),
  reply: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      tenant_type: z.number(),
      state: z.enum(["review", "active", "refused", "closed"]),
      users: z.number(),
      created_time: z.number(),
    }),
  ),
});

/** USR-01: objects made by an operator are active at once. */
export const newTenant = z.object({
  name: z.string().trim().min(1).max(TENANT_NAME_MAX),
  tenant_type: z.union([z.literal(0), z.literal(1)]).default(0),
  owner_name: newUsername,
  owner_phone: z.union([z.literal(""), signInPhone]).default(""),
});

export const createTenant = endpoint({
  name: "accounts.createTenant",
  method: "POST",
  path: "/operating/tenants",
  summary: {
    zh: "新建租户及其主账号（密码仅显示一次）",
    en: "Make a tenant and its owner; the password is shown once",
  },
  access: { kind: "system" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  body: newTenant,
  reply: z.object({ data: z.object({ id: z.string(), owner_id: z.string() }), password: z.string() }),
  errors: [accountErrors.tenantNameTaken, fieldErrors.usernameExists, fieldErrors.phoneExists],
});

/**
 * Closed: no user and no device of the tenant can connect; nothing is deleted. A registration that waits or was refused
 * is decided on its own page (ACC-17).
 */
export const setTenantState = endpoint({
  name: "accounts.setTenantState",
  method: "PUT",
  path: "/operating/tenants/{tenant_id}/state",
  summary: { zh: "停用或启用租户", en: "Close a tenant or open it again" },
  access: { kind: "system" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("operatedTenant") }),
  body: z.object({ state: z.enum(["active", "closed"]) }),
  reply: z.object({ data: z.object({ state: z.enum(["active", "closed"]) }) }),
  errors: [accountErrors.platformTenant, accountErrors.tenantUndecided],
});

export const listAllSessions = endpoint({
  name: "accounts.listAllSessions",
  method: "GET",
  path: "/operating/sessions",
  summary: { zh: "全部会话", en: "All sessions" },
  access: { kind: "system" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, ...orderQuery(ALL_SESSION_ORDERS), keyword: z.string().max(64).default("") }),
  reply: listOf(
    z.object({
      id: z.string(),
      tenant_name: z.string(),
      user_name: z.string(),
      address: z.string(),
      agent: z.string(),
      created_time: z.number(),
      last_seen_time: z.number(),
    }),
  ),
});

export const listAllAccessTokens = endpoint({
  name: "accounts.listAllAccessTokens",
  method: "GET",
  path: "/operating/access-tokens",
  summary: { zh: "全部访问令牌", en: "All access tokens" },
  access: { kind: "system" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, ...orderQuery(ALL_TOKEN_ORDERS), keyword: z.string().max(64).default("") }),
  reply: listOf(
    z.object({
      id: z.string(),
      tenant_name: z.string(),
      user_name: z.string(),
      name: z.string(),
      scope: z.string(),
      created_time: z.number(),
      expires_time: z.number().nullable(),
      last_used_time: z.number().nullable(),
    }),
  ),
});
