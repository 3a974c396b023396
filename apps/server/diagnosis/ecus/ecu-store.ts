import type { ECU_ORDERS, Ecu, EcuContent } from "@canopy/contract/diagnosis/ecus";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`e.id as ecu_id, e.name, e.extended, e.physical_id, e.response_id, e.functional_id,
  e.dtc_file_id, d.name as dtc_file_name, e.unlock_file_id, u.name as unlock_file_name,
  coalesce(u.levels, '{}') as unlock_levels, f.package_id, p.name as package_name,
  (extract(epoch from e.updated_at) * 1000)::bigint as updated_time`;
const FROM = sql`from ecus e left join dtc_files d on d.id = e.dtc_file_id
  left join unlock_files u on u.id = e.unlock_file_id
  left join flash_profiles f on f.ecu_id = e.id left join flash_packages p on p.id = f.package_id`;

type EcuOrder = (typeof ECU_ORDERS)[number];
const ORDERS: Readonly<Record<EcuOrder, RawBuilder<unknown>>> = {
  name: sql`lower(e.name)`,
  extended: sql`e.extended`,
  physical_id: sql`e.physical_id`,
  response_id: sql`e.response_id`,
  functional_id: sql`e.functional_id`,
  dtc_file_name: sql`lower(d.name)`,
  unlock_file_name: sql`lower(u.name)`,
};

interface EcuFilter extends Ordered<EcuOrder> {
  readonly keyword: string;
  /** The keyword as an address, where it is one. */
  readonly address: number | null;
  readonly extended: boolean | null;
  readonly limit: number;
  readonly offset: number;
}

export async function pageOfEcus(
  db: Db,
  tenantId: string,
  { keyword, address, extended, limit, offset, ...order }: EcuFilter,
): Promise<{ list: Ecu[]; total: number }> {
  const of = sql`${FROM} where e.tenant_id = ${tenantId} and (${extended}::bool is null or e.extended = ${extended})
    and (position(lower(${keyword}) in lower(e.name)) > 0
      or ${address}::int in (e.physical_id, e.response_id, e.functional_id))`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${of}`.execute(db);
  const page = await sql<Ecu>`select ${ROW} ${of} order by ${orderedBy(ORDERS, order, sql`lower(e.name), e.id`)}
    limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findEcu(db: Db, tenantId: string, id: string): Promise<Ecu | undefined> {
  const found = await sql<Ecu>`select ${ROW} ${FROM} where e.tenant_id = ${tenantId} and e.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Undefined: another one has the name. */
export async function insertEcu(db: Db, tenantId: string, ecu: EcuContent): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into ecus
      (tenant_id, name, extended, physical_id, response_id, functional_id, dtc_file_id, unlock_file_id)
    values (${tenantId}, ${ecu.name}, ${ecu.extended}, ${ecu.physical_id}, ${ecu.response_id}, ${ecu.functional_id},
      ${ecu.dtc_file_id}, ${ecu.unlock_file_id})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: another one has the name. */
export async function changeEcu(db: Db, tenantId: string, id: string, ecu: EcuContent): Promise<boolean> {
  const done = await sql`update ecus e set name = ${ecu.name}, extended = ${ecu.extended},
      physical_id = ${ecu.physical_id}, response_id = ${ecu.response_id}, functional_id = ${ecu.functional_id},
      dtc_file_id = ${ecu.dtc_file_id}, unlock_file_id = ${ecu.unlock_file_id}, updated_at = now()
    where e.tenant_id = ${tenantId} and e.id = ${id} and not exists (select from ecus o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${ecu.name}) and o.id <> e.id)
    returning id`.execute(db);
  return done.rows.length > 0;
}

export async function removeEcu(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from ecus where tenant_id = ${tenantId} and id = ${id} returning id`.execute(db);
  return gone.rows.length > 0;
}

export async function countEcus(db: Db, tenantId: string): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*)::int as n from ecus where tenant_id = ${tenantId}`.execute(
    db,
  );
  return counted.rows[0]?.n ?? 0;
}

/** Whether both files are the tenant's own; held until the transaction ends. */
export async function holdFiles(
  db: Db,
  tenantId: string,
  { dtc_file_id, unlock_file_id }: Pick<EcuContent, "dtc_file_id" | "unlock_file_id">,
): Promise<boolean> {
  const codes = await sql`select id from dtc_files
    where tenant_id = ${tenantId} and id = ${dtc_file_id} for share`.execute(db);
  const unlock = await sql`select id from unlock_files
    where tenant_id = ${tenantId} and id = ${unlock_file_id} for share`.execute(db);
  const wanted = [dtc_file_id, unlock_file_id].filter((id) => id !== null).length;
  return codes.rows.length + unlock.rows.length === wanted;
}
