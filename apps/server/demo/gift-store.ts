import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export async function wasGiven(db: Db, tenantId: string, gift: string): Promise<boolean> {
  const found = await sql`select 1 from demo_gifts where tenant_id = ${tenantId} and gift = ${gift}`.execute(db);
  return found.rows.length > 0;
}

export async function markGiven(db: Db, tenantId: string, gift: string): Promise<void> {
  await sql`insert into demo_gifts (tenant_id, gift) values (${tenantId}, ${gift}) on conflict do nothing`.execute(db);
}

/** Once: the work and the note of it stand together or not at all. */
export async function giveOnce(db: Db, tenantId: string, gift: string, give: (db: Db) => Promise<void>): Promise<void> {
  if (await wasGiven(db, tenantId, gift)) return;
  await db.transaction().execute(async (transaction) => {
    await give(transaction);
    await markGiven(transaction, tenantId, gift);
  });
}

/** When a gift was given; undefined: it was not. */
export async function givenAtMs(db: Db, tenantId: string, gift: string): Promise<number | undefined> {
  const found = await sql<{ at: number }>`select (extract(epoch from given_at) * 1000)::bigint as at from demo_gifts
    where tenant_id = ${tenantId} and gift = ${gift}`.execute(db);
  return found.rows[0]?.at;
}

/** Marked with this time, if it was not before; the time that it has. */
export async function beginGift(db: Db, tenantId: string, gift: string, atMs: number): Promise<number> {
  await sql`insert into demo_gifts (tenant_id, gift, given_at) values (${tenantId}, ${gift},
    to_timestamp(${atMs / 1000})) on conflict do nothing`.execute(db);
  return (await givenAtMs(db, tenantId, gift)) ?? atMs;
}
