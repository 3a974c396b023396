import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderType, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

/** DEV-10 */
export const batchThings = endpoint({
  name: "devices.batchThings",
  method: "GET",
  path: "/things/batch",
  summary: { zh: "设备列表", en: "Devices with their usage" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    ...pageQuery,
    tenant_id: idOf("tenant"),
    order_param: z.string().max(64).optional(),
    order_type: orderType.default(1),
    filters: z.string().max(4096).optional(),
  }),
  reply: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      info_model_id: z.string().nullable(),
      info_model_name: z.string().nullable(),
      third_things_id: z.string(),
      things_usage: z.number(),
      last_cal_usage_time: z.number().nullable(),
    }),
  ),
  coming: true,
});

/** DEV-03 */
export const generateLicence = endpoint({
  name: "devices.generateLicence",
  method: "POST",
  path: "/things/licences",
  summary: { zh: "生成授权", en: "Generate a licence" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.guarded,
  body: z.object({
    info_model_id: idOf("infoModel"),
    third_things_id: z.string().max(64),
    secret: z.string().min(1).max(256),
  }),
  reply: z.object({ data: z.string() }),
  coming: true,
});

export const licenceConfig = endpoint({
  name: "devices.licenceConfig",
  method: "GET",
  path: "/things/licence-config",
  summary: { zh: "授权功能配置", en: "Whether the licence feature is enabled" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ data: z.object({ enable: z.boolean() }) }),
  coming: true,
});
