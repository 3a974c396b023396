import {
  MAX_FORMER_CHANNELS,
  type Vehicle,
  type VehicleContent,
  type VehicleOrder,
} from "@canopy/contract/devices/vehicles";
import { vinWarning } from "@canopy/contract/devices/vin";
import { type RawBuilder, sql } from "kysely";
import { contains } from "../../accounts/tenant-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { mayRead } from "../rights/device-level-store.ts";

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

/** The channels that vehicle `v` has or had, with the device `t` that each is of. */
const BOUND = sql`vehicle_channels c join things t on t.binding = c.binding and t.tenant_id = c.tenant_id
  where c.vehicle_id = v.id`;
const HELD = sql`${BOUND} and c.until_at = 'infinity'`;

const CHANNEL = sql`'things_id', t.id, 'device_name', t.name, 'third_things_id', t.third_things_id, 'online', t.online,
  'channel', c.channel`;

type Row = Omit<Vehicle, "vin_warning">;

function columns(caller: Caller): RawBuilder<unknown> {
  return sql`v.id, v.name, v.vin, v.plate, ${ms("v.created_at")} as created_time, ${ms("v.updated_at")} as updated_time,
    coalesce((select json_agg(json_build_object(${CHANNEL}) order by t.name, t.id, c.channel)
      from ${HELD} and ${mayRead(caller)}), '[]') as channels,
    coalesce((select json_agg(f.channel) from (select json_build_object(${CHANNEL}, 'from_time', ${ms("c.from_at")},
        'until_time', ${ms("c.until_at")}) as channel
      from ${BOUND} and c.until_at <> 'infinity' and ${mayRead(caller)}
      order by c.until_at desc, t.id, c.channel limit ${MAX_FORMER_CHANNELS}) f), '[]') as former_channels,
    (select count(*) from ${HELD} and not ${mayRead(caller)}) as hidden_channels`;
}

const asVehicle = (row: Row): Vehicle => ({ ...row, vin_warning: vinWarning(row.vin) ?? null });

const COUNTED = sql`(select count(*) from ${HELD})`;
const ORDERS: Record<VehicleOrder, RawBuilder<unknown>> = {
  name: sql`lower(v.name)`,
  vin: sql`v.vin`,
  plate: sql`v.plate`,
  channels: COUNTED,
  updated_time: sql`v.updated_at`,
};

export interface VehicleQuery {
  current_page: number;
  page_size: number;
  keyword: string;
  bound: "" | "yes" | "no";
  order_param: VehicleOrder;
  order_type: number;
}

function fitting(caller: Caller, { keyword, bound }: VehicleQuery): RawBuilder<unknown> {
  const like = contains(keyword);
  const named = sql`(v.name ilike ${like} or v.vin ilike ${like} or v.plate ilike ${like} or exists (select 1 from ${HELD}
    and ${mayRead(caller)} and t.search_text like lower(${like})))`;
  const held = sql`exists (select 1 from ${HELD})`;
  const conditions = [
    sql`v.tenant_id = ${caller.tenantId}`,
    ...(keyword.trim() === "" ? [] : [named]),
    ...(bound === "" ? [] : [bound === "yes" ? held : sql`not ${held}`]),
  ];
  return sql.join(conditions, sql` and `);
}

export async function pageOfVehicles(
  db: Db,
  caller: Caller,
  query: VehicleQuery,
): Promise<{ list: Vehicle[]; total: number }> {
  const where = fitting(caller, query);
  const counting = sql<{ total: number }>`select count(*) as total from vehicles v where ${where}`.execute(db);
  const found = await sql<Row>`select ${columns(caller)} from vehicles v where ${where}
    order by ${orderedBy(ORDERS, query, sql`v.id`)}
    limit ${query.page_size} offset ${(query.current_page - 1) * query.page_size}`.execute(db);
  return { list: found.rows.map(asVehicle), total: (await counting).rows[0]?.total ?? 0 };
}

export async function findVehicle(db: Db, caller: Caller, id: string): Promise<Vehicle | undefined> {
  const found = await sql<Row>`select ${columns(caller)} from vehicles v
    where v.tenant_id = ${caller.tenantId} and v.id = ${id}`.execute(db);
  const row = found.rows[0];
  return row && asVehicle(row);
}

export async function lockVehicle(db: Db, tenantId: string, id: string): Promise<boolean> {
  const found = await sql`select 1 from vehicles where tenant_id = ${tenantId} and id = ${id} for update`.execute(db);
  return found.rows.length > 0;
}

export async function countVehicles(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from vehicles
    where tenant_id = ${tenantId}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}

type Named = Pick<VehicleContent, "name" | "vin" | "plate">;

/** Which of the two another vehicle of the tenant has already. */
export async function takenBy(
  db: Db,
  tenantId: string,
  { name, vin }: Named,
  except: string | null,
): Promise<"name" | "vin" | undefined> {
  const found = await sql<{ name: boolean }>`select lower(name) = lower(${name}) as name from vehicles
    where tenant_id = ${tenantId} and (lower(name) = lower(${name}) or vin = ${vin})
      and id is distinct from ${except}::uuid order by 1 desc limit 1`.execute(db);
  const row = found.rows[0];
  return row && (row.name ? "name" : "vin");
}

export async function insertVehicle(db: Db, tenantId: string, { name, vin, plate }: Named): Promise<string> {
  const made = await sql<{ id: string }>`insert into vehicles (tenant_id, name, vin, plate)
    values (${tenantId}, ${name}, ${vin}, ${plate}) returning id`.execute(db);
  const row = made.rows[0];
  if (!row) throw new Error("the vehicle was not made");
  return row.id;
}

export async function updateVehicleRow(db: Db, tenantId: string, id: string, row: Named): Promise<void> {
  await sql`update vehicles set name = ${row.name}, vin = ${row.vin}, plate = ${row.plate}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function deleteVehicleRow(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from vehicles where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function countHeld(db: Db, tenantId: string, id: string): Promise<number> {
  const counted = await sql<{ total: number }>`select ${COUNTED} as total from vehicles v
    where v.tenant_id = ${tenantId} and v.id = ${id}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}
