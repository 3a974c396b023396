import type { ImageType } from "@canopy/contract/platform/images";
import { MOST_LOOSE_PICTURES } from "@canopy/contract/work-orders/pictures";
import { sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { isVisible } from "./order-visibility.ts";

type Owner = Pick<Caller, "tenantId" | "userId">;

/** Undefined: this person has too many that belong to nothing yet. */
export async function insertPicture(
  db: Db,
  { tenantId, userId }: Owner,
  { type, content }: { type: ImageType; content: Uint8Array },
): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into work_order_pictures (tenant_id, user_id, type, content)
    select ${tenantId}, ${userId}, ${type}, ${Buffer.from(content)}
    where (select count(*) from work_order_pictures
      where tenant_id = ${tenantId} and user_id = ${userId} and order_id is null) < ${MOST_LOOSE_PICTURES}
    returning id`.execute(db);
  return made.rows[0]?.id;
}

/** Of an order that the caller may see, or the caller's own that belongs to none yet. */
export async function findPicture(
  db: Db,
  caller: Caller,
  id: string,
): Promise<{ type: string; content: Buffer } | undefined> {
  const found = await sql<{ type: string; content: Buffer }>`select p.type, p.content from work_order_pictures p
    where p.id = ${id} and (
      (p.order_id is null and p.tenant_id = ${caller.tenantId} and p.user_id = ${caller.userId})
      or exists (select 1 from work_orders w where w.id = p.order_id and ${isVisible(caller)}))`.execute(db);
  return found.rows[0];
}

/** Makes them part of an entry, in this order. False: one of them is not this person's, or is part of another already. */
export async function attachPictures(
  db: Db,
  { tenantId, userId }: Owner,
  ids: readonly string[],
  { orderId, entryId }: { orderId: string; entryId: number },
): Promise<boolean> {
  if (ids.length === 0) return true;
  const done = await sql`update work_order_pictures p set order_id = ${orderId}, entry_id = ${entryId}, place = n.place
    from unnest(${[...ids]}::uuid[]) with ordinality as n (id, place)
    where p.id = n.id and p.tenant_id = ${tenantId} and p.user_id = ${userId} and p.order_id is null
    returning p.id`.execute(db);
  return done.rows.length === new Set(ids).size;
}

/** Of all tenants: what was sent and never became part of an order. */
export async function removeLoosePictures(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from work_order_pictures
    where order_id is null and sent_at < to_timestamp(${beforeMs / 1000})`.execute(db);
}
