import type { SignInBan } from "@canopy/contract/accounts/sessions";
import { sql } from "kysely";
import { sendNow } from "../messages/send-message.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { User } from "./user-store.ts";
import type { CodeServices } from "./verification-codes.ts";

type Owner = Pick<User, "id" | "tenantId" | "phone">;

/** Limits the messages an attacker can cause to the owner's phone. */
const QUIET = "1 day";

/** In both languages: the failed call carries the attacker's language, not the owner's. */
const banText = (address: string) =>
  `您的账号连续输错密码，30 分钟内禁止从新浏览器登录（来源 ${address}）；您登录过的浏览器不受影响。若非本人操作，请尽快修改密码。 ` +
  `Wrong passwords: for 30 minutes nobody can sign in to your account from a new browser (source ${address}); browsers you have used are not affected. If it was not you, change your password soon.`;

/** ACC-09: notifies the owner at once by text message, at most once a day, and at the next sign-in. */
export async function notifyOwnerOfBan(services: CodeServices, owner: Owner, address: string): Promise<void> {
  const recent = await sql`select 1 from sign_in_bans where tenant_id = ${owner.tenantId} and user_id = ${owner.id}
    and at > now() - ${QUIET}::interval limit 1`.execute(services.db);
  await sql`insert into sign_in_bans (tenant_id, user_id, address)
    values (${owner.tenantId}, ${owner.id}, ${address})`.execute(services.db);
  if (!owner.phone || recent.rows.length > 0) return;
  const message = { tenantId: owner.tenantId, channel: "sms", destination: owner.phone, subject: "Canopy" } as const;
  const content = banText(address);
  const parameters = { subject: "Canopy", text: content, time: new Date().toISOString() };
  await sendNow(services.db, services.providers, { ...message, content, template: "notice", parameters });
}

/** The bans not shown to the owner yet; returning them marks them as shown. */
export async function readAndClearBans(db: Db, owner: Owner): Promise<SignInBan[]> {
  const taken = await sql<SignInBan>`update sign_in_bans set told_at = now()
    where tenant_id = ${owner.tenantId} and user_id = ${owner.id} and told_at is null
    returning (extract(epoch from at) * 1000)::bigint as time, address`.execute(db);
  return taken.rows;
}

export async function removeOldBans(db: Db): Promise<void> {
  await sql`delete from sign_in_bans where at < now() - interval '90 days'`.execute(db);
}
