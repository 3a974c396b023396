import { faultCodeName, faultFamily } from "@canopy/can/faults/fault-code";
import {
  type BusFault,
  type BusFaultList,
  type BusFaultSender,
  MAX_BUS_FAULTS,
} from "@canopy/contract/diagnosis/bus-faults";
import { type RawBuilder, sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { SeenFault, ToldSender } from "./told-faults.ts";

export interface DeviceFaults {
  readonly tenantId: string;
  readonly bindingNumber: number;
  readonly senders: readonly ToldSender[];
  readonly faults: readonly SeenFault[];
}

const PLACE = sql`channel smallint, protocol text, source int, list text`;

/** Both in one statement: a list whose time went on has its faults with it. In any order, and repeated: the same rows. */
export async function writeFaults(db: Db, devices: readonly DeviceFaults[]): Promise<void> {
  const of = ({ tenantId, bindingNumber }: DeviceFaults) => ({ tenant: tenantId, binding: bindingNumber });
  const senders = devices.flatMap((device) => device.senders.map((sender) => ({ ...of(device), ...sender })));
  const faults = devices.flatMap((device) => device.faults.map((fault) => ({ ...of(device), ...fault })));
  await sql`with told as (
      insert into bus_fault_senders as s (tenant_id, things_id, channel, protocol, source, list, heard_us, facts)
      select t.tenant_id, t.id, r.channel, r.protocol, r.source, r.list, r."heardUs", r.facts
      from jsonb_to_recordset(${safeJson(senders)}::jsonb)
        as r (tenant uuid, binding int, ${PLACE}, "heardUs" bigint, facts jsonb)
      join things t on t.tenant_id = r.tenant and t.binding = r.binding
      where ${hasRoom(sql`bus_fault_senders`, sql``)} order by t.id, r.channel, r.protocol, r.source, r.list
      on conflict (things_id, channel, protocol, source, list) do update set
        heard_us = greatest(s.heard_us, excluded.heard_us),
        facts = case when excluded.heard_us >= s.heard_us then s.facts || excluded.facts else excluded.facts || s.facts end)
    insert into bus_faults as f (tenant_id, things_id, channel, protocol, source, list, code, first_us, last_us, occurrences)
    select t.tenant_id, t.id, r.channel, r.protocol, r.source, r.list, r.code, r."firstUs", r."lastUs", r.occurrences
    from jsonb_to_recordset(${safeJson(faults)}::jsonb)
      as r (tenant uuid, binding int, ${PLACE}, code int, "firstUs" bigint, "lastUs" bigint, occurrences smallint)
    join things t on t.tenant_id = r.tenant and t.binding = r.binding
    where ${hasRoom(sql`bus_faults`, sql`and h.code = r.code`)}
    order by t.id, r.channel, r.protocol, r.source, r.list, r.code
    on conflict (things_id, channel, protocol, source, list, code) do update set
      first_us = least(f.first_us, excluded.first_us), last_us = greatest(f.last_us, excluded.last_us),
      occurrences = coalesce(excluded.occurrences, f.occurrences)`.execute(db);
}

/** The row is there already, or the device has room for another one. */
const hasRoom = (table: RawBuilder<unknown>, same: RawBuilder<unknown>) =>
  sql`(exists (select from ${table} h where h.tenant_id = t.tenant_id and h.things_id = t.id and h.channel = r.channel
      and h.protocol = r.protocol and h.source = r.source and h.list = r.list ${same})
    or (select count(*) from ${table} h where h.tenant_id = t.tenant_id and h.things_id = t.id) < ${MAX_BUS_FAULTS})`;

const OF = sql`t.id as things_id, t.name as device_name, x.channel, x.protocol, x.source, x.list`;

interface FaultRow extends Omit<BusFault, "code" | "name_zh" | "name_en" | "severity"> {
  readonly code: number;
}

/** The devices and channels whose faults are asked for: from `things t` and `x`, a row of faults. */
async function faultsWhere(db: Db, tenantId: string, where: RawBuilder<unknown>): Promise<BusFaultList> {
  const found = await sql<FaultRow>`select ${OF}, x.code, x.occurrences, x.last_us >= s.heard_us as is_current,
      x.first_us::text as first_time, x.last_us::text as last_time
    from bus_faults x join things t on t.tenant_id = x.tenant_id and t.id = x.things_id
    join bus_fault_senders s on s.tenant_id = x.tenant_id and s.things_id = x.things_id and s.channel = x.channel
      and s.protocol = x.protocol and s.source = x.source and s.list = x.list
    where x.tenant_id = ${tenantId} and ${where}
    order by is_current desc, x.last_us desc, x.source, x.code limit ${MAX_BUS_FAULTS}`.execute(db);
  const senders = await sql<BusFaultSender>`select ${OF}, x.heard_us::text as heard_time, x.facts
    from bus_fault_senders x join things t on t.tenant_id = x.tenant_id and t.id = x.things_id
    where x.tenant_id = ${tenantId} and ${where}
    order by t.name, t.id, x.channel, x.protocol, x.source, x.list limit ${MAX_BUS_FAULTS}`.execute(db);
  return { list: await withNames(db, tenantId, found.rows), senders: senders.rows };
}

export const faultsOfDevice = (db: Db, tenantId: string, thingsId: string): Promise<BusFaultList> =>
  faultsWhere(db, tenantId, sql`t.id = ${thingsId}`);

export const faultsOfVehicle = (db: Db, caller: Caller, vehicleId: string): Promise<BusFaultList> =>
  faultsWhere(
    db,
    caller.tenantId,
    sql`${mayRead(caller)} and exists (select from vehicle_channels c where c.tenant_id = x.tenant_id
      and c.vehicle_id = ${vehicleId} and c.until_at = 'infinity' and c.binding = t.binding and c.channel = x.channel)`,
  );

/** The number of rows that went. */
export async function removeEnded(db: Db, tenantId: string, thingsId: string): Promise<number> {
  const gone = await sql`delete from bus_faults f using bus_fault_senders s
    where f.tenant_id = ${tenantId} and f.things_id = ${thingsId} and s.things_id = f.things_id
      and s.channel = f.channel and s.protocol = f.protocol and s.source = f.source and s.list = f.list
      and f.last_us < s.heard_us returning f.code`.execute(db);
  return gone.rows.length;
}

type Name = Pick<BusFault, "name_zh" | "name_en" | "severity">;
const NO_NAME: Name = { name_zh: "", name_en: "", severity: null };

/** Of the file of the control unit with that answer address, else of the first file that has the code. */
async function withNames(db: Db, tenantId: string, rows: readonly FaultRow[]): Promise<BusFault[]> {
  const asked = [...new Map(rows.map(({ source, code }) => [`${source}/${code}`, { source, code }])).values()];
  const wanted = asked.map((one) => ({ ...one, family: faultFamily(one.code) }));
  const found = await sql<Name & { source: number; code: number }>`select distinct on (w.source, w.code)
      w.source, w.code, c.name_zh, c.name_en, c.severity
    from jsonb_to_recordset(${safeJson(wanted)}::jsonb) as w (source int, code int, family int)
    join dtc_codes c on c.tenant_id = ${tenantId} and c.code in (w.code, w.family)
    join dtc_files f on f.tenant_id = ${tenantId} and f.id = c.file_id
    order by w.source, w.code, exists (select from ecus e where e.tenant_id = ${tenantId} and e.dtc_file_id = f.id
      and e.response_id = w.source) desc, c.code = w.code desc, lower(f.name), f.id`.execute(db);
  const names = new Map(found.rows.map(({ source, code, ...name }) => [`${source}/${code}`, name]));
  return rows.map((row) => ({
    ...row,
    ...(names.get(`${row.source}/${row.code}`) ?? NO_NAME),
    code: faultCodeName(row.code),
  }));
}
