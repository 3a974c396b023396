import type { NewThing } from "@canopy/contract/devices/thing";
import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { startBindings } from "../binding-store.ts";

/** A device of an import: the content of its row, and a key. */
export interface ImportedThing {
  readonly thing: NewThing;
  readonly keyHash: Buffer;
  readonly labels: readonly string[];
}

/** Which of these terminals are registered, here or elsewhere. */
export async function registeredOf(db: Db, deviceIds: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select third_things_id as id from things
    where third_things_id = any(${[...deviceIds]}::text[]) and moved_at is null`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

/** The tenant's labels by the names they are asked for, whatever their case. */
export async function labelsNamed(db: Db, tenantId: string, names: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{
    name: string;
    id: string;
  }>`select w.name, b.id from unnest(${[...names]}::text[]) as w (name)
    join labels b on b.tenant_id = ${tenantId} and lower(b.name) = lower(w.name)`.execute(db);
  return new Map(found.rows.map(({ name, id }) => [name, id]));
}

/** One statement per table. Devices registered meanwhile by another call are not returned. */
export async function insertThings(
  db: Db,
  caller: Caller,
  things: readonly ImportedThing[],
): Promise<Map<string, string>> {
  const { tenantId } = caller;
  const deviceIds = things.map(({ thing }) => thing.third_things_id);
  const numbers = await startBindings(db, tenantId, deviceIds);
  const rows = things.map(({ thing, keyHash }) => ({
    ...thing,
    binding: numbers.get(thing.third_things_id),
    key_hash: keyHash.toString("hex"),
  }));
  const made = await sql<{ id: string; deviceId: string }>`insert into things (tenant_id, binding, third_things_id,
      key_hash, name, licence, description, info_model_id, class, gateway_id, dialect, server, channel_enable)
    select ${tenantId}, binding, third_things_id, decode(key_hash, 'hex'), name, licence, description, info_model_id, class,
      gateway_id, dialect, server, channel_enable
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (binding int, third_things_id text, key_hash text,
      name text, licence text, description text, info_model_id uuid, class text, gateway_id uuid, dialect text,
      server text, channel_enable boolean[])
    on conflict (third_things_id) where moved_at is null do nothing returning id, third_things_id as "deviceId"`.execute(
    db,
  );
  const ids = new Map(made.rows.map(({ id, deviceId }) => [deviceId, id]));
  const unused = [...numbers].flatMap(([deviceId, number]) => (ids.has(deviceId) ? [] : [number]));
  if (unused.length > 0) {
    await sql`delete from bindings where tenant_id = ${tenantId} and number = any(${unused}::int[])`.execute(db);
  }
  if (caller.role === "sub") {
    await sql`insert into device_levels (tenant_id, user_id, things_id, level, from_at)
      select ${tenantId}, ${caller.userId}, unnest(${[...ids.values()]}::uuid[]), 'write', '-infinity'`.execute(db);
  }
  return ids;
}

/** Makes the labels that are missing, and puts each on its devices. */
export async function labelThings(
  db: Db,
  tenantId: string,
  pairs: readonly { readonly thingsId: string; readonly label: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  const names = [...new Set(pairs.map(({ label }) => label))];
  await sql`insert into labels (tenant_id, name) select ${tenantId}, unnest(${names}::text[])
    on conflict (tenant_id, lower(name)) do nothing`.execute(db);
  await sql`insert into thing_labels (tenant_id, things_id, label_id)
    select ${tenantId}, w.things_id, b.id
    from unnest(${pairs.map(({ thingsId }) => thingsId)}::uuid[], ${pairs.map(({ label }) => label)}::text[])
      as w (things_id, name)
    join labels b on b.tenant_id = ${tenantId} and lower(b.name) = lower(w.name)
    on conflict do nothing`.execute(db);
}
