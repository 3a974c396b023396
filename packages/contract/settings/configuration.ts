import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";

/** NAV-15: these four calls feed the page before and after sign-in; a failing one leaves built-in defaults. */
/** NAV-08: the tenant whose sign-in page it is, by its address `/Login?company=`. */
const company = z.string().trim().max(64).default("");
const flag = z.coerce.number().int().min(0).max(1).default(0);

export const configInfo = endpoint({
  name: "settings.configInfo",
  method: "GET",
  path: "/control/config-info",
  summary: { zh: "登录页配置", en: "What the sign-in page shows" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  query: z.object({ resource_path: z.string().max(128).default("/can"), is_debug: flag, company }),
  reply: z.object({ data: z.object({ loginLogo: z.string(), cloudname: z.string(), link: z.string() }) }),
});

/** `link` is JSON text of `configurationLink`. */
export const systemConfig = endpoint({
  name: "settings.systemConfig",
  method: "GET",
  path: "/control/system-config",
  summary: { zh: "系统配置", en: "Global system configuration" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  query: z.object({ resource_path: z.string().max(128).default("/can"), isDebug: flag, company }),
  reply: z.object({ data: z.object({ homepageLogo: z.string(), cloudname: z.string(), link: z.string() }) }),
});

/** Content of the JSON text of `link`; each part absent where nothing is configured. */
export const configurationLink = z.object({
  billing: z.string().default(""),
  manage: z.string().default(""),
  systemLanguage: z.string().default(""),
  demo: z.boolean().default(false),
  version: z.string().default(""),
  company: z.string().default(""),
  phone: z.string().default(""),
  email: z.string().default(""),
  merchantRegistration: z.boolean().default(false),
  /** ACC-21: signing out may lead back to a page of these. */
  loginOrigins: z.array(z.string()).default([]),
});
export type ConfigurationLink = z.output<typeof configurationLink>;

export const resourceLinks = endpoint({
  name: "settings.resourceLinks",
  method: "GET",
  path: "/control/resource-links",
  summary: { zh: "资源链接", en: "Links of the product's resources" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ resource_path: z.string().max(128).default("/can"), is_debug: flag }),
  reply: z.object({ list: z.array(z.object({ key: z.string(), url: z.string() })) }),
});

export const siteUrl = endpoint({
  name: "settings.siteUrl",
  method: "GET",
  path: "/control/site-url",
  summary: { zh: "计费或管理站点地址", en: "Address of the billing or manage site; empty where none is configured" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ key: z.enum(["billing", "manage"]), resource_path: z.string().max(128).default("/can") }),
  reply: z.object({ data: z.string() }),
});
