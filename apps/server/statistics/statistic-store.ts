import { type RawBuilder, sql } from "kysely";
import { mayRead } from "../devices/rights/device-level-store.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";

export interface CountedDevice {
  readonly id: string;
  readonly binding: number;
  readonly name: string;
  readonly type_id: string | null;
  readonly type_name: string | null;
  readonly labels: readonly { readonly id: string; readonly name: string }[];
  readonly created_ms: number;
  /** Online since; null: offline. */
  readonly online_ms: number | null;
  readonly last_ms: number | null;
}

const ms = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/** Those that the caller may read, of a label or all. */
export async function countedDevices(db: Db, caller: Caller, labelId: string | null): Promise<CountedDevice[]> {
  const found =
    await sql<CountedDevice>`select t.id, t.binding, t.name, t.info_model_id as type_id, m.name as type_name,
      coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name)) from thing_labels x
        join labels l on l.id = x.label_id where x.things_id = t.id), '[]') as labels,
      ${ms(sql`t.created_at`)} as created_ms, case when t.online then ${ms(sql`t.online_at`)} end as online_ms,
      case when t.online then ${ms(sql`now()`)} else ${ms(sql`t.offline_at`)} end as last_ms
    from things t left join info_models m on m.id = t.info_model_id
    where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)} and (${labelId}::uuid is null
      or exists (select 1 from thing_labels x where x.things_id = t.id and x.label_id = ${labelId}))
    order by t.name, t.id`.execute(db);
  return found.rows;
}

export async function countDevices(db: Db, tenantId: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from things where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

export async function hasLabel(db: Db, tenantId: string, labelId: string): Promise<boolean> {
  const found = await sql`select 1 from labels where tenant_id = ${tenantId} and id = ${labelId}`.execute(db);
  return found.rows.length > 0;
}

/** A sum of one day over all devices, of one device over all days, or of one day of one device. */
export interface Summed {
  readonly day: number | null;
  readonly things_id: string | null;
}

export interface DayRange {
  readonly fromDay: number;
  readonly toDay: number;
}

/** Sums of each day and of each device, or of each day of each device. */
export const GROUPINGS = {
  apart: sql`grouping sets ((x.day), (x.things_id))`,
  crossed: sql`x.day, x.things_id`,
} as const;

type Asked = DayRange & {
  readonly tenantId: string;
  readonly ids: readonly string[];
  readonly grouping: keyof typeof GROUPINGS;
};

const within = ({ tenantId, ids, fromDay, toDay }: Asked) => sql`x.tenant_id = ${tenantId}
  and x.things_id = any(${[...ids]}::uuid[]) and x.day between ${fromDay} and ${toDay}`;

export async function onlineSums(db: Db, asked: Asked): Promise<(Summed & { online_ms: number })[]> {
  const found = await sql<
    Summed & { online_ms: number }
  >`select x.day, x.things_id, sum(x.online_ms)::bigint as online_ms
    from thing_online_days x where ${within(asked)} group by ${GROUPINGS[asked.grouping]}`.execute(db);
  return found.rows;
}

export async function distanceSums(db: Db, asked: Asked): Promise<(Summed & { distance_m: number; trips: number })[]> {
  const found = await sql<Summed & { distance_m: number; trips: number }>`select x.day, x.things_id,
      sum(x.distance_m) as distance_m, sum(x.trips)::integer as trips
    from thing_distance_days x where ${within(asked)} group by ${GROUPINGS[asked.grouping]}`.execute(db);
  return found.rows;
}

const DAY_US = 86_400_000_000;

export interface AlarmSum extends Summed {
  readonly tip: number;
  readonly ordinary: number;
  readonly urgent: number;
}

/** TRG-05: a sub-user's are those of shared rules. */
export async function alarmSums(db: Db, caller: Caller, asked: Asked): Promise<AlarmSum[]> {
  const { tenantId, ids, fromDay, toDay } = asked;
  const level = (name: string) => sql`count(*) filter (where x.level = ${name})`;
  const found = await sql<AlarmSum>`select x.day, x.things_id, ${level("tip")} as tip,
      ${level("ordinary")} as ordinary, ${level("urgent")} as urgent
    from (select e.things_id, e.level, (e.started_us / ${DAY_US}::bigint)::integer as day from alarm_events e
      where e.tenant_id = ${tenantId} and e.things_id = any(${[...ids]}::uuid[])
        and e.started_us >= ${fromDay}::bigint * ${DAY_US}::bigint
        and e.started_us < (${toDay}::bigint + 1) * ${DAY_US}::bigint
        and ${caller.role === "sub" ? sql`e.share` : sql`true`}) x
    group by ${GROUPINGS[asked.grouping]}`.execute(db);
  return found.rows;
}
