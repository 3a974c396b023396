import type pg from "pg";
import type { DayCount } from "../ingest/batch-span.ts";
import type { ExpiringUsage, FrameUsage, RecentUsage, UsageDay, UsageSum } from "../store/frame-store.ts";
import { arrayOf } from "../store/sql-arrays.ts";

export function frameUsage(pool: pg.Pool): FrameUsage {
  return {
    async daysOf(bindingNumber) {
      const found = await pool.query<UsageDay>(
        `select binding as "bindingNumber", day, frames, bytes from day_counters
          where binding = $1 and day >= 0 order by day`,
        [bindingNumber],
      );
      return found.rows;
    },
    async ofTenant(tenantId) {
      const found = await pool.query<{ frames: number; bytes: number }>(
        `select coalesce(sum(frames), 0)::bigint as frames, coalesce(sum(bytes), 0)::bigint as bytes
          from day_counters where tenant_id = $1`,
        [tenantId],
      );
      return found.rows[0] ?? { frames: 0, bytes: 0 };
    },
    async daysOfTenant(tenantId) {
      const found = await pool.query<{ day: number; bytes: number }>(
        `select day, sum(bytes)::bigint as bytes from day_counters where tenant_id = $1 group by day order by day`,
        [tenantId],
      );
      return found.rows;
    },
    async recent(bindings, fromDay, toDay) {
      const found = await pool.query<RecentUsage>(
        `select binding as "bindingNumber", min(day) as "oldestDay",
            coalesce(sum(bytes) filter (where day >= $2 and day < $3), 0)::bigint as bytes
          from day_counters where binding = any($1::int[]) and day >= 0 group by binding`,
        [arrayOf(bindings), fromDay, toDay],
      );
      return found.rows;
    },
    async sums(bindings, fromDay, toDay) {
      const found = await pool.query<UsageSum>(
        `select day, binding as "bindingNumber", sum(frames)::bigint as frames, sum(bytes)::bigint as bytes
          from day_counters where binding = any($1::int[]) and day >= $2 and day < $3
          group by grouping sets ((day), (binding))`,
        [arrayOf(bindings), fromDay, toDay],
      );
      return found.rows;
    },
    async daysOfEach(bindings, fromDay, toDay) {
      const found = await pool.query<UsageDay>(
        `select binding as "bindingNumber", day, frames, bytes from day_counters
          where binding = any($1::int[]) and day >= $2 and day < $3`,
        [arrayOf(bindings), fromDay, toDay],
      );
      return found.rows;
    },
    async expiring(tenantId, beforeDay) {
      const found = await pool.query<ExpiringUsage>(
        `select coalesce(sum(s.bytes), 0)::bigint as bytes, coalesce(min(s.day), 0) as "oldestDay",
            coalesce(max(s.day), 0) as "newestDay"
          from segments s join frame_bindings b on b.binding = s.binding and b.is_open
          where b.tenant_id = $1 and s.day < $2 and s.stored_at < to_timestamp($2::float8 * 86400)`,
        [tenantId, beforeDay],
      );
      return found.rows[0] ?? { bytes: 0, oldestDay: 0, newestDay: 0 };
    },
    async ofAll() {
      const found = await pool.query<{ bindingNumber: number; bytes: number }>(
        `select binding as "bindingNumber", sum(bytes)::bigint as bytes from day_counters group by binding order by binding`,
      );
      return found.rows;
    },
  };
}

/** In the transaction that stores the frames: adds them to the days of one binding. */
export async function addUsage(
  client: pg.PoolClient,
  { bindingNumber, tenantId }: { readonly bindingNumber: number; readonly tenantId: string },
  added: readonly DayCount[],
): Promise<void> {
  // Days in order, as landing locks them: two transactions that count the same days would else lock each other out.
  await client.query(
    `insert into day_counters as c (binding, day, tenant_id, frames, bytes)
      select $1, a.day, $2, sum(a.frames), sum(a.bytes)
      from unnest($3::int[], $4::bigint[], $5::bigint[]) as a (day, frames, bytes) group by a.day order by a.day
      on conflict (binding, day) do update set frames = c.frames + excluded.frames, bytes = c.bytes + excluded.bytes`,
    [
      bindingNumber,
      tenantId,
      arrayOf(added.map((one) => one.day)),
      arrayOf(added.map((one) => one.frames)),
      arrayOf(added.map((one) => one.bytes)),
    ],
  );
}

export interface Removed {
  readonly bindingNumber: number;
  readonly day: number;
  readonly frames: number;
  readonly bytes: number;
}

/** In the transaction that removes the frames. A day without frames has no row. */
export async function subtractUsage(client: pg.PoolClient, removed: readonly Removed[]): Promise<void> {
  if (removed.length === 0) return;
  const columns = [
    arrayOf(removed.map((one) => one.bindingNumber)),
    arrayOf(removed.map((one) => one.day)),
    arrayOf(removed.map((one) => one.frames)),
    arrayOf(removed.map((one) => one.bytes)),
  ];
  // In the order of landing: two transactions that take the same days wait for each other and never block both.
  await client.query(
    `select 1 from day_counters where (binding, day) in (select * from unnest($1::int[], $2::int[]))
      order by binding, day for update`,
    columns.slice(0, 2),
  );
  await client.query(
    `update day_counters c set frames = c.frames - r.frames, bytes = c.bytes - r.bytes from (
        select binding, day, sum(frames) as frames, sum(bytes) as bytes
        from unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[]) as r (binding, day, frames, bytes)
        group by binding, day) r
      where c.binding = r.binding and c.day = r.day`,
    columns,
  );
  await client.query(
    `delete from day_counters c using unnest($1::int[], $2::int[]) as r (binding, day)
      where c.binding = r.binding and c.day = r.day and c.frames = 0`,
    columns.slice(0, 2),
  );
}
