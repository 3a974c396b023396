import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** Frames and bytes (as the package counts them) of one day of one binding. */
export interface UsageDay {
  readonly bindingNumber: number;
  readonly day: number;
  readonly frames: number;
  readonly bytes: number;
}

export interface UsageRow extends UsageDay {
  readonly tenantId: string;
}

export async function addUsage(db: Db, rows: readonly UsageRow[]): Promise<void> {
  await sql`insert into frame_usage (binding, day, tenant_id, frames, bytes)
    select * from unnest(${rows.map((row) => row.bindingNumber)}::int[], ${rows.map((row) => row.day)}::int[],
      ${rows.map((row) => row.tenantId)}::uuid[], ${rows.map((row) => row.frames)}::bigint[],
      ${rows.map((row) => row.bytes)}::bigint[]) as u (binding, day, tenant_id, frames, bytes)
    order by binding, day
    on conflict (binding, day) do update
      set frames = frame_usage.frames + excluded.frames, bytes = frame_usage.bytes + excluded.bytes`.execute(db);
}

/** CAP-05: what a tenant has stored. */
export async function usageOfTenant(db: Db, tenantId: string): Promise<{ frames: number; bytes: number }> {
  const found = await sql<{ frames: number; bytes: number }>`select coalesce(sum(frames), 0)::bigint as frames,
    coalesce(sum(bytes), 0)::bigint as bytes from frame_usage where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0] ?? { frames: 0, bytes: 0 };
}

export async function usageOfBinding(db: Db, bindingNumber: number): Promise<UsageRow[]> {
  const found = await sql<UsageRow>`select binding as "bindingNumber", tenant_id as "tenantId", day, frames, bytes
    from frame_usage where binding = ${bindingNumber} order by day`.execute(db);
  return found.rows;
}

/** What was deleted; a day without frames has no row. */
export async function subtractUsage(db: Db, days: readonly UsageDay[]): Promise<void> {
  const gone = sql`unnest(${days.map((one) => one.bindingNumber)}::int[], ${days.map((one) => one.day)}::int[],
    ${days.map((one) => one.frames)}::bigint[], ${days.map((one) => one.bytes)}::bigint[])
    as g (binding, day, frames, bytes)`;
  await sql`update frame_usage u set frames = greatest(0, u.frames - g.frames), bytes = greatest(0, u.bytes - g.bytes)
    from ${gone} where u.binding = g.binding and u.day = g.day`.execute(db);
  await sql`delete from frame_usage u using ${gone}
    where u.binding = g.binding and u.day = g.day and u.frames = 0`.execute(db);
}

/** Only for a binding that has ended. */
export async function deleteUsage(db: Db, bindingNumber: number): Promise<void> {
  await sql`delete from frame_usage where binding = ${bindingNumber}`.execute(db);
}

/** The counters of one day, of all bindings: the nightly count is over the whole store. */
export async function usageOfDay(db: Db, day: number): Promise<UsageRow[]> {
  const found = await sql<UsageRow>`select binding as "bindingNumber", tenant_id as "tenantId", day, frames, bytes
    from frame_usage where day = ${day} order by binding`.execute(db);
  return found.rows;
}

/** Of all tenants: retention and the nightly count go over the whole store. */
export async function bindingsWithFrames(db: Db): Promise<number[]> {
  const found = await sql<{ binding: number }>`select distinct binding from frame_usage order by binding`.execute(db);
  return found.rows.map(({ binding }) => binding);
}

/** Frames on these days, both included. */
export async function framesOnDays(db: Db, bindingNumber: number, firstDay: number, lastDay: number): Promise<number> {
  const found = await sql<{ frames: number }>`select coalesce(sum(frames), 0)::bigint as frames from frame_usage
    where binding = ${bindingNumber} and day between ${firstDay} and ${lastDay}`.execute(db);
  return found.rows[0]?.frames ?? 0;
}

/** Of all tenants: what each binding holds, quarantine included. */
export async function usageOfAll(db: Db): Promise<{ bindingNumber: number; bytes: number }[]> {
  const found = await sql<{ bindingNumber: number; bytes: number }>`select b.number as "bindingNumber",
      coalesce(sum(u.bytes), 0)::bigint as bytes
    from bindings b left join frame_usage u on u.binding = b.number where b.ended_at is null
    group by b.number order by b.number`.execute(db);
  return found.rows;
}
