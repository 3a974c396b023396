import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { packageContent } from "./package.ts";

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
