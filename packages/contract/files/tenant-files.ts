import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { listOf, pageQuery, queryFlag } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { transferErrors } from "../transfers/errors.ts";
import { fileErrors } from "./errors.ts";
import { fileName } from "./file-name.ts";
import { begunUpload, newFile } from "./uploads.ts";

/** FIL-05: files of a tenant itself, known by name, type and isPub; one that is not public by its uploader too. */
const of = {
  access: { kind: "session" },
  rateLimit: RATE.normal,
  path: "/out-filemanager/tenants/{tenant_id}/files",
  params: z.object({ tenant_id: idOf("tenant") }),
} as const;

/** A word of the tenant's, such as `report`. */
const fileType = z.string().min(1).max(64);

const tenantFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** The whole tenant reads it; else its uploader and managers. */
  isPub: z.boolean(),
  size: z.number(),
  received: z.number(),
  state: z.enum(["receiving", "stored"]),
  user_name: z.string(),
  create_time: z.number(),
});
export type TenantFile = z.output<typeof tenantFile>;

export const beginTenantFile = endpoint({
  ...of,
  name: "files.beginTenantFile",
  method: "POST",
  summary: { zh: "上传租户文件", en: "Begin to upload a file of the tenant" },
  audited: true,
  body: newFile.extend({ type: fileType, isPub: z.boolean().default(false) }),
  reply: z.object({ data: begunUpload }),
  errors: [
    fileErrors.nameTaken,
    fileErrors.spaceFull,
    fileErrors.tooManyFiles,
    transferErrors.diskFull,
    platformErrors.unavailable,
  ],
});

export const listTenantFiles = endpoint({
  ...of,
  name: "files.listTenantFiles",
  method: "GET",
  summary: { zh: "租户文件列表", en: "Files of the tenant that one may read" },
  audited: false,
  query: z.object({
    ...pageQuery,
    type: fileType.optional(),
    name: z.string().max(255).optional(),
  }),
  reply: listOf(tenantFile),
});

/** Its uploader or a manager. Managers delete the public file, or any other of the name. */
export const deleteTenantFile = endpoint({
  ...of,
  name: "files.deleteTenantFile",
  method: "DELETE",
  summary: { zh: "删除租户文件", en: "Delete a tenant's file" },
  audited: true,
  query: z.object({ isPub: queryFlag(false), name: fileName, type: fileType }),
  reply: z.object({ message: z.string() }),
});
