import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface FlashableVehicle {
  readonly thingsId: string;
  readonly vin: string | null;
  /** What the newest run of this part left: a version, or nothing in boot mode. */
  readonly version: string | null;
  /** The highest that was flashed. */
  readonly counter: number;
  /** A flash or a tester is on it. */
  readonly isBusy: boolean;
}

/** What is known of the vehicles of these devices for a package of this part. */
export async function flashableVehicles(
  db: Db,
  tenantId: string,
  thingsIds: readonly string[],
  part: string,
): Promise<FlashableVehicle[]> {
  const runs = sql`from flash_runs r where r.tenant_id = ${tenantId} and r.things_id = t.id
    and r.part_order->'manifest'->>'part_number' = ${part}`;
  const found = await sql<FlashableVehicle>`select t.id as "thingsId",
      (select v.vin from vehicles v join vehicle_channels c on c.vehicle_id = v.id
        where v.tenant_id = ${tenantId} and c.tenant_id = ${tenantId} and c.binding = t.binding
          and c.until_at = 'infinity' limit 1) as vin,
      (select case when r.outcome = 'new' then r.part_order->'manifest'->>'software_to' end ${runs}
        and r.outcome in ('new', 'boot') order by r.created_at desc limit 1) as version,
      coalesce((select max((r.part_order->'manifest'->>'counter')::int) ${runs} and r.outcome = 'new'), 0) as counter,
      exists (select from flash_runs o where o.tenant_id = ${tenantId} and o.things_id = t.id and o.state = 'running')
        or exists (select from diagnosis_sessions s where s.tenant_id = ${tenantId} and s.things_id = t.id
          and s.ended_at is null) as "isBusy"
    from things t where t.tenant_id = ${tenantId} and t.id = any(${[...thingsIds]}::uuid[])`.execute(db);
  return found.rows;
}

/** Runs of the same tenant, as far as the waves of a campaign need them. */
export interface FlashedRun {
  readonly runId: string;
  readonly state: string;
  readonly stage: string | null;
  /** Bytes fetched, or written. */
  readonly bytes: number;
  readonly outcome: "new" | "old" | "boot" | null;
  readonly cause: string | null;
  /** Gates that were not met. */
  readonly denied: string[];
  readonly code: string | null;
  readonly heardMs: number | null;
}

export async function flashedRuns(db: Db, tenantId: string, runIds: readonly string[]): Promise<FlashedRun[]> {
  if (runIds.length === 0) return [];
  const found = await sql<FlashedRun>`select r.id as "runId", r.state, r.stage, r.outcome, r.code,
      coalesce((r.progress->>'acknowledged')::float8, r.received::float8) as bytes, r.failure->>'cause' as cause,
      array(select d->>'name' from jsonb_array_elements(coalesce(r.failure->'denials', '[]')) d) as denied,
      (extract(epoch from r.heard_at) * 1000)::float8 as "heardMs"
    from flash_runs r where r.tenant_id = ${tenantId} and r.id = any(${[...runIds]}::uuid[])`.execute(db);
  return found.rows;
}
