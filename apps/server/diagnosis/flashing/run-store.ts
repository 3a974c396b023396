import { type FlashOrder, USUAL_NOMINAL_V } from "@canopy/contract/device-link/flash/flash-order";
import type { FlashRunRow, RunState } from "@canopy/contract/diagnosis/flashing/runs";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface FlashedDevice {
  readonly tenantId: string;
  readonly thingsId: string;
}

/** All of an order but its secrets and its link, which are made when it is sent. */
export type KeptOrder = Omit<FlashOrder, "run" | "url" | "unlock">;

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
export const time = (atMs: number) => sql`to_timestamp(${atMs} / 1000.0)`;

function columns(userId: string): RawBuilder<unknown> {
  return sql`r.id as run_id, r.things_id, r.ecu_id, r.ecu_name, r.package_name,
    array_to_string(array(select jsonb_array_elements_text(r.part_order->'manifest'->'software_from')), ', ') as software_from,
    r.part_order->'manifest'->>'software_to' as software_to, (r.part_order->>'size')::float8 as size,
    jsonb_array_length(r.part_order->'segments') as segments, r.flow_name,
    (r.part_order->'settings'->>'channel')::int as channel,
    coalesce((r.part_order->'gates'->>'nominal_v')::int, ${USUAL_NOMINAL_V}) as nominal_v,
    array(select jsonb_array_elements(r.part_order->'flow')->>'kind') as flow, r.vin, r.state, r.stage,
    r.received::float8 as received, r.stages, r.progress, r.gates, ${ms("r.gates_at")} as gates_time, r.outcome, r.failure, r.code,
    r.past_erase, r.communication_restored, r.dtc_setting_restored, r.two_persons, r.asked_name as asked_by,
    r.asked_by = ${userId} as asked_by_me, r.approved_name as approved_by, ${ms("r.approved_at")} as approved_time,
    ${ms("r.created_at")} as created_time, ${ms("r.started_at")} as started_time, ${ms("r.ended_at")} as ended_time,
    ${ms("r.heard_at")} as heard_time, (select count(*)::int from flash_trace t where t.run_id = r.id) as trace`;
}

export interface NewRun extends FlashedDevice {
  readonly ecuId: string;
  readonly packageId: string;
  readonly ecuName: string;
  readonly packageName: string;
  readonly flowName: string;
  readonly order: KeptOrder;
  readonly twoPersons: boolean;
  readonly userId: string;
  readonly userName: string;
}

export async function insertRun(db: Db, run: NewRun): Promise<string> {
  const made = await sql<{ id: string }>`insert into flash_runs (tenant_id, things_id, ecu_id, package_id, ecu_name,
      package_name, flow_name, part_order, vin, two_persons, asked_by, asked_name)
    values (${run.tenantId}, ${run.thingsId}, ${run.ecuId}, ${run.packageId}, ${run.ecuName}, ${run.packageName},
      ${run.flowName}, ${JSON.stringify(run.order)}, ${run.order.vin}, ${run.twoPersons}, ${run.userId}, ${run.userName})
    returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}

export async function findRun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  id: string,
  userId: string,
): Promise<FlashRunRow | undefined> {
  const found = await sql<FlashRunRow>`select ${columns(userId)} from flash_runs r
    where r.tenant_id = ${tenantId} and r.things_id = ${thingsId} and r.id = ${id}`.execute(db);
  return found.rows[0];
}

export async function pageOfRuns(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  { limit, offset, userId }: { limit: number; offset: number; userId: string },
): Promise<{ list: FlashRunRow[]; total: number }> {
  const of = sql`from flash_runs r where r.tenant_id = ${tenantId} and r.things_id = ${thingsId}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${of}`.execute(db);
  const page = await sql<FlashRunRow>`select ${columns(userId)} ${of} order by r.created_at desc, r.id
    limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export interface SentRun {
  readonly order: KeptOrder;
  readonly packageId: string | null;
  readonly ecuId: string | null;
  readonly askedBy: string;
  readonly isRunning: boolean;
}

export async function sentRun(db: Db, { tenantId, thingsId }: FlashedDevice, id: string): Promise<SentRun | undefined> {
  const found = await sql<SentRun>`select part_order as "order", package_id as "packageId", ecu_id as "ecuId",
      asked_by as "askedBy", state = 'running' as "isRunning" from flash_runs
    where tenant_id = ${tenantId} and things_id = ${thingsId} and id = ${id}`.execute(db);
  return found.rows[0];
}

/** The run of this device that has begun and is not over: under way, or in boot mode. */
export async function openRun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
): Promise<{ id: string; ecuName: string; state: RunState; ecuId: string | null } | undefined> {
  const found = await sql<{ id: string; ecuName: string; state: RunState; ecuId: string | null }>`select id,
      ecu_name as "ecuName", state, ecu_id as "ecuId" from flash_runs
    where tenant_id = ${tenantId} and things_id = ${thingsId} and state = 'running' limit 1`.execute(db);
  return found.rows[0];
}

/** Of the newest run of this ECU that changed it: the counter of its package, and whether it is in boot mode. */
export async function lastFlashed(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  part: string,
): Promise<{ counter: number; isInBoot: boolean }> {
  const found = await sql<{ counter: number; outcome: string }>`select
      (part_order->'manifest'->>'counter')::int as counter, outcome from flash_runs
    where tenant_id = ${tenantId} and things_id = ${thingsId} and outcome in ('new', 'boot')
      and part_order->'manifest'->>'part_number' = ${part}
    order by created_at desc`.execute(db);
  const counters = found.rows.filter(({ outcome }) => outcome === "new").map(({ counter }) => counter);
  return { counter: Math.max(0, ...counters), isInBoot: found.rows[0]?.outcome === "boot" };
}

/** Drafts that nobody went on with make room. */
export async function dropDrafts(db: Db, { tenantId, thingsId }: FlashedDevice): Promise<void> {
  await sql`delete from flash_runs where tenant_id = ${tenantId} and things_id = ${thingsId}
    and state in ('draft', 'asked', 'approved')`.execute(db);
}

export async function vinOfDevice(db: Db, { tenantId, thingsId }: FlashedDevice): Promise<string | undefined> {
  const found = await sql<{ vin: string }>`select v.vin from vehicles v join vehicle_channels c on c.vehicle_id = v.id
    join things t on t.binding = c.binding and t.tenant_id = c.tenant_id
    where v.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and t.id = ${thingsId}
      and c.until_at = 'infinity' limit 1`.execute(db);
  return found.rows[0]?.vin;
}
