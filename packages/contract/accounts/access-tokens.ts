import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { accountErrors } from "./errors.ts";

/** USR-09: personal access tokens for the API. */
export const TOKEN_SCOPES = ["read", "read-write"] as const;
export const TOKEN_NAME_MAX = 64;
export const TOKEN_MAX_DAYS = 366;

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** Device ids it is limited to; null: all that its owner may use. */
  devices: z.array(z.string()).nullable(),
  created_time: z.number(),
  expires_time: z.number().nullable(),
  last_used_time: z.number().nullable(),
});
export type AccessToken = z.output<typeof accessToken>;

export const newAccessToken = z.object({
  name: z.string().trim().min(1).max(TOKEN_NAME_MAX),
  scope: z.enum(TOKEN_SCOPES),
  devices: z
    .array(z.string().regex(/^[0-9A-F]{20}$/))
    .max(100)
    .nullable()
    .default(null),
  expires_days: z.number().int().min(1).max(TOKEN_MAX_DAYS).nullable().default(90),
});

export const listAccessTokens = endpoint({
  name: "accounts.listAccessTokens",
  method: "GET",
  path: "/tenant/access-tokens",
  summary: { zh: "本人的访问令牌", en: "One's own access tokens" },
  access: { kind: "session" },
  sessionOnly: true,
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ list: z.array(accessToken) }),
});

export const createAccessToken = endpoint({
  name: "accounts.createAccessToken",
  method: "POST",
  path: "/tenant/access-tokens",
  summary: { zh: "新建访问令牌（仅显示一次）", en: "Make an access token; its text is shown once" },
  access: { kind: "session" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  body: newAccessToken,
  reply: z.object({ token: z.string(), data: accessToken }),
  errors: [accountErrors.tokenNameTaken, accountErrors.tokenLimit],
});

export const deleteAccessToken = endpoint({
  name: "accounts.deleteAccessToken",
  method: "DELETE",
  path: "/tenant/access-tokens/{token_id}",
  summary: { zh: "吊销访问令牌", en: "Revoke an access token" },
  access: { kind: "session" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ token_id: idOf("accessToken") }),
  reply: z.object({ message: z.string() }),
});
