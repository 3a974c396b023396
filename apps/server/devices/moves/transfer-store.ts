import { type OfferedDevice, TRANSFER_DAYS } from "@canopy/contract/devices/terminal-moves";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface Offer {
  receiver: string;
  expires_time: number;
}

const EXPIRES = sql`(extract(epoch from x.expires_at) * 1000)::bigint as expires_time`;

interface NewOffer {
  tenantId: string;
  thingsId: string;
  receiver: string;
  userName: string;
}

/** One per device: a new one takes the place of the old. The receiver is the primary account of another tenant. */
export async function insertOffer(db: Db, { tenantId, thingsId, receiver, userName }: NewOffer): Promise<Offer> {
  await removeOffer(db, tenantId, thingsId);
  const made = await sql<Offer>`with x as (
      insert into device_transfers (tenant_id, things_id, to_tenant_id, receiver, user_name, expires_at)
      select ${tenantId}, ${thingsId}, (select u.tenant_id from users u join tenants n on n.id = u.tenant_id
          where u.role <> 'sub' and lower(u.name) = lower(${receiver}) and u.tenant_id <> ${tenantId}
            and n.state = 'active'),
        ${receiver}, ${userName}, now() + ${TRANSFER_DAYS} * interval '1 day'
      returning *)
    select x.receiver, ${EXPIRES} from x`.execute(db);
  const offer = made.rows[0];
  if (!offer) throw new Error("an insert returned no row");
  return offer;
}

export async function findOffer(db: Db, tenantId: string, thingsId: string): Promise<Offer | undefined> {
  const found = await sql<Offer>`select x.receiver, ${EXPIRES} from device_transfers x
    where x.tenant_id = ${tenantId} and x.things_id = ${thingsId} and x.expires_at > now()`.execute(db);
  return found.rows[0];
}

export async function removeOffer(db: Db, tenantId: string, thingsId: string): Promise<void> {
  await sql`delete from device_transfers where tenant_id = ${tenantId} and things_id = ${thingsId}`.execute(db);
}

/** Offers to this tenant. */
export async function listOffersTo(db: Db, tenantId: string): Promise<OfferedDevice[]> {
  const found = await sql<OfferedDevice>`select x.id, t.third_things_id, n.name as from_name, ${EXPIRES}
    from device_transfers x join things t on t.id = x.things_id join tenants n on n.id = x.tenant_id
    where x.to_tenant_id = ${tenantId} and x.expires_at > now() and t.moved_at is null
    order by x.created_at limit 100`.execute(db);
  return found.rows;
}

export interface TakenOffer {
  fromTenantId: string;
  thingsId: string;
}

/** Withdraws the offer, whatever its target. */
export async function consumeOffer(db: Db, toTenantId: string, id: string): Promise<TakenOffer | undefined> {
  const taken = await sql<TakenOffer>`delete from device_transfers
    where id = ${id} and to_tenant_id = ${toTenantId} and expires_at > now()
    returning tenant_id as "fromTenantId", things_id as "thingsId"`.execute(db);
  return taken.rows[0];
}
