import type { LicenceConfig } from "@canopy/contract/devices/licences";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** Of the whole platform; kept by the system manager. */
export async function readLicenceConfig(db: Db): Promise<LicenceConfig> {
  const found = await sql<LicenceConfig>`select enable, required from licence_config`.execute(db);
  return found.rows[0] ?? { enable: true, required: false };
}

export async function storeLicenceConfig(db: Db, config: LicenceConfig): Promise<void> {
  await sql`insert into licence_config (enable, required) values (${config.enable}, ${config.required})
    on conflict (only_row) do update set enable = excluded.enable, required = excluded.required`.execute(db);
}

export interface IssuedLicence {
  tenantId: string;
  userId: string;
  infoModelId: string;
  deviceId: string;
  licenceHash: Buffer;
}

/** Issued again, the same licence is the same row. */
export async function insertLicence(db: Db, licence: IssuedLicence): Promise<void> {
  await sql`insert into issued_licences (tenant_id, info_model_id, third_things_id, licence_hash, issued_by)
    values (${licence.tenantId}, ${licence.infoModelId}, ${licence.deviceId}, ${licence.licenceHash}, ${licence.userId})
    on conflict do nothing`.execute(db);
}

/** Whether this licence was issued for this type and ID: by whichever tenant owns the type. */
export async function wasIssued(db: Db, infoModelId: string, deviceId: string, licenceHash: Buffer): Promise<boolean> {
  const found = await sql`select 1 from issued_licences where info_model_id = ${infoModelId}
    and third_things_id = ${deviceId} and licence_hash = ${licenceHash}`.execute(db);
  return found.rows.length > 0;
}
