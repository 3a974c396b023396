// GET /statistics over 180 days of 1,000 devices that send and drive every day, over HTTP, by device, type and label (STA-01).
import { performance } from "node:perf_hooks";
import { MOST_STATISTIC_DAYS, STATISTIC_GROUPS } from "@canopy/contract/statistics/fleet";
import { sql } from "kysely";
import { makeAccessToken } from "../apps/server/accounts/access-tokens.ts";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { openFramesDatabase, openProgramDatabase } from "../e2e/support/program-database.ts";
import { addDevices } from "./load/add-devices.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { startWithoutFrames } from "./load/without-frames.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 1000;
const CALLS = 60;
const UNMEASURED = 6;
const LIMITS: Limits = { atMost: { p95Ms: 500 } };
const TODAY = Math.floor(Date.now() / 86_400_000);
const FIRST = TODAY - MOST_STATISTIC_DAYS + 1;

export async function run(): Promise<BenchResult> {
  const program = await startWithoutFrames();
  const store = await openProgramDatabase(program.dataFolder);
  try {
    const [manager] = await findSignInAccounts(store.db, DEMO_MASTER);
    const [sub] = await findSignInAccounts(store.db, `viewer@${DEMO_MASTER}`);
    if (!manager || !sub) throw new Error("the demo has no such users");
    const { tenantId, id: userId } = manager;
    await addDevices(store.db, { tenantId, userId: sub.id, devices: DEVICES });
    await addDays(store.db, tenantId);
    await addCounters(program.dataFolder, store.db, tenantId);
    const wanted = { tenantId, userId, name: "bench", scope: "read", devices: null, expiresDays: 1 } as const;
    const { token } = await makeAccessToken(store.db, wanted);
    const times = await measure(program.baseUrl, token);
    const metrics = { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95), devices: DEVICES };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await store.close();
    await program.stop();
  }
}

async function addDays(db: Db, tenantId: string): Promise<void> {
  const eachDay = sql`from things t, generate_series(${FIRST}::int, ${TODAY}::int) as d (day)
    where t.tenant_id = ${tenantId}`;
  await sql`insert into thing_online_days (tenant_id, things_id, day, online_ms)
    select t.tenant_id, t.id, d.day, 30000000 ${eachDay} on conflict do nothing`.execute(db);
  await sql`insert into thing_distance_days (tenant_id, things_id, day, distance_m, trips)
    select t.tenant_id, t.id, d.day, 43210, 3 ${eachDay} on conflict do nothing`.execute(db);
  // One alarm a device and week.
  await sql`insert into alarm_events (tenant_id, things_id, rule_name, level, share, description, conditions, channel,
      is_late, binding, change, started_us, hits)
    select t.tenant_id, t.id, 'Too hot', 'urgent', true, '', '[]', 0, false, t.binding, d.day,
      d.day::bigint * 86400000000, 1 ${eachDay} and d.day % 7 = 0`.execute(db);
  await sql`analyze thing_online_days, thing_distance_days, alarm_events`.execute(db);
}

async function addCounters(dataFolder: string, db: Db, tenantId: string): Promise<void> {
  const bindings = await sql<{ binding: number }>`select binding from things where tenant_id = ${tenantId}`.execute(db);
  const frames = await openFramesDatabase(dataFolder);
  try {
    await frames.pool.query(
      `insert into day_counters (binding, day, tenant_id, frames, bytes)
        select b, d, $2, 4000000, 92000000 from unnest($1::int[]) b, generate_series($3::int, $4::int) d
        on conflict do nothing`,
      [bindings.rows.map(({ binding }) => binding), tenantId, FIRST, TODAY],
    );
    await frames.pool.query("analyze day_counters");
  } finally {
    await frames.close();
  }
}

async function measure(baseUrl: string, token: string): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < UNMEASURED + CALLS; call++) {
    const by = STATISTIC_GROUPS[call % STATISTIC_GROUPS.length] ?? "device";
    const query = new URLSearchParams({ from_day: String(FIRST), to_day: String(TODAY), by });
    const began = performance.now();
    const answer = await fetch(`${baseUrl}/api/statistics?${query}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`refused: ${await answer.text()}`);
    await answer.arrayBuffer();
    if (call >= UNMEASURED) times.push(performance.now() - began);
  }
  return times;
}
