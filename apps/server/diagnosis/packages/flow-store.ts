import type { FlowStepData } from "@canopy/contract/device-link/flash/flash-order";
import { type FlashFlow, type FlashProfile, flashTransport } from "@canopy/contract/diagnosis/flashing/flows";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`f.id as flow_id, f.name, f.steps, f.user_name,
  array(select e.name from ecus e join flash_profiles p on p.ecu_id = e.id
    where p.tenant_id = f.tenant_id and p.flow_id = f.id order by e.name) as ecus,
  (extract(epoch from f.updated_at) * 1000)::bigint as updated_time`;

export async function listFlows(db: Db, tenantId: string): Promise<FlashFlow[]> {
  const found = await sql<FlashFlow>`select ${ROW} from flash_flows f where f.tenant_id = ${tenantId}
    order by lower(f.name), f.id`.execute(db);
  return found.rows;
}

export async function findFlow(db: Db, tenantId: string, id: string): Promise<FlashFlow | undefined> {
  const found = await sql<FlashFlow>`select ${ROW} from flash_flows f
    where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(db);
  return found.rows[0];
}

interface FlowContent {
  readonly name: string;
  readonly steps: readonly FlowStepData[];
  readonly userName: string;
}

/** Undefined: the name is taken. */
export async function insertFlow(db: Db, tenantId: string, flow: FlowContent): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into flash_flows (tenant_id, name, steps, user_name)
    values (${tenantId}, ${flow.name}, ${JSON.stringify(flow.steps)}, ${flow.userName})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: another one has the name. */
export async function changeFlow(db: Db, tenantId: string, id: string, flow: FlowContent): Promise<boolean> {
  const done = await sql`update flash_flows f set name = ${flow.name}, steps = ${JSON.stringify(flow.steps)},
      user_name = ${flow.userName}, updated_at = now()
    where f.tenant_id = ${tenantId} and f.id = ${id} and not exists (select from flash_flows o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${flow.name}) and o.id <> f.id)
    returning id`.execute(db);
  return done.rows.length > 0;
}

/** False: an ECU names it. */
export async function deleteFlow(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from flash_flows f where f.tenant_id = ${tenantId} and f.id = ${id}
    and not exists (select from flash_profiles p where p.flow_id = f.id) returning id`.execute(db);
  return gone.rows.length > 0;
}

export async function findProfile(db: Db, tenantId: string, ecuId: string): Promise<FlashProfile | undefined> {
  const found = await sql<Omit<FlashProfile, "transport"> & { transport: unknown }>`select memory, gates, transport,
      security_level, flow_id, package_id
    from flash_profiles where tenant_id = ${tenantId} and ecu_id = ${ecuId}`.execute(db);
  const row = found.rows[0];
  return row && { ...row, transport: flashTransport.parse(row.transport) };
}

export async function saveProfile(db: Db, tenantId: string, ecuId: string, profile: FlashProfile): Promise<void> {
  const { security_level, flow_id, package_id } = profile;
  const memory = JSON.stringify(profile.memory);
  const gates = JSON.stringify(profile.gates);
  const transport = JSON.stringify(profile.transport);
  await sql`insert into flash_profiles (ecu_id, tenant_id, memory, gates, transport, security_level, flow_id, package_id)
    values (${ecuId}, ${tenantId}, ${memory}, ${gates}, ${transport}, ${security_level}, ${flow_id}, ${package_id})
    on conflict (ecu_id) do update set memory = excluded.memory, gates = excluded.gates, transport = excluded.transport,
      security_level = excluded.security_level, flow_id = excluded.flow_id, package_id = excluded.package_id,
      updated_at = now() where flash_profiles.tenant_id = ${tenantId}`.execute(db);
}

export async function setPackage(db: Db, tenantId: string, ecuId: string, packageId: string | null): Promise<void> {
  await sql`update flash_profiles set package_id = ${packageId}, updated_at = now()
    where tenant_id = ${tenantId} and ecu_id = ${ecuId}`.execute(db);
}

export async function asksTwoPersons(db: Db, tenantId: string): Promise<boolean> {
  const found = await sql<{ two: boolean }>`select two_persons as two from flash_settings
    where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.two ?? false;
}

export async function setTwoPersons(db: Db, tenantId: string, two: boolean): Promise<void> {
  await sql`insert into flash_settings (tenant_id, two_persons) values (${tenantId}, ${two})
    on conflict (tenant_id) do update set two_persons = ${two}`.execute(db);
}
