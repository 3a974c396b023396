import type { ConfigRollout } from "@canopy/contract/devices/configuration";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface RolloutItem {
  thingsId: string;
  version: number;
}

export async function insertRollout(
  db: Db,
  { tenantId, author, note }: { tenantId: string; author: string; note: string },
  items: readonly RolloutItem[],
): Promise<string> {
  const made = await sql<{ id: string }>`insert into config_rollouts (tenant_id, user_name, note)
    values (${tenantId}, ${author}, ${note}) returning id`.execute(db);
  const id = made.rows[0]?.id ?? "";
  await sql`insert into config_rollout_items (rollout_id, tenant_id, things_id, version)
    select ${id}::uuid, ${tenantId}::uuid, i.things_id, i.version
    from unnest(${items.map(({ thingsId }) => thingsId)}::uuid[], ${items.map(({ version }) => version)}::int[])
      as i (things_id, version)`.execute(db);
  return id;
}

/** A version that is forgotten counts as overtaken. */
export async function findRollout(db: Db, tenantId: string, id: string): Promise<ConfigRollout | undefined> {
  const found = await sql<Omit<ConfigRollout, "items">>`select id, note, user_name as author,
      (extract(epoch from created_at) * 1000)::bigint as time
    from config_rollouts where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  const rollout = found.rows[0];
  if (!rollout) return undefined;
  const items = await sql<ConfigRollout["items"][number]>`select i.things_id, t.name, t.online, i.version,
      coalesce(v.state, 'superseded') as state, v.problem
    from config_rollout_items i join things t on t.id = i.things_id
      left join device_config_versions v on v.things_id = i.things_id and v.version = i.version
    where i.tenant_id = ${tenantId} and i.rollout_id = ${id} order by t.name, t.id`.execute(db);
  return { ...rollout, items: items.rows };
}
