import type { FirmwareKey } from "@canopy/contract/firmware/keys";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

const COLUMNS = sql`k.id, k.name, encode(k.public_key, 'base64') as public_key, k.user_name,
  (extract(epoch from k.created_at) * 1000)::bigint as create_time`;

export async function listKeys(db: Db, tenantId: string): Promise<FirmwareKey[]> {
  const found = await sql<FirmwareKey>`select ${COLUMNS} from firmware_keys k
    where k.tenant_id = ${tenantId} order by k.name`.execute(db);
  return found.rows;
}

interface NewKey {
  readonly tenantId: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly userName: string;
}

/** Undefined where the name is taken. */
export async function insertKey(db: Db, key: NewKey): Promise<FirmwareKey | undefined> {
  const made = await sql<FirmwareKey>`insert into firmware_keys as k (tenant_id, name, public_key, user_name)
    values (${key.tenantId}, ${key.name}, ${key.publicKey}, ${key.userName})
    on conflict (tenant_id, lower(name)) do nothing returning ${COLUMNS}`.execute(db);
  return made.rows[0];
}

export async function countKeys(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from firmware_keys
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

export async function publicKeyOf(db: Db, tenantId: string, id: string): Promise<Buffer | undefined> {
  const found = await sql<{ publicKey: Buffer }>`select public_key as "publicKey" from firmware_keys
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return found.rows[0]?.publicKey;
}

/** Versions of the images that it signs. */
export async function imagesOfKey(db: Db, tenantId: string, id: string): Promise<string[]> {
  const found = await sql<{ version: string }>`select distinct version from firmware_images
    where tenant_id = ${tenantId} and key_id = ${id} order by version limit 5`.execute(db);
  return found.rows.map(({ version }) => version);
}

export async function deleteKey(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from firmware_keys where tenant_id = ${tenantId} and id = ${id} returning 1`.execute(
    db,
  );
  return gone.rows.length > 0;
}
