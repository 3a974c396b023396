import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface BulkChange {
  tenantId: string;
  thingsIds: readonly string[];
  add: readonly string[];
  remove: readonly string[];
}

/** The most labels that one of these devices has now. */
export async function changeLabels(db: Db, { tenantId, thingsIds, add, remove }: BulkChange): Promise<number> {
  await sql`delete from thing_labels where tenant_id = ${tenantId} and things_id = any(${[...thingsIds]}::uuid[])
    and label_id = any(${[...remove]}::uuid[])`.execute(db);
  await sql`insert into thing_labels (tenant_id, things_id, label_id)
    select ${tenantId}, t.id, b.id from things t cross join labels b
    where t.tenant_id = ${tenantId} and t.id = any(${[...thingsIds]}::uuid[])
      and b.tenant_id = ${tenantId} and b.id = any(${[...add]}::uuid[])
    on conflict do nothing`.execute(db);
  const most = await sql<{ count: number }>`select count(*) as count from thing_labels
    where tenant_id = ${tenantId} and things_id = any(${[...thingsIds]}::uuid[])
    group by things_id order by count desc limit 1`.execute(db);
  return most.rows[0]?.count ?? 0;
}

/** The most devices that one of the groups added to has now. */
export async function changeGroups(db: Db, { tenantId, thingsIds, add, remove }: BulkChange): Promise<number> {
  await sql`delete from thing_group_members where tenant_id = ${tenantId}
    and things_id = any(${[...thingsIds]}::uuid[]) and group_id = any(${[...remove]}::uuid[])`.execute(db);
  await sql`insert into thing_group_members (tenant_id, group_id, things_id)
    select ${tenantId}, g.id, t.id from things t cross join thing_groups g
    where t.tenant_id = ${tenantId} and t.id = any(${[...thingsIds]}::uuid[])
      and g.tenant_id = ${tenantId} and g.id = any(${[...add]}::uuid[])
    on conflict do nothing`.execute(db);
  const most = await sql<{ count: number }>`select count(*) as count from thing_group_members
    where tenant_id = ${tenantId} and group_id = any(${[...add]}::uuid[])
    group by group_id order by count desc limit 1`.execute(db);
  return most.rows[0]?.count ?? 0;
}

interface Owner {
  tenantId: string;
  userId: string;
}

export async function addFavourites(db: Db, { tenantId, userId }: Owner, thingsIds: readonly string[]): Promise<void> {
  await sql`insert into favourite_things (tenant_id, user_id, things_id)
    select ${tenantId}, ${userId}, t.id from things t
    where t.tenant_id = ${tenantId} and t.id = any(${[...thingsIds]}::uuid[]) on conflict do nothing`.execute(db);
}

export async function removeFavourites(
  db: Db,
  { tenantId, userId }: Owner,
  thingsIds: readonly string[],
): Promise<void> {
  await sql`delete from favourite_things where tenant_id = ${tenantId} and user_id = ${userId}
    and things_id = any(${[...thingsIds]}::uuid[])`.execute(db);
}

export interface ExportedThing {
  name: string;
  third_things_id: string;
  info_model_name: string | null;
  class: string;
  description: string;
  licence: string | null;
  server: string;
  labels: string[];
  dialect: string;
  channel_enable: boolean[];
  online: boolean;
  last_seen: Date | null;
  sd_state: string | null;
  firmware_version: string | null;
  things_usage: number;
  created_at: Date;
}

export async function thingsForExport(
  db: Db,
  tenantId: string,
  thingsIds: readonly string[],
): Promise<ExportedThing[]> {
  const found = await sql<ExportedThing>`select t.name, t.third_things_id, m.name as info_model_name, t.class,
      t.description, t.licence, t.server, t.dialect, t.channel_enable, t.online, t.sd_state, t.firmware_version, t.things_usage, t.created_at,
      case when t.online then now() else t.offline_at end as last_seen,
      array(select b.name from thing_labels x join labels b on b.id = x.label_id
        where x.things_id = t.id order by b.name) as labels
    from things t left join info_models m on m.id = t.info_model_id
    where t.tenant_id = ${tenantId} and t.id = any(${[...thingsIds]}::uuid[]) order by t.name, t.id`.execute(db);
  return found.rows;
}
