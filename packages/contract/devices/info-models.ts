import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

/** DEV-04: a device type, its data groups and their fields. */
const dataField = z.object({
  name: z.string(),
  display_name: z.string(),
  array_type: z.string(),
  is_display: z.boolean(),
  notes: z.string(),
  display_format: z.enum(["decimal", "hex"]),
  time_format: z.string(),
  accuracy: z.number().nullable(),
});
const infoModel = z.object({
  id: z.string(),
  name: z.string(),
  data_groups: z.array(z.object({ name: z.string(), fields: z.array(dataField) })),
});

export const listInfoModels = endpoint({
  name: "devices.listInfoModels",
  method: "GET",
  path: "/mapping-mgmt/tenants/{tenant_id}/info-models",
  summary: { zh: "设备类型列表", en: "Device types" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("tenant") }),
  query: z.object({
    ...pageQuery,
    keyword: z.string().max(64).default("can"),
    to_public: queryFlag(true),
  }),
  reply: listOf(z.object({ id: z.string(), name: z.string() })),
  coming: true,
});

export const getInfoModel = endpoint({
  name: "devices.getInfoModel",
  method: "GET",
  path: "/mapping-mgmt/tenants/{tenant_id}/info-models/{info_model_id}",
  summary: { zh: "设备类型详情", en: "A device type" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("tenant"), info_model_id: idOf("infoModel") }),
  reply: z.object({ data: infoModel }),
  coming: true,
});

export const deleteInfoModel = endpoint({
  name: "devices.deleteInfoModel",
  method: "DELETE",
  path: "/mapping-mgmt/tenants/{tenant_id}/info-models/{info_model_id}",
  summary: { zh: "删除设备类型", en: "Delete a device type" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("tenant"), info_model_id: idOf("infoModel") }),
  query: z.object({ force: queryFlag(false) }),
  reply: z.object({ message: z.string() }),
  coming: true,
});
