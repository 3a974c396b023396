import type { DeviceClass } from "@canopy/contract/devices/rules";
import type { NewThing } from "@canopy/contract/devices/thing";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** The part of a device that its owner edits. */
export type ThingContent = Omit<NewThing, "label_ids" | "third_things_id">;

export interface ThingRow extends ThingContent {
  id: string;
  binding: number;
  third_things_id: string;
}

interface NewThingRow extends ThingContent {
  tenantId: string;
  binding: number;
  third_things_id: string;
  keyHash: Buffer;
}

/** Undefined where the terminal is registered already, here or elsewhere. */
export async function insertThing(db: Db, row: NewThingRow): Promise<string | undefined> {
  const made = await sql<{ id: string }>`
    insert into things (tenant_id, binding, third_things_id, key_hash, name, licence, description, info_model_id, class,
      gateway_id, dialect, server, channel_enable)
    values (${row.tenantId}, ${row.binding}, ${row.third_things_id}, ${row.keyHash}, ${row.name}, ${row.licence},
      ${row.description}, ${row.info_model_id}, ${row.class}, ${row.gateway_id}, ${row.dialect}, ${row.server},
      ${row.channel_enable})
    on conflict (third_things_id) where moved_at is null do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

interface Owner {
  tenantId: string;
  userId: string;
}

const COLUMNS = sql`id, binding, third_things_id, name, licence, description, info_model_id, class, gateway_id, dialect,
  server, channel_enable`;

export async function lockThing(db: Db, tenantId: string, thingsId: string): Promise<ThingRow | undefined> {
  const found = await sql<ThingRow>`select ${COLUMNS} from things
    where tenant_id = ${tenantId} and id = ${thingsId} for update`.execute(db);
  return found.rows[0];
}

export async function updateThingRow(db: Db, tenantId: string, thingsId: string, row: ThingContent): Promise<void> {
  await sql`update things set name = ${row.name}, licence = ${row.licence}, description = ${row.description},
    info_model_id = ${row.info_model_id}, class = ${row.class}, gateway_id = ${row.gateway_id}, dialect = ${row.dialect},
    server = ${row.server}, channel_enable = ${row.channel_enable}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
}

export interface DeviceNumber {
  thingsId: string;
  deviceId: string;
  bindingNumber: number;
}

const NUMBER = sql`id as "thingsId", third_things_id as "deviceId", binding as "bindingNumber"`;

export async function findRegistered(db: Db, tenantId: string, deviceId: string): Promise<DeviceNumber | undefined> {
  const found = await sql<DeviceNumber>`select ${NUMBER} from things
    where tenant_id = ${tenantId} and third_things_id = ${deviceId} and moved_at is null`.execute(db);
  return found.rows[0];
}

export async function replaceKey(
  db: Db,
  tenantId: string,
  thingsId: string,
  hash: Buffer,
): Promise<DeviceNumber | undefined> {
  const changed = await sql<DeviceNumber>`update things set key_hash = ${hash}, key_version = key_version + 1
    where tenant_id = ${tenantId} and id = ${thingsId} returning ${NUMBER}`.execute(db);
  return changed.rows[0];
}

export async function childrenOf(db: Db, tenantId: string, gatewayId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from things
    where tenant_id = ${tenantId} and gateway_id = ${gatewayId}`.execute(db);
  return found.rows.map(({ id }) => id);
}

export async function deleteThings(db: Db, tenantId: string, thingsIds: readonly string[]): Promise<DeviceNumber[]> {
  const gone = await sql<DeviceNumber>`delete from things
    where tenant_id = ${tenantId} and id = any(${[...thingsIds]}::uuid[]) returning ${NUMBER}`.execute(db);
  return gone.rows;
}

export async function classOf(db: Db, tenantId: string, thingsId: string): Promise<DeviceClass | undefined> {
  const found = await sql<{ class: DeviceClass }>`select class from things
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0]?.class;
}

/** Locks the tenant, so that parallel additions respect one limit. */
export async function lockTenantThings(db: Db, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${tenantId}, 4))`.execute(db);
}

/** CAP-01: all devices, and those that are CAN devices: by their type, or for want of one. */
export async function countThings(db: Db, tenantId: string): Promise<{ all: number; can: number }> {
  const counted = await sql<{ all: number; can: number }>`
    select count(*) as all, count(*) filter (where coalesce(m.keyword, 'can') = 'can') as can
    from things t left join info_models m on m.id = t.info_model_id
    where t.tenant_id = ${tenantId} and t.moved_at is null`.execute(db);
  return counted.rows[0] ?? { all: 0, can: 0 };
}

export async function addFavourite(db: Db, { tenantId, userId }: Owner, thingsId: string): Promise<void> {
  await sql`insert into favourite_things (tenant_id, user_id, things_id)
    values (${tenantId}, ${userId}, ${thingsId}) on conflict do nothing`.execute(db);
}

export async function removeFavourite(db: Db, { tenantId, userId }: Owner, thingsId: string): Promise<void> {
  await sql`delete from favourite_things
    where tenant_id = ${tenantId} and user_id = ${userId} and things_id = ${thingsId}`.execute(db);
}

export async function isThingOnline(db: Db, tenantId: string, thingsId: string): Promise<boolean> {
  const found = await sql<{ online: boolean }>`select online from things
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0]?.online ?? false;
}
