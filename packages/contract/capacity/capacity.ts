import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { packageContent } from "./package.ts";

const ofTenant = { params: z.object({ tenantId: idOf("tenant") }) } as const;
const reading = { ...ofTenant, access: { kind: "session" }, audited: false, rateLimit: RATE.normal } as const;

export const userPackage = endpoint({
  ...reading,
  name: "capacity.userPackage",
  method: "GET",
  path: "/tenant/tenants/{tenantId}/package",
  summary: { zh: "用户套餐", en: "The tenant's package" },
  reply: z.object({ content: packageContent }),
});

/** CAP-05: what happens when the data space is full. */
const whenFull = z.enum(["stop", "loop"]);
export type WhenFull = z.output<typeof whenFull>;

export const diskUsage = endpoint({
  ...reading,
  name: "capacity.diskUsage",
  method: "GET",
  path: "/tenant/tenants/{tenantId}/disk-usage",
  summary: { zh: "数据空间用量", en: "How much of the data space is used" },
  reply: z.object({
    /** Percent; 0 without a limit. */
    disk_usage_rate: z.number(),
    total_disk_usage_show: z.string(),
    used_bytes: z.number(),
    /** Null: no limit. */
    total_bytes: z.number().nullable(),
    /** Mean of the last whole days. */
    bytes_per_day: z.number(),
    /** Null: not in sight. */
    days_to_full: z.number().nullable(),
    when_full: whenFull,
  }),
});

/** CAP-04: the devices that the caller may read, those with the most data first. */
export const deviceUsage = endpoint({
  ...reading,
  name: "capacity.deviceUsage",
  method: "GET",
  path: "/tenant/tenants/{tenantId}/device-usage",
  summary: { zh: "各设备的数据用量", en: "Stored data of each device" },
  query: z.object(pageQuery),
  reply: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      info_model_name: z.string().nullable(),
      third_things_id: z.string(),
      used_bytes: z.number(),
      bytes_per_day: z.number(),
      /** Midnight (UTC) of the oldest day with data. */
      oldest_time: z.number().nullable(),
      counted_time: z.number().nullable(),
      level: z.enum(["read", "write"]),
    }),
  ),
});

export const fileCapacity = endpoint({
  ...reading,
  name: "capacity.fileCapacity",
  method: "GET",
  path: "/single/things-file-mgmt/{tenantId}/file-capacity",
  summary: { zh: "文件空间与流量", en: "File space and download traffic" },
  reply: z.object({
    /** Bytes; a total of 0 is no limit. */
    total_storage: z.number(),
    used_storage: z.number(),
    /** Of this month. */
    total_flow: z.number(),
    used_flow: z.number(),
    /** Ours: files that came by FTP. */
    ftp_total_storage: z.number(),
    ftp_used_storage: z.number(),
  }),
});

/** A total of 0 is no limit. */
export const pushCapacity = endpoint({
  ...reading,
  name: "capacity.pushCapacity",
  method: "GET",
  path: "/notification/tenants/{tenantId}/push/capacity",
  summary: { zh: "推送额度", en: "Push quota" },
  reply: z.object({ total: z.number(), used: z.number() }),
});

/** DAT-04: loop delete on full space, by choice of the manager. */
export const setWhenFull = endpoint({
  ...ofTenant,
  name: "capacity.setWhenFull",
  method: "PUT",
  path: "/tenant/tenants/{tenantId}/when-full",
  summary: { zh: "数据空间用满时的处理", en: "What happens when the data space is full" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  body: z.object({ when_full: whenFull }),
  reply: z.object({ when_full: whenFull }),
});
