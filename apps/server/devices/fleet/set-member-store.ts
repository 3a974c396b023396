import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { mayRead } from "../rights/device-level-store.ts";

/** Of the devices that the caller may read, exactly these become members; unreadable members stay. */
export async function replaceGroupMembers(
  db: Db,
  caller: Caller,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from thing_group_members x using things t where t.id = x.things_id
    and x.tenant_id = ${caller.tenantId} and x.group_id = ${groupId} and x.things_id <> all(${[...ids]}::uuid[])
    and ${mayRead(caller)}`.execute(db);
  await sql`insert into thing_group_members (tenant_id, group_id, things_id)
    select ${caller.tenantId}, ${groupId}, t.id from things t
    where t.tenant_id = ${caller.tenantId} and t.id = any(${[...ids]}::uuid[]) on conflict do nothing`.execute(db);
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
