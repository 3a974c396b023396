import {
  type BusTrouble,
  type listTroubledDevices,
  MAX_BUS_TROUBLES,
  MAX_TROUBLED_DEVICES,
} from "@canopy/contract/frames/bus-troubles";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Episode } from "./trouble-watch.ts";

export interface DeviceTrouble extends Episode {
  readonly tenantId: string;
  readonly bindingNumber: number;
}

/** An episode that went on is longer, one that is told again the same. */
export async function writeTroubles(db: Db, troubles: readonly DeviceTrouble[]): Promise<void> {
  await sql`insert into bus_troubles as b (tenant_id, things_id, channel, kind, from_us, to_us, errors)
    select t.tenant_id, t.id, r.channel, r.kind, r."fromUs", max(r."toUs"), max(r.errors)
    from jsonb_to_recordset(${safeJson(troubles)}::jsonb) as r ("tenantId" uuid, "bindingNumber" int, channel smallint,
      kind text, "fromUs" bigint, "toUs" bigint, errors int)
    join things t on t.tenant_id = r."tenantId" and t.binding = r."bindingNumber"
    group by t.tenant_id, t.id, r.channel, r.kind, r."fromUs" order by t.id, r.channel, r.kind, r."fromUs"
    on conflict (things_id, channel, kind, from_us) do update set
      to_us = greatest(b.to_us, excluded.to_us), errors = greatest(b.errors, excluded.errors)`.execute(db);
  const bindings = [...new Set(troubles.map(({ bindingNumber }) => bindingNumber))];
  await sql`delete from bus_troubles b using things t
    where t.binding = any(${bindings}::int[]) and b.tenant_id = t.tenant_id and b.things_id = t.id
      and b.from_us < (select k.from_us from bus_troubles k where k.tenant_id = t.tenant_id and k.things_id = t.id
        order by k.from_us desc offset ${MAX_BUS_TROUBLES - 1} limit 1)`.execute(db);
}

interface TroublePage {
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

const ROW = sql`b.channel, b.kind, b.from_us / 1000 as from_time, b.to_us / 1000 as to_time, b.errors`;

/** Those that touch the range, newest first. */
export async function pageOfTroubles(
  db: Db,
  tenantId: string,
  thingsId: string,
  { start_time = 0, end_time, limit, offset }: TroublePage,
): Promise<{ list: BusTrouble[]; total: number }> {
  const where = sql`b.tenant_id = ${tenantId} and b.things_id = ${thingsId} and b.to_us >= ${start_time}::float8 * 1000
    and (${end_time ?? null}::float8 is null or b.from_us <= ${end_time ?? null}::float8 * 1000)`;
  const found = await sql<BusTrouble>`select ${ROW} from bus_troubles b where ${where}
    order by b.from_us desc, b.channel, b.kind limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from bus_troubles b where ${where}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

type Troubled = Reply<typeof listTroubledDevices>;

/** Of each device the worst kind, and of it the newest. */
export async function troubledDevices(db: Db, caller: Caller, sinceMs: number): Promise<Troubled> {
  const newest = sql`select distinct on (t.id) t.id as things_id, t.name as device_name, b.to_us, ${ROW}
    from bus_troubles b join things t on t.tenant_id = b.tenant_id and t.id = b.things_id
    where b.tenant_id = ${caller.tenantId} and b.to_us >= ${sinceMs}::float8 * 1000 and ${mayRead(caller)}
    order by t.id, b.kind, b.to_us desc`;
  const found = await sql<Troubled["list"][number] & { total: number }>`select n.things_id, n.device_name, n.channel,
      n.kind, n.from_time, n.to_time, n.errors, count(*) over () as total
    from (${newest}) n order by n.kind, n.to_us desc, n.things_id limit ${MAX_TROUBLED_DEVICES}`.execute(db);
  return { list: found.rows.map(({ total: _, ...row }) => row), total: found.rows[0]?.total ?? 0 };
}
