import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

/** CAP-01: null means no limit. */
const limit = z.number().nullable();

const packageContent = z.object({
  info_model: limit,
  things_num: limit,
  can_things_num: limit,
  single_data_export: limit,
  maximum_total_number_documents_stored: limit,
  database_storage_space: limit,
  device_file_traffic_management: limit,
  alert_sms: limit,
  alert_tps: limit,
  sub_user_num: limit,
  label_num: limit,
  maximum_data_retention_days: limit,
  number_simultaneous_connections: limit,
  up_down_stream_connections: limit,
  edge_computing: limit,
  push_rule: limit,
  push_tps: limit,
  alert_rule: limit,
  hmi: limit,
  data_analysis: limit,
  twins_rule_on: z.boolean(),
  quick_delete_things_list: z.array(z.object({ info_model_id: z.string(), third_things_id: z.string() })),
});

export const userPackage = endpoint({
  name: "capacity.userPackage",
  method: "GET",
  path: "/tenant/tenants/{tenantId}/package",
  summary: { zh: "用户套餐", en: "The tenant's package" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenantId: idOf("tenant") }),
  reply: z.object({ content: packageContent }),
  coming: true,
});

export const diskUsage = endpoint({
  name: "capacity.diskUsage",
  method: "GET",
  path: "/tenant/tenants/{tenantId}/disk-usage",
  summary: { zh: "数据空间用量", en: "How much of the data space is used" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenantId: idOf("tenant") }),
  reply: z.object({ disk_usage_rate: z.number(), total_disk_usage_show: z.string() }),
  coming: true,
});

export const fileCapacity = endpoint({
  name: "capacity.fileCapacity",
  method: "GET",
  path: "/single/things-file-mgmt/{tenantId}/file-capacity",
  summary: { zh: "文件空间与流量", en: "File space and download traffic" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenantId: idOf("tenant") }),
  reply: z.object({
    total_storage: z.number(),
    used_storage: z.number(),
    total_flow: z.number(),
    used_flow: z.number(),
  }),
  coming: true,
});

export const pushCapacity = endpoint({
  name: "capacity.pushCapacity",
  method: "GET",
  path: "/notification/tenants/{tenantId}/push/capacity",
  summary: { zh: "推送额度", en: "Push quota" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: z.object({ tenantId: idOf("tenant") }),
  reply: z.object({ total: z.number(), used: z.number() }),
  coming: true,
});
