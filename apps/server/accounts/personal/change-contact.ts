import type { ErrorDef } from "@canopy/contract/platform/errors";
import { sendNow } from "../../messages/send-message.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { isEmailFree, isPhoneFree, removeRefused } from "../registration/registration-store.ts";
import { lockTenants } from "../tenant-store.ts";
import { type CodeServices, checkCode, useCode } from "../verification-codes.ts";
import { setContact } from "./profile-store.ts";

interface Change {
  readonly field: "phone" | "email";
  readonly destination: string;
  readonly verification_code: string;
  readonly wrong: ErrorDef;
  readonly taken: ErrorDef;
}

const noteOf = (userName: string) =>
  `账号 ${userName} 的联系方式已更换，此处不再接收验证码。若非本人操作，请联系管理员。 ` +
  `The account ${userName} has another contact now; no more codes come here. If it was not you, tell the administrator.`;

/** ACC-24: by a code sent to the new one; the old one is told. */
export async function changeContact(services: CodeServices, caller: Caller, change: Change): Promise<void> {
  const { field, destination, verification_code } = change;
  const channel = field === "phone" ? "sms" : "email";
  const code = await checkCode(services, { channel, destination, purpose: "modify" }, verification_code);
  if (code === undefined) throw new ApiError(change.wrong, { field: "verification_code" });
  const old = await services.db.transaction().execute(async (db) => {
    await lockTenants(db);
    const isFree = field === "phone" ? isPhoneFree : isEmailFree;
    if (!(await isFree(db, destination))) throw new ApiError(change.taken, { field: "destination" });
    if (!(await useCode(db, code))) throw new ApiError(change.wrong, { field: "verification_code" });
    await removeRefused(db, field === "phone" ? { phone: destination } : { email: destination });
    return setContact(db, caller, field, destination);
  });
  if (!old || old === destination) return;
  const content = noteOf(caller.userName);
  const parameters = { subject: "Canopy", text: content, time: new Date().toISOString() };
  const message = { tenantId: caller.tenantId, channel, destination: old, subject: "Canopy", content } as const;
  await sendNow(services.db, services.providers, { ...message, template: "notice", parameters });
}
