import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";

export const PLATFORM = "candtu";

export const tenantInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** 0 owner, 1 merchant, 2 the platform's own (USR-01). */
  tenant_type: z.number(),
  merchant_id: z.string().nullable(),
  created_time: z.number(),
});

export const privilegeSelf = endpoint({
  name: "accounts.privilegeSelf",
  method: "GET",
  path: "/tenant/privileges/self",
  summary: { zh: "本人权限", en: "One's own privileges" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ platform: z.string().max(32).default(PLATFORM) }),
  reply: z.object({ tenant_manager: z.boolean(), system_manager: z.boolean(), apis: z.array(z.string()) }),
});

export const userSelf = endpoint({
  name: "accounts.userSelf",
  method: "GET",
  path: "/tenant/users/self",
  summary: { zh: "本人信息", en: "One's own user info" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({
    id: z.string(),
    tenant_id: z.string(),
    session_id: z.string().nullable(),
    name: z.string(),
    nick_name: z.string(),
    avatar: z.string().nullable(),
    isManager: z.boolean(),
    tenantInfo,
  }),
});

export const tenantSelf = endpoint({
  name: "accounts.tenantSelf",
  method: "GET",
  path: "/tenant/tenants/self",
  summary: { zh: "本人所属租户", en: "One's own tenant" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: tenantInfo,
});
