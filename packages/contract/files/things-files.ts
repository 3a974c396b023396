import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderType, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";

/** FIL-01: file_location 0 cloud (OSS), 1 FTP; orders 1 descending, 0 ascending. */
const ROOT = "/single/things-file-mgmt/{tenantId}";
const ofTenant = z.object({ tenantId: idOf("tenant") });
const ofFile = z.object({ tenantId: idOf("tenant"), id: idOf("file") });
const location = z.coerce.number().int().min(0).max(1);

const filters = {
  start_time: z.coerce.number().int().optional(),
  end_time: z.coerce.number().int().optional(),
  ext_info: z.string().max(256).optional(),
  time_key: z.string().max(64).optional(),
  file_source: z.string().max(64).optional(),
  info_model_id: idOf("infoModel").optional(),
  third_things_id: z.string().max(64).optional(),
  time_order: orderType.optional(),
  file_location: location.optional(),
};

export const listFiles = endpoint({
  name: "files.listFiles",
  method: "GET",
  path: `${ROOT}/file-list`,
  summary: { zh: "文件列表", en: "Files" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofTenant,
  query: z.object({ ...pageQuery, ...filters }),
  reply: listOf(
    z.object({
      id: z.string(),
      file_source: z.string(),
      file_location: z.number(),
      ext_info: z.string(),
      third_things_id: z.string(),
      info_model_id: z.string().nullable(),
      time_key: z.string(),
    }),
  ),
  coming: true,
});

export const fileDownloadUrl = endpoint({
  name: "files.downloadUrl",
  method: "GET",
  path: `${ROOT}/download-url/{id}`,
  summary: { zh: "文件下载地址", en: "Address to download a file from" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofFile,
  reply: z.object({ data: z.string() }),
  coming: true,
});

export const ftpDownload = endpoint({
  name: "files.ftpDownload",
  method: "GET",
  path: `${ROOT}/ftp-download/{id}`,
  summary: { zh: "下载 FTP 文件", en: "Download an FTP file" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofFile,
  reply: z.unknown(),
  contentType: "application/octet-stream",
  coming: true,
});

export const deleteFiles = endpoint({
  name: "files.deleteFiles",
  method: "DELETE",
  path: `${ROOT}/file-delete`,
  summary: { zh: "删除文件", en: "Delete files" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: ofTenant,
  query: z.object({ ...filters, ids: z.string().max(8192).optional() }),
  reply: z.object({ message: z.string() }),
  coming: true,
});

export const listFileStorage = endpoint({
  name: "files.listFileStorage",
  method: "GET",
  path: `${ROOT}/file-storage`,
  summary: { zh: "文件存储用量", en: "File space used per device" },
  access: { kind: "session" },
  audited: false,
  rateLimit: RATE.normal,
  params: ofTenant,
  query: z.object({
    ...pageQuery,
    file_location: location.optional(),
    info_model_id: idOf("infoModel").optional(),
    storage_order: orderType.optional(),
    storage_key: z.string().max(64).optional(),
    third_things_id: z.string().max(64).optional(),
  }),
  reply: listOf(
    z.object({
      id: z.string(),
      info_model_name: z.string(),
      third_things_id: z.string(),
      used_storage: z.number(),
      update_time: z.number(),
    }),
  ).extend({ total_size: z.number() }),
  coming: true,
});

export const deleteFileStorage = endpoint({
  name: "files.deleteFileStorage",
  method: "DELETE",
  path: `${ROOT}/file-storage/{id}`,
  summary: { zh: "清空设备文件", en: "Clean a device's files" },
  access: { kind: "manager" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ tenantId: idOf("tenant"), id: idOf("fileStorage") }),
  query: z.object({ file_location: location.default(0) }),
  reply: z.object({ message: z.string() }),
  coming: true,
});

/** FIL-05 */
export const deleteTenantFile = endpoint({
  name: "files.deleteTenantFile",
  method: "DELETE",
  path: "/out-filemanager/tenants/{tenant_id}/files",
  summary: { zh: "删除租户文件", en: "Delete a tenant's file" },
  access: { kind: "session" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("tenant") }),
  query: z.object({ isPub: queryFlag(false), name: z.string().max(255), type: z.string().max(64) }),
  reply: z.object({ message: z.string() }),
  coming: true,
});
