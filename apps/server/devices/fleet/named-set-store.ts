import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { mayRead } from "../rights/device-level-store.ts";

export interface Named {
  id: string;
  name: string;
}

/** Labels and groups are both sets of devices with a name that is unique in the tenant. */
interface NamedSet {
  readonly sets: string;
  readonly members: string;
  /** The column of `members` that refers to `sets`. */
  readonly setId: string;
}

export const LABELS: NamedSet = { sets: "labels", members: "thing_labels", setId: "label_id" };
export const GROUPS: NamedSet = { sets: "thing_groups", members: "thing_group_members", setId: "group_id" };

/** Counted over the devices that the caller may read. */
export async function setsWithCounts(
  db: Db,
  { sets, members, setId }: NamedSet,
  caller: Caller,
): Promise<(Named & { things_num: number })[]> {
  const found = await sql<Named & { things_num: number }>`select s.id, s.name,
    (select count(*) from ${sql.table(members)} x join things t on t.id = x.things_id
      where x.${sql.ref(setId)} = s.id and ${mayRead(caller)}) as things_num
    from ${sql.table(sets)} s where s.tenant_id = ${caller.tenantId} order by s.name`.execute(db);
  return found.rows;
}

export async function countSets(db: Db, { sets }: NamedSet, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from ${sql.table(sets)}
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** Undefined where the name is taken. */
export async function insertSet(db: Db, set: NamedSet, tenantId: string, name: string): Promise<Named | undefined> {
  const made = await sql<Named>`insert into ${sql.table(set.sets)} (tenant_id, name) values (${tenantId}, ${name})
    on conflict (tenant_id, lower(name)) do nothing returning id, name`.execute(db);
  return made.rows[0];
}

/** Whether the tenant has all of these sets. */
export async function hasSets(db: Db, set: NamedSet, tenantId: string, ids: readonly string[]): Promise<boolean> {
  const wanted = new Set(ids);
  const counted = await sql<{ total: number }>`select count(*) as total from ${sql.table(set.sets)}
    where tenant_id = ${tenantId} and id = any(${[...wanted]}::uuid[])`.execute(db);
  return counted.rows[0]?.total === wanted.size;
}

/** Undefined where another set has the name. */
export async function renameSet(
  db: Db,
  set: NamedSet,
  tenantId: string,
  { id, name }: Named,
): Promise<Named | undefined> {
  const sets = sql.table(set.sets);
  const changed = await sql<Named>`update ${sets} set name = ${name}
    where tenant_id = ${tenantId} and id = ${id} and not exists (select 1 from ${sets} o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> ${id}) returning id, name`.execute(
    db,
  );
  return changed.rows[0];
}

export async function removeSet(db: Db, { sets }: NamedSet, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from ${sql.table(sets)} where tenant_id = ${tenantId} and id = ${id}
    returning 1`.execute(db);
  return gone.rows.length > 0;
}
