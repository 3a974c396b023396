import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { mayRead } from "../rights/device-level-store.ts";

export interface Named {
  id: string;
  name: string;
}

/** Counted over the devices that the caller may read. */
export async function labelsWithCounts(db: Db, caller: Caller): Promise<(Named & { things_num: number })[]> {
  const found = await sql<Named & { things_num: number }>`select b.id, b.name,
    (select count(*) from thing_labels x join things t on t.id = x.things_id
      where x.label_id = b.id and ${mayRead(caller)}) as things_num
    from labels b where b.tenant_id = ${caller.tenantId} order by b.name`.execute(db);
  return found.rows;
}

export async function countLabels(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from labels
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** Undefined where the name is taken. */
export async function insertLabel(db: Db, tenantId: string, name: string): Promise<Named | undefined> {
  const made = await sql<Named>`insert into labels (tenant_id, name) values (${tenantId}, ${name})
    on conflict (tenant_id, lower(name)) do nothing returning id, name`.execute(db);
  return made.rows[0];
}

/** Whether the tenant has all of these labels. */
export async function hasLabels(db: Db, tenantId: string, ids: readonly string[]): Promise<boolean> {
  const wanted = new Set(ids);
  const counted = await sql<{ total: number }>`select count(*) as total from labels
    where tenant_id = ${tenantId} and id = any(${[...wanted]}::uuid[])`.execute(db);
  return counted.rows[0]?.total === wanted.size;
}

/** Undefined where another label has the name. */
export async function updateLabel(db: Db, tenantId: string, id: string, name: string): Promise<Named | undefined> {
  const changed = await sql<Named>`update labels set name = ${name}
    where tenant_id = ${tenantId} and id = ${id} and not exists (select 1 from labels o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> ${id}) returning id, name`.execute(
    db,
  );
  return changed.rows[0];
}

export async function removeLabel(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from labels where tenant_id = ${tenantId} and id = ${id} returning 1`.execute(db);
  return gone.rows.length > 0;
}

export async function replaceThingLabels(
  db: Db,
  tenantId: string,
  thingsId: string,
  labelIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(labelIds)];
  await sql`delete from thing_labels where tenant_id = ${tenantId} and things_id = ${thingsId}
    and label_id <> all(${ids}::uuid[])`.execute(db);
  await sql`insert into thing_labels (tenant_id, things_id, label_id)
    select ${tenantId}, ${thingsId}, b.id from labels b where b.tenant_id = ${tenantId} and b.id = any(${ids}::uuid[])
    on conflict do nothing`.execute(db);
}
