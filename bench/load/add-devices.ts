import { sql } from "kysely";
import type { Db } from "../../apps/server/platform/postgres/schema.ts";

/** Ten types; the sub-user may read all of them, which is the dearest case. */
export async function addDevices(
  db: Db,
  { tenantId, userId, devices }: { tenantId: string; userId: string; devices: number },
): Promise<void> {
  await sql`insert into info_models (tenant_id, name) select ${tenantId}::uuid, 'type ' || i
    from generate_series(1, 10) i`.execute(db);
  await sql`with n as (insert into bindings (tenant_id, third_things_id)
      select ${tenantId}::uuid, upper(lpad(to_hex(i), 20, '0')) from generate_series(1, ${devices}::int) i returning *)
    insert into things (tenant_id, binding, third_things_id, name, key_hash, class, things_usage, info_model_id, online)
    select n.tenant_id, n.number, n.third_things_id, 'truck ' || md5(n.third_things_id), '', 'ordinary',
      n.number * 7919 % 1000003, m.id, n.number % 3 = 0
    from n join (select id, row_number() over () as at from info_models where tenant_id = ${tenantId}) m
      on m.at = n.number % 10 + 1`.execute(db);
  await sql`insert into device_levels (tenant_id, user_id, things_id, level)
    select tenant_id, ${userId}::uuid, id, 'read' from things where tenant_id = ${tenantId}`.execute(db);
  await sql`analyze things, device_levels, info_models`.execute(db);
}
