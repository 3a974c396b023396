import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { pictureText } from "../platform/images.ts";
import { queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

/** NAV-08: the customisation of a tenant, kept as one attribute; every value may be absent and has a fallback. */
export const customisation = z.object({
  /** A raster picture by its content; a vector picture can hold code. Shown on the sign-in page too. */
  systemLogo: pictureText.optional(),
  systemName: z.string().max(64).optional(),
  systemLanguage: z.string().max(16).optional(),
  systemWebBottomCompany: z.string().max(128).optional(),
  systemWebBottomPhone: z.string().max(32).optional(),
  systemWebBottomEmail: z.union([z.literal(""), z.email().max(254)]).optional(),
  /** NAV-13: opt-out of usage tracking. */
  trackingOff: z.boolean().optional(),
});
export type Customisation = z.output<typeof customisation>;

export const ATTRIBUTE_TYPES = ["systemConfig", "userConfig"] as const;

const attribute = z.object({
  id: z.string(),
  platform: z.string(),
  attribute_type: z.enum(ATTRIBUTE_TYPES),
  attribute_key: z.string(),
  attribute: z.record(z.string(), z.unknown()),
});

const written = {
  platform: z.string().max(32).default("candtu"),
  attribute_type: z.enum(ATTRIBUTE_TYPES),
  attribute_key: z.string().max(64).default(""),
  attribute: z.record(z.string().max(64), z.unknown()),
};

/** The customisation may carry a logo of 2 MB, in base64. */
const ATTRIBUTE_LIMIT = 3 * 1024 * 1024;

export const getUserAttribute = endpoint({
  name: "settings.getUserAttribute",
  method: "GET",
  path: "/tenant/user-attributes",
  summary: { zh: "用户属性配置", en: "An attribute of the user, or of its primary account" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    platform: z.string().max(32).default("candtu"),
    attribute_type: z.enum(ATTRIBUTE_TYPES),
    attribute_key: z.string().max(64).default(""),
    find_parent: queryFlag(false),
  }),
  reply: z.object({ data: attribute.nullable() }),
});

export const createUserAttribute = endpoint({
  name: "settings.createUserAttribute",
  method: "POST",
  path: "/tenant/user-attributes",
  summary: { zh: "新建用户属性", en: "Store an attribute" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  bodyLimit: ATTRIBUTE_LIMIT,
  body: z.object(written),
  reply: z.object({ data: attribute }),
});

export const updateUserAttribute = endpoint({
  name: "settings.updateUserAttribute",
  method: "PUT",
  path: "/tenant/user-attributes/{id}",
  summary: { zh: "更新用户属性", en: "Change an attribute" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  bodyLimit: ATTRIBUTE_LIMIT,
  params: z.object({ id: idOf("userAttribute") }),
  body: z.object(written),
  reply: z.object({ data: attribute }),
});
