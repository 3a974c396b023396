import type { DeviceFilter, RolloutDevice } from "@canopy/contract/firmware/rollouts";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { ACTIVE, OPEN } from "./device-states.ts";

const STATES: Record<DeviceFilter, readonly string[]> = {
  all: [...ACTIVE, ...OPEN, "done", "failed", "cancelled"],
  running: ACTIVE,
  failed: ["failed"],
  done: ["done"],
  waiting: OPEN,
  left_out: ["left_out"],
};

interface Wanted {
  readonly state: DeviceFilter;
  readonly wave?: number | undefined;
  readonly keyword?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Those under way first, then the failed ones, then by wave and name. */
export async function listRolloutDevices(
  db: Db,
  tenantId: string,
  rolloutId: string,
  { state, wave, keyword = "", limit, offset }: Wanted,
): Promise<{ list: RolloutDevice[]; total: number }> {
  const ofWave = wave ?? null;
  const found = sql`from firmware_rollout_devices d join things t on t.id = d.things_id
      join firmware_rollouts r on r.id = d.rollout_id left join firmware_images i on i.id = r.image_id
    where d.tenant_id = ${tenantId} and d.rollout_id = ${rolloutId} and d.state = any(${[...STATES[state]]})
      and (${ofWave}::int is null or d.wave = ${ofWave})
      and (${keyword} = '' or position(lower(${keyword}) in lower(t.name)) > 0)`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<RolloutDevice>`select d.things_id, t.name, d.wave, case d.state when 'asked' then 'waiting' else d.state end as state,
        d.from_version, d.code, d.detail, d.run_id, d.tries, d.stages, d.bytes_per_second::float8 as bytes_per_second,
        least(100, floor(d.received * 100.0 / nullif(coalesce(i.size, (r.plan->>'size')::bigint), 0)))::int as percent,
        (extract(epoch from d.since) * 1000)::float8 as since
      ${found} order by d.state = any(${[...ACTIVE]}) desc, d.state = 'failed' desc, d.wave, t.name, t.id
      limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}
