import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { deleteIdentities, WEIXIN } from "../arrival/identity-store.ts";

interface Whose {
  readonly id: string;
  readonly tenantId: string;
}

interface HowSet {
  readonly keepsSession: string | null;
  readonly isFirst?: boolean;
}

/**
 * Sets a password, ends the user's other sessions and counts them, and lifts bans of the account (ACC-09). Where no
 * session stays, whoever had the account may be somebody else: its access tokens end too, and so does its weixin
 * (ACC-20). A tenant's own provider lets in whom the tenant says.
 */
export function setPassword(db: Db, whose: Whose, passwordHash: string, how: HowSet): Promise<number> {
  return db.transaction().execute((trx) => setPasswordIn(trx, whose, passwordHash, how));
}

/** The same within a transaction. */
export async function setPasswordIn(
  trx: Db,
  { id, tenantId }: Whose,
  passwordHash: string,
  { keepsSession, isFirst = false }: HowSet,
): Promise<number> {
  await sql`update users set password_hash = ${passwordHash}, is_first_password = ${isFirst}
    where tenant_id = ${tenantId} and id = ${id}`.execute(trx);
  const ended = await endSessions(trx, { id, tenantId }, keepsSession);
  if (keepsSession === null) {
    await sql`delete from access_tokens where tenant_id = ${tenantId} and user_id = ${id}`.execute(trx);
    await deleteIdentities(trx, WEIXIN, { tenantId, userId: id });
  }
  await sql`delete from sign_in_locks where subject = ${`account:${id}`}
    or subject like ${`browser:% ${id}`}`.execute(trx);
  await sql`delete from sign_in_failures where account = ${id}`.execute(trx);
  await sql`delete from security_tickets where user_id = ${id}`.execute(trx);
  return ended;
}

/** Every session of a user but one, which ends with none of them any more; the hand-over codes of ended ones go too. */
export async function endSessions(db: Db, { id, tenantId }: Whose, but: string | null = null): Promise<number> {
  await sql`delete from hand_overs where tenant_id = ${tenantId} and user_id = ${id}`.execute(db);
  await sql`update sessions set parent_id = null
    where tenant_id = ${tenantId} and user_id = ${id} and id = ${but}::uuid`.execute(db);
  const gone = await sql`delete from sessions where tenant_id = ${tenantId} and user_id = ${id}
    and (${but}::uuid is null or id <> ${but}::uuid)`.execute(db);
  return Number(gone.numAffectedRows ?? 0);
}
