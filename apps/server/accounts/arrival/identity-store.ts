import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface Owner {
  readonly tenantId: string;
  readonly userId: string;
  /** The account was there before the person came this way. */
  readonly isJoined?: boolean;
}

/** The realm of people's names at weixin. */
export const WEIXIN = "weixin";

/** A person has one name in each realm: the issuer of a tenant's own provider, or weixin. */
export async function findIdentity(db: Db, realm: string, subject: string): Promise<Owner | undefined> {
  const found = await sql<Owner>`select tenant_id as "tenantId", user_id as "userId", is_joined as "isJoined"
    from external_identities
    where realm = ${realm} and subject = ${subject}`.execute(db);
  return found.rows[0];
}

/** False: the name stands for somebody already. */
export async function insertIdentity(db: Db, realm: string, subject: string, owner: Owner): Promise<boolean> {
  const made = await sql`insert into external_identities (realm, subject, tenant_id, user_id, is_joined)
    values (${realm}, ${subject}, ${owner.tenantId}, ${owner.userId}, ${owner.isJoined ?? false}) on conflict do nothing returning 1`.execute(
    db,
  );
  return made.rows.length > 0;
}

export async function deleteIdentities(db: Db, realm: string, { tenantId, userId }: Owner): Promise<void> {
  await sql`delete from external_identities
    where tenant_id = ${tenantId} and user_id = ${userId} and realm = ${realm}`.execute(db);
}

/** The one sub-user with this address that nobody of the realm has joined; two with the same address are nobody's. */
export async function findJoinable(
  db: Db,
  realm: string,
  tenantId: string,
  email: string,
): Promise<string | undefined> {
  const found = await sql<{ id: string; isTaken: boolean }>`select u.id, exists (select 1 from external_identities i
      where i.tenant_id = ${tenantId} and i.user_id = u.id and i.realm = ${realm}) as "isTaken"
    from users u where u.tenant_id = ${tenantId} and u.role = 'sub' and lower(u.email) = lower(${email})
    limit 2`.execute(db);
  const [only, second] = found.rows;
  return only && !second && !only.isTaken ? only.id : undefined;
}
