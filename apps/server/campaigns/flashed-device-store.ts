import { sql } from "kysely";
import { ACTIVE } from "../firmware/rollouts/device-states.ts";
import type { DeviceTry } from "../firmware/rollouts/device-store.ts";
import type { StoredRollout } from "../firmware/rollouts/rollout-store.ts";
import type { Db } from "../platform/postgres/schema.ts";

export interface RunOfDevice {
  readonly thingsId: string;
  readonly tries: number;
  readonly runId: string;
}

/** Devices whose ECU is being flashed. */
export async function runsUnderWay(db: Db, { tenantId, id }: StoredRollout): Promise<RunOfDevice[]> {
  const found = await sql<RunOfDevice>`select d.things_id as "thingsId", d.tries, d.run_id as "runId"
    from firmware_rollout_devices d where d.tenant_id = ${tenantId} and d.rollout_id = ${id}
      and d.run_id is not null and d.state = any(${[...ACTIVE].filter((state) => state !== "asked")})`.execute(db);
  return found.rows;
}

/** The terminal has the order. */
export async function attachRun(db: Db, { tenantId, id, thingsId, tries }: DeviceTry, runId: string): Promise<void> {
  await sql`update firmware_rollout_devices set state = 'downloading', run_id = ${runId}, code = null, since = now(),
      heard_at = now()
    where tenant_id = ${tenantId} and rollout_id = ${id} and things_id = ${thingsId} and tries = ${tries}
      and state = 'asked'`.execute(db);
}

export interface Moved {
  readonly state: string;
  readonly bytes: number;
  readonly heardMs: number | null;
}

export async function moveFlashed(
  db: Db,
  { tenantId, id, thingsId, tries }: DeviceTry,
  { state, bytes, heardMs }: Moved,
): Promise<void> {
  await sql`update firmware_rollout_devices set received = ${bytes}::float8::bigint,
      since = case when state = ${state} then since else now() end, state = ${state},
      heard_at = greatest(heard_at, to_timestamp(${heardMs}::float8 / 1000))
    where tenant_id = ${tenantId} and rollout_id = ${id} and things_id = ${thingsId} and tries = ${tries}
      and state = any(${ACTIVE})`.execute(db);
}

export async function endFlashed(db: Db, { tenantId, id, thingsId, tries }: DeviceTry): Promise<void> {
  await sql`update firmware_rollout_devices set state = 'done', code = null, detail = null, since = now()
    where tenant_id = ${tenantId} and rollout_id = ${id} and things_id = ${thingsId} and tries = ${tries}
      and state = any(${ACTIVE})`.execute(db);
}

/** The vehicle was not touched: it keeps its tries, and is asked again. Not in a rollout that was stopped. */
export async function gateDevice(
  db: Db,
  { tenantId, id, thingsId, tries }: DeviceTry,
  code: string,
  detail: string,
): Promise<void> {
  await sql`update firmware_rollout_devices d set code = ${code}, detail = ${detail}, since = now(),
      tries = d.tries - 1, state = case when r.state = 'stopped' then 'cancelled' else 'gated' end
    from firmware_rollouts r where r.id = d.rollout_id and d.tenant_id = ${tenantId} and d.rollout_id = ${id}
      and d.things_id = ${thingsId} and d.tries = ${tries} and d.state = any(${ACTIVE})`.execute(db);
}
