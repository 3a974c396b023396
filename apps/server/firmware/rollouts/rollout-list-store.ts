import {
  type ROLLOUT_ORDERS,
  ROLLOUT_STATES,
  type Rollout,
  type RolloutCounts,
} from "@canopy/contract/firmware/rollouts";
import type { Wave } from "@canopy/contract/firmware/waves";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";

type Row = Omit<Rollout, "waves" | "counts" | "left_out" | "next_wave_time"> & {
  waves: Wave[];
  passed_time: number | null;
};

const ms = (column: string) => sql`(extract(epoch from r.${sql.ref(column)}) * 1000)::float8`;
const columns = (
  userId: string,
) => sql`r.id, r.payload, r.version, r.user_id is not distinct from ${userId}::uuid as is_mine,
  r.approved_name as approved_by, case when r.plan is not null then jsonb_build_object('ecu_name', r.plan->>'ecuName',
    'package_name', r.plan->>'packageName', 'flow_name', r.plan->>'flowName') end as ecu, r.scope, r.scope_name, r.state, r.halt, r.wave, r.waves,
  ${ms("start_at")} as start_time, r.window_hours as "window", ${ms("passed_at")} as passed_time, r.user_name,
  ${ms("created_at")} as create_time, ${ms("begun_at")} as begin_time, ${ms("ended_at")} as end_time`;

type WaveCounts = RolloutCounts & { rollout: string; wave: number; left_out: number };

async function countsOf(db: Db, tenantId: string, ids: readonly string[]): Promise<WaveCounts[]> {
  const found = await sql<WaveCounts>`select d.rollout_id as rollout, d.wave,
      count(*) filter (where d.state <> 'left_out')::int as total,
      count(*) filter (where d.state in ('waiting', 'offline', 'gated'))::int as waiting,
      count(*) filter (where d.state in ('asked', 'downloading', 'verifying', 'installing', 'restarting'))::int as running,
      count(*) filter (where d.state = 'done')::int as done, count(*) filter (where d.state = 'failed')::int as failed,
      count(*) filter (where d.state = 'cancelled')::int as cancelled,
      count(*) filter (where d.state = 'left_out')::int as left_out
    from firmware_rollout_devices d where d.tenant_id = ${tenantId} and d.rollout_id = any(${[...ids]}::uuid[])
    group by d.rollout_id, d.wave`.execute(db);
  return found.rows;
}

const NONE: RolloutCounts = { total: 0, waiting: 0, running: 0, done: 0, failed: 0, cancelled: 0 };

const plus = (a: RolloutCounts, b: RolloutCounts): RolloutCounts => ({
  total: a.total + b.total,
  waiting: a.waiting + b.waiting,
  running: a.running + b.running,
  done: a.done + b.done,
  failed: a.failed + b.failed,
  cancelled: a.cancelled + b.cancelled,
});

function rolloutOf({ waves, passed_time, ...row }: Row, counted: readonly WaveCounts[]): Rollout {
  const own = counted.filter(({ rollout }) => rollout === row.id);
  const ofWave = (wave: number) => own.filter((one) => one.wave === wave).reduce(plus, NONE);
  const waitMs = (waves[row.wave]?.wait_minutes ?? 0) * 60_000;
  const isLast = row.wave >= waves.length - 1;
  return {
    ...row,
    waves: waves.map((wave, i) => ({ ...wave, counts: ofWave(i) })),
    counts: own.reduce(plus, NONE),
    left_out: own.reduce((sum, { left_out }) => sum + left_out, 0),
    next_wave_time: row.state === "running" && passed_time !== null && !isLast ? passed_time + waitMs : null,
  };
}

type Reader = Pick<Caller, "tenantId" | "userId">;

export async function readRollout(db: Db, { tenantId, userId }: Reader, id: string): Promise<Rollout | undefined> {
  const found = await sql<Row>`select ${columns(userId)} from firmware_rollouts r
    where r.tenant_id = ${tenantId} and r.id = ${id}`.execute(db);
  const [row] = found.rows;
  return row && rolloutOf(row, await countsOf(db, tenantId, [id]));
}

type RolloutOrder = (typeof ROLLOUT_ORDERS)[number];
const ORDERS: Readonly<Record<RolloutOrder, RawBuilder<unknown>>> = {
  version: sql`lower(r.version)`,
  scope: sql`r.scope`,
  state: sql`array_position(${[...ROLLOUT_STATES]}::text[], r.state::text)`,
  user_name: sql`lower(r.user_name)`,
  create_time: sql`r.created_at`,
};

interface RolloutFilter extends Ordered<RolloutOrder> {
  readonly state?: string | undefined;
  readonly payload?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first, unless another order was chosen. */
export async function listRollouts(
  db: Db,
  { tenantId, userId }: Reader,
  wanted: RolloutFilter,
): Promise<{ list: Rollout[]; total: number }> {
  const { state = null, payload = null, limit, offset, ...order } = wanted;
  const found: RawBuilder<unknown> = sql`from firmware_rollouts r
    where r.tenant_id = ${tenantId} and (${state}::text is null or r.state = ${state})
      and (${payload}::text is null or r.payload = ${payload})`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<Row>`select ${columns(userId)} ${found} order by ${orderedBy(ORDERS, order, sql`r.created_at desc, r.id`)}
      limit ${limit} offset ${offset}`.execute(db),
  ]);
  const counts = await countsOf(
    db,
    tenantId,
    page.rows.map(({ id }) => id),
  );
  return { list: page.rows.map((row) => rolloutOf(row, counts)), total: counted.rows[0]?.total ?? 0 };
}
