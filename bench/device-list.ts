// Pages of GET /things/batch among 10,000 devices, over HTTP, in every order and with filters (DEV-10).
import { performance } from "node:perf_hooks";
import { ORDER_COLUMNS } from "@canopy/contract/devices/thing-filters";
import { makeAccessToken } from "../apps/server/accounts/access-tokens.ts";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts, type User } from "../apps/server/accounts/user-store.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { addDevices } from "./load/add-devices.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { startWithoutFrames } from "./load/without-frames.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 10_000;
const CALLS = 500;
const UNMEASURED = 50;
/** design §11 */
const LIMITS: Limits = { atMost: { p95Ms: 20, subUserP95Ms: 20 } };

export async function run(): Promise<BenchResult> {
  const program = await startWithoutFrames();
  const store = await openProgramDatabase(program.dataFolder);
  const metrics: Record<string, number> = {};
  try {
    const [manager, sub] = [await account(store.db, DEMO_MASTER), await account(store.db, `viewer@${DEMO_MASTER}`)];
    await addDevices(store.db, { tenantId: manager.tenantId, userId: sub.id, devices: DEVICES });
    const ofManager = await measure(program.baseUrl, store.db, manager);
    const ofSub = await measure(program.baseUrl, store.db, sub);
    metrics.p50Ms = quantile(ofManager, 0.5);
    metrics.p95Ms = quantile(ofManager, 0.95);
    metrics.subUserP50Ms = quantile(ofSub, 0.5);
    metrics.subUserP95Ms = quantile(ofSub, 0.95);
  } finally {
    await store.close();
    await program.stop();
  }
  return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

async function account(db: Db, name: string): Promise<User> {
  const [user] = await findSignInAccounts(db, name);
  if (!user) throw new Error(`the demo has no ${name}`);
  return user;
}

/** Half of the calls are plain pages, the other half search or filter; every order comes up. */
async function measure(baseUrl: string, db: Db, user: User): Promise<number[]> {
  const wanted = { tenantId: user.tenantId, userId: user.id, scope: "read", devices: null, expiresDays: 1 } as const;
  const { token } = await makeAccessToken(db, { ...wanted, name: "bench" });
  const filters = ["{}", JSON.stringify({ keyword: "a7f" }), "{}", JSON.stringify({ online: true })];
  const times: number[] = [];
  for (let call = 0; call < UNMEASURED + CALLS; call++) {
    const query = new URLSearchParams({
      tenant_id: user.tenantId,
      current_page: String(1 + (call % 40)),
      page_size: "25",
      order_param: ORDER_COLUMNS[call % ORDER_COLUMNS.length] ?? "name",
      order_type: String(call % 2),
      filters: filters[call % filters.length] ?? "{}",
    });
    const began = performance.now();
    const answer = await fetch(`${baseUrl}/api/things/batch?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`refused: ${await answer.text()}`);
    await answer.arrayBuffer();
    if (call >= UNMEASURED) times.push(performance.now() - began);
  }
  return times;
}
