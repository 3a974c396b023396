import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { type ServerWithRoom, spreadDevices } from "./spread-devices.ts";

/**
 * A number for this terminal in this tenant, from now on. Numbers are never given twice (design §7). Its frames will live
 * on the frame server with the fewest bytes, equal ones in turn (OPS-02).
 */
export async function startBinding(db: Db, tenantId: string, deviceId: string): Promise<number> {
  const made = await sql<{ number: number }>`insert into bindings (tenant_id, third_things_id, frame_server)
    values (${tenantId}, ${deviceId}, (select s.id from frame_servers s where s.is_listed order by s.bytes,
      (select max(b.number) from bindings b where b.frame_server = s.id) nulls first, s.number limit 1)) returning number`.execute(
    db,
  );
  const number = made.rows[0]?.number;
  if (number === undefined) throw new Error("an insert returned no row");
  return number;
}

/** The same for many terminals, which are spread over the frame servers; by their IDs. */
export async function startBindings(
  db: Db,
  tenantId: string,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const servers = await sql<ServerWithRoom>`select s.id, s.number, s.bytes,
      (select max(b.number) from bindings b where b.frame_server = s.id) as newest
    from frame_servers s where s.is_listed`.execute(db);
  // Of all tenants, as the bytes are.
  const counted = await sql<{ devices: number }>`select count(*) as devices from bindings
    where ended_at is null`.execute(db);
  const bytes = servers.rows.reduce((sum, server) => sum + server.bytes, 0);
  const places = spreadDevices(servers.rows, deviceIds.length, bytes / Math.max(1, counted.rows[0]?.devices ?? 0));
  const made = await sql<{ number: number; deviceId: string }>`
    insert into bindings (tenant_id, third_things_id, frame_server)
    select ${tenantId}, w.device, w.server
    from unnest(${[...deviceIds]}::text[], ${places}::uuid[]) as w (device, server)
    returning number, third_things_id as "deviceId"`.execute(db);
  return new Map(made.rows.map(({ number, deviceId }) => [deviceId, number]));
}

export async function endBindings(
  db: Db,
  tenantId: string,
  numbers: readonly number[],
  reason: "deleted" | "moved",
): Promise<void> {
  await sql`update bindings set ended_at = now(), end_reason = ${reason}
    where tenant_id = ${tenantId} and number = any(${[...numbers]}::int[]) and ended_at is null`.execute(db);
}

export interface EndedBinding {
  bindingNumber: number;
  tenantId: string;
  deviceId: string;
}

/** Bindings whose device was deleted, oldest first: their data may go. For the frame store, of all tenants. */
export async function listDeletedBindings(db: Db, after: number, limit: number): Promise<EndedBinding[]> {
  const found = await sql<EndedBinding>`select number as "bindingNumber", tenant_id as "tenantId",
    third_things_id as "deviceId" from bindings
    where ended_at is not null and end_reason = 'deleted' and number > ${after} order by number limit ${limit}`.execute(
    db,
  );
  return found.rows;
}

/** Deleted devices whose data is still to go. For the frame store, of all tenants. */
export async function deletedBindingsWithData(db: Db, after: number, limit: number): Promise<number[]> {
  const found = await sql<{ number: number }>`select number from bindings
    where ended_at is not null and end_reason = 'deleted' and data_gone_at is null and number > ${after}
    order by number limit ${limit}`.execute(db);
  return found.rows.map(({ number }) => number);
}

export async function dataGone(db: Db, bindingNumber: number): Promise<void> {
  await sql`update bindings set data_gone_at = now() where number = ${bindingNumber} and ended_at is not null`.execute(
    db,
  );
}

/** Ended ones too: a number never has another tenant. */
export async function tenantsOfBindings(db: Db, numbers: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ number: number; tenantId: string }>`select number, tenant_id as "tenantId" from bindings
    where number = any(${[...numbers]}::int[])`.execute(db);
  return new Map(found.rows.map(({ number, tenantId }) => [number, tenantId]));
}

/** The devices that have these numbers now; for the frame store, of all tenants. */
export async function devicesOfBindings(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, { tenantId: string; thingsId: string }>> {
  const found = await sql<{ binding: number; tenantId: string; thingsId: string }>`select binding,
      tenant_id as "tenantId", id as "thingsId" from things where binding = any(${[...numbers]}::int[])`.execute(db);
  return new Map(found.rows.map(({ binding, ...device }) => [binding, device]));
}

/** DAT-06: those whose data stays for its time, of all tenants: of devices that are there, and of terminals that went to another tenant. */
export async function retainedBindings(db: Db): Promise<number[]> {
  const found = await sql<{ number: number }>`select number from bindings
    where ended_at is null or end_reason = 'moved' order by number`.execute(db);
  return found.rows.map(({ number }) => number);
}

/** Of all tenants, those that have not ended. */
export async function livingBindings(db: Db): Promise<number[]> {
  const found = await sql<{
    number: number;
  }>`select number from bindings where ended_at is null order by number`.execute(db);
  return found.rows.map(({ number }) => number);
}

/** All bindings of a tenant whose data may still be there, ended ones too; `thingsId` of those that have a device now. */
export async function bindingsOfTenant(
  db: Db,
  tenantId: string,
): Promise<{ bindingNumber: number; thingsId: string | null }[]> {
  const found = await sql<{ bindingNumber: number; thingsId: string | null }>`select b.number as "bindingNumber",
      t.id as "thingsId" from bindings b left join things t on t.binding = b.number
    where b.tenant_id = ${tenantId} order by b.number`.execute(db);
  return found.rows;
}
