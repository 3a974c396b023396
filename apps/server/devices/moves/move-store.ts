import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ThingRow } from "../fleet/thing-store.ts";

/** Matches no key: a device whose terminal left cannot connect. */
const voidKey = () => randomBytes(32);

export async function hasMoved(db: Db, tenantId: string, thingsId: string): Promise<boolean> {
  const found = await sql<{ moved: boolean }>`select moved_at is not null as moved from things
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0]?.moved === true;
}

/** DEV-14: the terminal goes; the device stays with its binding, which is its history. It is offline by then. */
export async function markMoved(db: Db, tenantId: string, thingsId: string): Promise<void> {
  await sql`update things set moved_at = now(), key_hash = ${voidKey()}, key_version = key_version + 1,
    gateway_id = null, updated_at = now()
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
}

interface NewTerminal {
  deviceId: string;
  bindingNumber: number;
  keyHash: Buffer;
}

/** Another terminal under the same name, offline by then; reports of the old one are not shown for it. */
export async function assignTerminal(db: Db, tenantId: string, thingsId: string, terminal: NewTerminal): Promise<void> {
  await sql`update things set third_things_id = ${terminal.deviceId}, binding = ${terminal.bindingNumber},
    key_hash = ${terminal.keyHash}, key_version = key_version + 1, licence = null, online_at = null, offline_at = null,
    sd_state = null, sd_used_percent = null, firmware_version = null, things_usage = 0, last_cal_usage_at = null,
    updated_at = now()
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
}

/** A device that only holds the history of a replaced terminal; rights are copied from the original device. */
export async function createFormerDevice(db: Db, tenantId: string, former: ThingRow, name: string): Promise<string> {
  const made = await sql<{ id: string }>`insert into things (tenant_id, binding, third_things_id, name, key_hash,
      description, info_model_id, class, dialect, server, channel_enable, moved_at)
    values (${tenantId}, ${former.binding}, ${former.third_things_id}, ${name}, ${voidKey()}, ${former.description},
      ${former.info_model_id}, 'ordinary', ${former.dialect}, ${former.server}, ${former.channel_enable}, now())
    returning id`.execute(db);
  const id = made.rows[0]?.id;
  if (!id) throw new Error("an insert returned no row");
  await sql`insert into device_levels (tenant_id, user_id, things_id, level, from_at)
    select tenant_id, user_id, ${id}, 'read', from_at from device_levels
    where tenant_id = ${tenantId} and things_id = ${former.id} and until_at = 'infinity'`.execute(db);
  return id;
}

/** The vehicle's channels end with one binding and, where there is another, go on with it. */
export async function moveVehicleChannels(db: Db, tenantId: string, from: number, to: number | null): Promise<void> {
  await sql`with ended as (update vehicle_channels set until_at = now()
      where tenant_id = ${tenantId} and binding = ${from} and until_at = 'infinity' returning vehicle_id, channel)
    insert into vehicle_channels (tenant_id, vehicle_id, binding, channel)
    select ${tenantId}, vehicle_id, ${to}::int, channel from ended where ${to}::int is not null`.execute(db);
}

/** A terminal that is registered, here or elsewhere, cannot be put in place. */
export async function isRegistered(db: Db, deviceId: string): Promise<boolean> {
  const found = await sql`select 1 from things where third_things_id = ${deviceId} and moved_at is null`.execute(db);
  return found.rows.length > 0;
}

/** Locks the terminal's ID, so that registrations of one terminal are serial. */
export async function lockTerminal(db: Db, deviceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${deviceId}, 16))`.execute(db);
}
