import { randomBytes } from "node:crypto";
import { closeFtp, getFtpAccount, newFtpPassword } from "@canopy/contract/files/ftp-account";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { closeFtpAccount, ftpAccountView, setFtpPassword } from "./ftp-account-store.ts";

/** FIL-03: of one device, unless its account says otherwise. */
const QUOTA_BYTES = 1024 ** 3;
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
    return { ...ftp, user: device.deviceId, ...rest, quota: quota ?? QUOTA_BYTES, is_open: quota !== null };
  };
  return [
    route(getFtpAccount, async ({ caller, params }) => ({ data: await view(caller, params.things_id) })),
    route(newFtpPassword, async ({ caller, params }) => {
      const [password, owner] = [newPassword(), { tenantId: caller.tenantId, thingsId: params.things_id }];
      await setFtpPassword(db, owner, password, QUOTA_BYTES);
      return { data: { ...(await view(caller, params.things_id)), password } };
    }),
    route(closeFtp, async ({ caller, params, language }) => {
      await closeFtpAccount(db, caller.tenantId, params.things_id);
      return { message: DELETED[language] };
    }),
  ];
}

const newPassword = () => Array.from(randomBytes(PASSWORD_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
