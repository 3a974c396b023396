import { randomBytes } from "node:crypto";
import { fileErrors } from "@canopy/contract/files/errors";
import {
  closeFtp,
  FTP_QUOTA_BYTES,
  getFtpAccount,
  newFtpPassword,
  setFtpQuota,
} from "@canopy/contract/files/ftp-account";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { packageOf } from "../../capacity/package-store.ts";
import { bytesOfGigabytes } from "../../capacity/storage-room.ts";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { closeFtpAccount, ftpAccountView, setFtpPassword, setFtpQuotaBytes } from "./ftp-account-store.ts";

/** 100 bits, in letters that a person can type into a terminal. */
const PASSWORD_LENGTH = 20;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

export interface FtpAddress {
  readonly host: string;
  readonly port: number;
}

export function ftpRoutes({ db, ftp }: { readonly db: Db; readonly ftp: FtpAddress }): Route[] {
  const view = async (caller: Caller, thingsId: string) => {
    const device = await findDevice(db, caller.tenantId, thingsId);
    if (!device) throw new ApiError(platformErrors.notFound);
    const { quota, ...rest } = await ftpAccountView(db, caller.tenantId, thingsId);
    return { ...ftp, user: device.deviceId, ...rest, quota: quota ?? FTP_QUOTA_BYTES, is_open: quota !== null };
  };
  return [
    route(getFtpAccount, async ({ caller, params }) => ({ data: await view(caller, params.things_id) })),
    route(newFtpPassword, async ({ caller, params, body }) => {
      const [password, owner] = [newPassword(), { tenantId: caller.tenantId, thingsId: params.things_id }];
      await requireInPackage(db, caller.tenantId, body.quota);
      await setFtpPassword(db, owner, password, body.quota);
      return { data: { ...(await view(caller, params.things_id)), password } };
    }),
    route(setFtpQuota, async ({ caller, params: { things_id }, body: { quota } }) => {
      await requireInPackage(db, caller.tenantId, quota);
      const isOpen = await setFtpQuotaBytes(db, caller.tenantId, things_id, quota);
      if (!isOpen) throw new ApiError(fileErrors.ftpClosed);
      return { data: await view(caller, things_id) };
    }),
    route(closeFtp, async ({ caller, params, language }) => {
      await closeFtpAccount(db, caller.tenantId, params.things_id);
      return { message: DELETED[language] };
    }),
  ];
}

/** A device cannot have more than all have together. */
async function requireInPackage(db: Db, tenantId: string, quota = 0): Promise<void> {
  const { ftp_storage_space: limit } = await packageOf(db, tenantId);
  if (quota > (bytesOfGigabytes(limit) ?? Number.POSITIVE_INFINITY))
    throw new ApiError(fileErrors.ftpQuota, { field: "quota", values: { limit: limit ?? 0 } });
}

const newPassword = () => Array.from(randomBytes(PASSWORD_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
