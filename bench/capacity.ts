// The usage of 10,000 devices with 30 days each: counted for the device list, and asked for over HTTP.
import { performance } from "node:perf_hooks";
import { makeAccessToken } from "../apps/server/accounts/access-tokens.ts";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import { frameUsage } from "../apps/server/frames/landing/usage-store.ts";
import { showUsage } from "../apps/server/frames/retention/nightly.ts";
import { openFramesDatabase, openProgramDatabase } from "../e2e/support/program-database.ts";
import { addDevices } from "./load/add-devices.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { startWithoutFrames } from "./load/without-frames.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 10_000;
const DAYS = 30;
const REFRESHES = 5;
const CALLS = 50;
const LIMITS: Limits = { atMost: { refreshMs: 2000, diskUsageP95Ms: 500, deviceUsageP95Ms: 100 } };

export async function run(): Promise<BenchResult> {
  const program = await startWithoutFrames();
  const store = await openProgramDatabase(program.dataFolder);
  const frames = await openFramesDatabase(program.dataFolder);
  try {
    const [{ tenantId, id: userId } = { tenantId: "", id: "" }] = await findSignInAccounts(store.db, DEMO_MASTER);
    await addDevices(store.db, { tenantId, userId, devices: DEVICES });
    const bindings = await store.pool.query<{ binding: number }>("select binding from things where tenant_id = $1", [
      tenantId,
    ]);
    const today = Math.floor(Date.now() / 86_400_000);
    await frames.pool.query(
      `insert into day_counters (binding, day, tenant_id, frames, bytes)
        select b, $2::int - d, $3::uuid, 1000, 23000 from unnest($1::int[]) b, generate_series(0, $4::int - 1) d
        on conflict do nothing`,
      [bindings.rows.map(({ binding }) => binding), today, tenantId, DAYS],
    );
    await frames.pool.query("analyze day_counters");
    const refreshes: number[] = [];
    for (let i = 0; i < REFRESHES; i += 1) {
      const began = performance.now();
      await showUsage({ db: store.db, frames: { usage: frameUsage(frames.pool) } }, Date.now());
      refreshes.push(performance.now() - began);
    }
    const wanted = { tenantId, userId, scope: "read", devices: null, expiresDays: 1, name: "bench" } as const;
    const { token } = await makeAccessToken(store.db, wanted);
    const url = `${program.baseUrl}/api/tenant/tenants/${tenantId}`;
    const metrics = {
      refreshMs: Math.max(...refreshes),
      diskUsageP95Ms: quantile(await timesOf(`${url}/disk-usage`, token), 0.95),
      deviceUsageP95Ms: quantile(await timesOf(`${url}/device-usage?page_size=25`, token), 0.95),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await frames.close();
    await store.close();
    await program.stop();
  }
}

async function timesOf(url: string, token: string): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`refused: ${await answer.text()}`);
    await answer.arrayBuffer();
    times.push(performance.now() - began);
  }
  return times;
}
