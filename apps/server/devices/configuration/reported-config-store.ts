import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** The configuration that a device reports as in force. */
export interface ReportedConfig {
  hash: string;
  config: DeviceConfig | null;
  revision: number | null;
  time: number;
}

export async function reportedConfig(db: Db, tenantId: string, thingsId: string): Promise<ReportedConfig | undefined> {
  const found = await sql<ReportedConfig>`select reported_hash as hash, reported as config,
      reported_revision as revision, (extract(epoch from reported_at) * 1000)::bigint as time
    from device_configs where tenant_id = ${tenantId} and things_id = ${thingsId} and reported_hash is not null`.execute(
    db,
  );
  return found.rows[0];
}

export async function storeReported(
  db: Db,
  { tenantId, thingsId }: { tenantId: string; thingsId: string },
  { hash, config, revision, time }: ReportedConfig,
): Promise<void> {
  const at = sql`to_timestamp(${time} / 1000.0)`;
  const content = config && JSON.stringify(config);
  await sql`insert into device_configs (things_id, tenant_id, reported, reported_hash, reported_revision, reported_at)
    select id, tenant_id, ${content}::jsonb, ${hash}, ${revision}, ${at} from things
      where tenant_id = ${tenantId} and id = ${thingsId}
    on conflict (things_id) do update set reported = excluded.reported, reported_hash = excluded.reported_hash,
      reported_revision = excluded.reported_revision, reported_at = excluded.reported_at`.execute(db);
}

export async function deleteReportedConfig(db: Db, tenantId: string, thingsId: string): Promise<void> {
  await sql`update device_configs set reported = null, reported_hash = null, reported_revision = null, reported_at = null
    where tenant_id = ${tenantId} and things_id = ${thingsId}`.execute(db);
}

export interface KnownConfig {
  tenantId: string;
  thingsId: string;
  /** As last reported. */
  hash: string | null;
  hasContent: boolean;
  isPending: boolean;
}

/** State of the device behind a connection in one statement: it runs with every status. */
export async function knownConfig(db: Db, bindingNumber: number): Promise<KnownConfig | undefined> {
  const found = await sql<KnownConfig>`select t.tenant_id as "tenantId", t.id as "thingsId", c.reported_hash as hash,
      c.reported is not null as "hasContent", coalesce(v.state in ('waiting', 'sending'), false) as "isPending"
    from things t left join device_configs c on c.things_id = t.id
      left join device_config_versions v on v.things_id = t.id and v.version = c.desired_version
    where t.binding = ${bindingNumber}`.execute(db);
  return found.rows[0];
}
