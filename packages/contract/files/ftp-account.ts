import { z } from "zod";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { fileErrors } from "./errors.ts";

/** FIL-03: of one device, unless it gets another. */
export const FTP_QUOTA_BYTES = 1024 ** 3;
export const LEAST_FTP_QUOTA_BYTES = 1024 ** 2;

const PATH = "/things/{things_id}/ftp-account";

/** FIL-03: how a device sends files by FTP or FTPS (AUTH TLS). Sizes in bytes. */
const account = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  /** Whether it has a password. */
  is_open: z.boolean(),
  quota: z.number(),
  used: z.number(),
  changed_time: z.number().nullable(),
  last_upload: z.number().nullable(),
});
export type FtpAccountInfo = z.output<typeof account>;

const writesDevice = {
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ things_id: idOf("device") }),
} as const;

export const getFtpAccount = endpoint({
  ...readsDevice,
  name: "files.getFtpAccount",
  method: "GET",
  path: PATH,
  summary: { zh: "设备的 FTP 账号", en: "The FTP account of a device" },
  reply: z.object({ data: account }),
});

/** Bytes of one device; those of all have the room of the package. */
const quota = z.number().int().min(LEAST_FTP_QUOTA_BYTES).max(Number.MAX_SAFE_INTEGER);

/** The one before it is void. Without a quota a device keeps its own, and a new account gets a gigabyte. */
export const newFtpPassword = endpoint({
  ...writesDevice,
  name: "files.newFtpPassword",
  method: "POST",
  path: PATH,
  summary: { zh: "新的 FTP 密码（仅显示一次）", en: "A new FTP password, shown once" },
  sessionOnly: true,
  body: z.object({ quota: quota.optional() }),
  reply: z.object({ data: account.extend({ password: z.string() }) }),
  errors: [fileErrors.ftpQuota],
});

/** The password stays. */
export const setFtpQuota = endpoint({
  ...writesDevice,
  name: "files.setFtpQuota",
  method: "PUT",
  path: PATH,
  summary: { zh: "修改设备的 FTP 空间", en: "Change the FTP space of a device" },
  body: z.object({ quota }),
  reply: z.object({ data: account }),
  errors: [fileErrors.ftpQuota, fileErrors.ftpClosed],
});

export const closeFtp = endpoint({
  ...writesDevice,
  name: "files.closeFtp",
  method: "DELETE",
  path: PATH,
  summary: { zh: "关闭设备的 FTP 账号", en: "Close the FTP account of a device; its files stay" },
  reply: z.object({ message: z.string() }),
});
