import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { CONFIG_VERSIONS_KEPT, type ConfigState, type ConfigVersion } from "@canopy/contract/devices/configuration";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

const VERSION = sql`v.version, v.hash, v.config, v.note, v.origin, v.restored_from, v.user_name as author,
  (extract(epoch from v.created_at) * 1000)::bigint as time, v.state, v.problem,
  (extract(epoch from v.settled_at) * 1000)::bigint as settled_time`;

/** The newest version; undefined where none was saved. */
export async function newestVersion(db: Db, tenantId: string, thingsId: string): Promise<ConfigVersion | undefined> {
  const found = await sql<ConfigVersion>`select ${VERSION} from device_config_versions v
    where v.tenant_id = ${tenantId} and v.things_id = ${thingsId} order by v.version desc limit 1`.execute(db);
  return found.rows[0];
}

export async function listVersions(
  db: Db,
  tenantId: string,
  thingsId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ list: ConfigVersion[]; total: number }> {
  const found = await sql<ConfigVersion>`select ${VERSION} from device_config_versions v
    where v.tenant_id = ${tenantId} and v.things_id = ${thingsId}
    order by v.version desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from device_config_versions
    where tenant_id = ${tenantId} and things_id = ${thingsId}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Creates the row if missing and locks it, so that saves of one device are serial. Undefined: no such device. */
export async function lockDesired(db: Db, tenantId: string, thingsId: string): Promise<number | undefined> {
  await sql`insert into device_configs (things_id, tenant_id)
    select id, tenant_id from things where tenant_id = ${tenantId} and id = ${thingsId}
    on conflict (things_id) do nothing`.execute(db);
  const found = await sql<{ desired: number }>`select desired_version as desired from device_configs
    where tenant_id = ${tenantId} and things_id = ${thingsId} for update`.execute(db);
  return found.rows[0]?.desired;
}

export interface NewVersion {
  tenantId: string;
  thingsId: string;
  version: number;
  config: DeviceConfig;
  hash: string;
  note: string;
  origin: ConfigVersion["origin"];
  restoredFrom: number | null;
  author: string;
}

/** The newest version; one that was still to be sent is overtaken. */
export async function insertVersion(db: Db, made: NewVersion): Promise<void> {
  const { tenantId, thingsId, version } = made;
  await sql`update device_config_versions set state = 'superseded', settled_at = now()
    where tenant_id = ${tenantId} and things_id = ${thingsId} and state in ('waiting', 'sending')`.execute(db);
  await sql`insert into device_config_versions
      (tenant_id, things_id, version, config, hash, note, origin, restored_from, user_name)
    values (${tenantId}, ${thingsId}, ${version}, ${JSON.stringify(made.config)}::jsonb, ${made.hash}, ${made.note},
      ${made.origin}, ${made.restoredFrom}, ${made.author})`.execute(db);
  await sql`update device_configs set desired_version = ${version}
    where tenant_id = ${tenantId} and things_id = ${thingsId}`.execute(db);
  await sql`delete from device_config_versions where tenant_id = ${tenantId} and things_id = ${thingsId}
    and version <= ${version - CONFIG_VERSIONS_KEPT}`.execute(db);
}

/** The same again: it is sent once more. */
export async function resendVersion(db: Db, tenantId: string, thingsId: string, version: number): Promise<void> {
  await sql`update device_config_versions set state = 'waiting', problem = null, attempts = 0, settled_at = null
    where tenant_id = ${tenantId} and things_id = ${thingsId} and version = ${version}`.execute(db);
}

export interface PendingVersion {
  tenantId: string;
  thingsId: string;
  deviceId: string;
  version: number;
  config: DeviceConfig;
  hash: string;
  author: string;
  attempts: number;
}

const PENDING = (which: RawBuilder<unknown>) => sql<PendingVersion>`
  select t.tenant_id as "tenantId", t.id as "thingsId", t.third_things_id as "deviceId", v.version, v.config, v.hash,
    v.user_name as author, v.attempts
  from things t join device_config_versions v on v.things_id = t.id and v.tenant_id = t.tenant_id
  where ${which} and v.state in ('waiting', 'sending') order by v.version desc limit 1`;

/** Versions not confirmed yet. One that was being sent when a process died is sent again, which is harmless. */
export async function pendingVersion(db: Db, tenantId: string, thingsId: string): Promise<PendingVersion | undefined> {
  return (await PENDING(sql`t.tenant_id = ${tenantId} and t.id = ${thingsId}`).execute(db)).rows[0];
}

/** False: a newer version overtook it. */
export async function setVersionState(
  db: Db,
  { tenantId, thingsId, version }: Pick<PendingVersion, "tenantId" | "thingsId" | "version">,
  to: { state: ConfigState; problem?: string; attempts?: number },
): Promise<boolean> {
  const isSettled = to.state !== "waiting" && to.state !== "sending";
  const changed = await sql`update device_config_versions set state = ${to.state}, problem = ${to.problem ?? null},
      attempts = coalesce(${to.attempts ?? null}::int, attempts), settled_at = case when ${isSettled} then now() end
    where tenant_id = ${tenantId} and things_id = ${thingsId} and version = ${version}
      and state in ('waiting', 'sending')`.execute(db);
  return (changed.numAffectedRows ?? 0n) > 0n;
}
