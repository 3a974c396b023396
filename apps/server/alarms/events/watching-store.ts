import { sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { WATCHES } from "../rules/rule-store.ts";

/** Enabled rules, and the devices that they watch and the caller may read. */
export async function watchingOf(db: Db, caller: Caller): Promise<{ rules: number; devices: number }> {
  const found = await sql<{ rules: number; devices: number }>`
    with r as (select * from alarm_rules where tenant_id = ${caller.tenantId} and enabled)
    select (select count(*) from r) as rules,
      (select count(*) from things t where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)}
        and exists (select 1 from r where ${WATCHES})) as devices`.execute(db);
  return found.rows[0] ?? { rules: 0, devices: 0 };
}

/** Users of the tenant, by name. */
export async function peopleOf(db: Db, tenantId: string): Promise<{ user_name: string; nick_name: string }[]> {
  const found = await sql<{ user_name: string; nick_name: string }>`select name as user_name, nick_name from users
    where tenant_id = ${tenantId} order by lower(name)`.execute(db);
  return found.rows;
}
