import { z } from "zod";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";

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

/** The one before it is void. */
export const newFtpPassword = endpoint({
  ...writesDevice,
  name: "files.newFtpPassword",
  method: "POST",
  path: PATH,
  summary: { zh: "新的 FTP 密码（仅显示一次）", en: "A new FTP password, shown once" },
  sessionOnly: true,
  reply: z.object({ data: account.extend({ password: z.string() }) }),
});

export const closeFtp = endpoint({
  ...writesDevice,
  name: "files.closeFtp",
  method: "DELETE",
  path: PATH,
  summary: { zh: "关闭设备的 FTP 账号", en: "Close the FTP account of a device; its files stay" },
  reply: z.object({ message: z.string() }),
});
