import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { fieldErrors, signInErrors } from "./errors.ts";
import { SIGN_IN_CODE, SIGN_IN_MANAGER, SIGN_IN_PASSWORD } from "./rules.ts";

export const captcha = endpoint({
  name: "accounts.captcha",
  method: "GET",
  path: "/control/usercenter/svg",
  summary: { zh: "图形验证码", en: "A graphic captcha: its id and an SVG image" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.guarded,
  reply: z.object({ uuid: z.string(), svgCode: z.string() }),
});

/**
 * The body of both session calls. With type 2 the phone stands in `username` and the code in `password` (ACC-03).
 * After iot-http.423 (ACC-10) a second try carries the ticket of that answer (`details.security_ticket`) in place of a
 * captcha, and the code that was sent to the phone; `remember` keeps the session 30 days (ACC-01).
 */
const credentials = {
  username: z.string().max(128).default(""),
  password: z.string().max(128).default(""),
  svg_code: z.string().max(16).default(""),
  svg_code_uuid: z.string().max(64).default(""),
  remember: z.boolean().default(false),
  security_ticket: z.string().max(128).optional(),
  verification_code: z.string().max(16).optional(),
  /** ACC-26: after accounts.factorNeeded, with the ticket of that answer: a code of the app or a recovery code. */
  factor_code: z.string().max(32).optional(),
};

const signInBan = z.object({ time: z.number(), address: z.string() });
export type SignInBan = z.output<typeof signInBan>;

export const signedIn = z.object({
  token: z.string(),
  ujwt: z.string(),
  message: z.string(),
  session_id: z.string(),
  /** ACC-09: bans of this account since the last sign-in, each told once. */
  bans: z.array(signInBan).default([]),
});

const signInFailures = [...Object.values(signInErrors), ...Object.values(fieldErrors)];

export const createSession = endpoint({
  name: "accounts.createSession",
  method: "POST",
  path: "/control/sessions",
  summary: { zh: "登录", en: "Sign in" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  body: z.object({
    ...credentials,
    type: z.union([z.literal(SIGN_IN_CODE), z.literal(SIGN_IN_PASSWORD)]).default(SIGN_IN_PASSWORD),
  }),
  reply: signedIn,
  errors: signInFailures,
});

export const createManagerSession = endpoint({
  name: "accounts.createManagerSession",
  method: "POST",
  path: "/control/sessions/tenant-manager",
  summary: { zh: "租户管理员登录", en: "Sign in as a tenant manager" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  query: z.object({ ujwt: z.string().max(2048).optional() }),
  body: z.object({
    ...credentials,
    type: z
      .union([z.literal(SIGN_IN_MANAGER), z.literal(SIGN_IN_CODE), z.literal(SIGN_IN_PASSWORD)])
      .default(SIGN_IN_MANAGER),
  }),
  reply: signedIn,
  errors: signInFailures,
});

export const managerCheck = endpoint({
  name: "accounts.managerCheck",
  method: "GET",
  path: "/control/sessions/manager-check",
  summary: { zh: "是否租户管理员", en: "Whether a name signs in by the manager call" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.guarded,
  query: z.object({ type: z.coerce.number().int().default(SIGN_IN_MANAGER), username: z.string().max(128) }),
  reply: z.boolean(),
});

/** The account behind it, which all visitors share. */
export const DEMO_USER = "demo";

/** One click into the demo tenant; served only while the demo is on (ACC-01). */
export const createDemoSession = endpoint({
  name: "accounts.createDemoSession",
  method: "POST",
  path: "/control/sessions/demo",
  summary: { zh: "进入演示车队", en: "Sign in to the demo tenant" },
  access: { kind: "public" },
  audited: true,
  rateLimit: RATE.guarded,
  reply: signedIn,
});

export const deleteSession = endpoint({
  name: "accounts.deleteSession",
  method: "DELETE",
  path: "/control/sessions/{session_id}",
  summary: { zh: "退出登录或结束一个会话", en: "Sign out, or end one of one's sessions" },
  access: { kind: "session" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ session_id: idOf("session") }),
  reply: z.object({ message: z.string() }),
});

export const listSessions = endpoint({
  name: "accounts.listSessions",
  method: "GET",
  path: "/control/sessions",
  summary: { zh: "本人的会话", en: "One's own sessions" },
  access: { kind: "session" },
  sessionOnly: true,
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        address: z.string(),
        agent: z.string(),
        created_time: z.number(),
        last_seen_time: z.number(),
        expires_time: z.number(),
      }),
    ),
  }),
});

export const thirdLogins = endpoint({
  name: "accounts.thirdLogins",
  method: "GET",
  path: "/control/third-logins",
  summary: { zh: "第三方登录方式", en: "Third-party sign-in providers" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  query: z.object({ backPage: z.string().max(2048).default(""), sysType: z.coerce.number().int().default(0) }),
  reply: z.object({ list: z.array(z.object({ type: z.string(), thrid_uri: z.string() })) }),
});
