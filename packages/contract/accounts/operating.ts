import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";

/** The system manager's first pages: the outbox, all sessions, all tokens, tenants (read). */
export const listTenants = endpoint({
  name: "accounts.listTenants",
  method: "GET",
  path: "/operating/tenants",
  summary: { zh: "全部租户", en: "All tenants" },
  access: { kind: "system" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, keyword: z.string().max(64).default("") }),
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

export const listAllSessions = endpoint({
  name: "accounts.listAllSessions",
  method: "GET",
  path: "/operating/sessions",
  summary: { zh: "全部会话", en: "All sessions" },
  access: { kind: "system" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, keyword: z.string().max(64).default("") }),
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
  query: z.object({ ...pageQuery, keyword: z.string().max(64).default("") }),
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
