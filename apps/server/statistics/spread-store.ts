import type { FleetSpread } from "@canopy/contract/statistics/spread";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** How many of these devices have a version, by what became of the configuration that was saved for them. */
export async function firmwareByConfig(
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<FleetSpread["versions"]> {
  const found = await sql<FleetSpread["versions"][number]>`select firmware, config, count(*) as devices from (
      select t.firmware_version as firmware, case
        when v.state is null then 'none'
        when v.state in ('waiting', 'sending') then 'waiting'
        when v.state <> 'confirmed' then 'refused'
        when c.reported_hash is distinct from v.hash then 'changed' else 'in_step' end as config
      from things t left join device_configs c on c.things_id = t.id and c.tenant_id = t.tenant_id
        left join device_config_versions v on v.things_id = t.id and v.tenant_id = t.tenant_id
          and v.version = c.desired_version
      where t.tenant_id = ${tenantId} and t.id = any(${[...ids]}::uuid[])) x
    group by firmware, config order by firmware desc nulls last, config`.execute(db);
  return found.rows;
}

interface BoundDbc {
  readonly things_id: string;
  readonly channel: number;
  readonly dbc_id: string;
  readonly revision: number;
}

export async function boundDbcs(db: Db, tenantId: string, ids: readonly string[]): Promise<BoundDbc[]> {
  const found = await sql<BoundDbc>`select distinct b.things_id, b.channel, s.dbc_id, b.revision
    from signal_bindings b join signal_strategies s on s.id = b.strategy_id and s.tenant_id = b.tenant_id
    where b.tenant_id = ${tenantId} and b.things_id = any(${[...ids]}::uuid[])`.execute(db);
  return found.rows;
}
