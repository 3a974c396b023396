import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { mayRead } from "../rights/device-level-store.ts";
import type { Named } from "./label-store.ts";

/** Counted over the devices that the caller may read. */
export async function groupsWithCounts(db: Db, caller: Caller): Promise<(Named & { things_num: number })[]> {
  const found = await sql<Named & { things_num: number }>`select g.id, g.name,
    (select count(*) from thing_group_members x join things t on t.id = x.things_id
      where x.group_id = g.id and ${mayRead(caller)}) as things_num
    from thing_groups g where g.tenant_id = ${caller.tenantId} order by g.name`.execute(db);
  return found.rows;
}

export async function countGroups(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from thing_groups
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

/** Undefined where the name is taken. */
export async function insertGroup(db: Db, tenantId: string, name: string): Promise<Named | undefined> {
  const made = await sql<Named>`insert into thing_groups (tenant_id, name) values (${tenantId}, ${name})
    on conflict (tenant_id, lower(name)) do nothing returning id, name`.execute(db);
  return made.rows[0];
}

export async function hasGroup(db: Db, tenantId: string, id: string): Promise<boolean> {
  const found = await sql`select 1 from thing_groups where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return found.rows.length > 0;
}

/** Undefined where another group has the name. */
export async function updateGroup(db: Db, tenantId: string, id: string, name: string): Promise<Named | undefined> {
  const changed = await sql<Named>`update thing_groups set name = ${name}
    where tenant_id = ${tenantId} and id = ${id} and not exists (select 1 from thing_groups o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> ${id}) returning id, name`.execute(
    db,
  );
  return changed.rows[0];
}

export async function removeGroup(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from thing_groups where tenant_id = ${tenantId} and id = ${id} returning 1`.execute(db);
  return gone.rows.length > 0;
}

/** Of the devices that the caller may read, exactly these become members; unreadable members stay. */
export async function replaceMembers(db: Db, caller: Caller, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from thing_group_members x using things t where t.id = x.things_id
    and x.tenant_id = ${caller.tenantId} and x.group_id = ${groupId} and x.things_id <> all(${[...ids]}::uuid[])
    and ${mayRead(caller)}`.execute(db);
  await sql`insert into thing_group_members (tenant_id, group_id, things_id)
    select ${caller.tenantId}, ${groupId}, t.id from things t
    where t.tenant_id = ${caller.tenantId} and t.id = any(${[...ids]}::uuid[]) on conflict do nothing`.execute(db);
}
