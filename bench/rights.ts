// Pages of sub-users and of one sub-user's rights: 10,000 sub-users × 10,000 devices, over HTTP (USR-02, USR-03).
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
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
const SUB_USERS = 10_000;
/** Every sub-user has some; the measured one has them all. */
const GRANTS_EACH = 100;
const CALLS = 400;
const UNMEASURED = 40;
const LIMITS: Limits = { atMost: { rightsP95Ms: 100, listP95Ms: 100 } };

export async function run(): Promise<BenchResult> {
  const program = await startWithoutFrames();
  const store = await openProgramDatabase(program.dataFolder);
  const metrics: Record<string, number> = {};
  try {
    const [manager, sub] = [await account(store.db, DEMO_MASTER), await account(store.db, `viewer@${DEMO_MASTER}`)];
    await addDevices(store.db, { tenantId: manager.tenantId, userId: sub.id, devices: DEVICES });
    await addSubUsers(store.db, manager.tenantId);
    const read = await reader(program.baseUrl, store.db, manager);
    const rights = await measure((call) => read(`/api/things/rights/${sub.id}?${rightsQuery(call)}`));
    const list = await measure((call) => read(`/api/tenant/sub-users?page_size=25&current_page=${1 + (call % 400)}`));
    metrics.rightsP50Ms = quantile(rights, 0.5);
    metrics.rightsP95Ms = quantile(rights, 0.95);
    metrics.listP50Ms = quantile(list, 0.5);
    metrics.listP95Ms = quantile(list, 0.95);
  } finally {
    await store.close();
    await program.stop();
  }
  return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

const FILTERS = ["", "&keyword=a7f", "", "&level=read", "&level=none"];

function rightsQuery(call: number): string {
  return `page_size=25&current_page=${1 + (call % 400)}${FILTERS[call % FILTERS.length]}`;
}

async function account(db: Db, name: string): Promise<User> {
  const [user] = await findSignInAccounts(db, name);
  if (!user) throw new Error(`the demo has no ${name}`);
  return user;
}

const addSubUsers = (db: Db, tenantId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`set statement_timeout = 0`.execute(trx);
    await insertSubUsers(trx, tenantId);
  });

async function insertSubUsers(db: Db, tenantId: string): Promise<void> {
  await sql`insert into users (tenant_id, name, role, tenant_level, password_hash, phone)
    select ${tenantId}, 'sub_' || n, 'sub', 'read', '', (20000000000 + n)::text
    from generate_series(1, ${SUB_USERS}) n`.execute(db);
  await sql`insert into device_levels (tenant_id, user_id, things_id, level)
    select ${tenantId}, u.id, t.id, case when t.n % 4 = 0 then 'write' else 'read' end
    from (select id, row_number() over (order by id) as n from users
      where tenant_id = ${tenantId} and name like 'sub\\_%') u
    join (select id, row_number() over (order by id) as n from things where tenant_id = ${tenantId}) t
      on (t.n + u.n) % ${DEVICES / GRANTS_EACH} = 0
    on conflict do nothing`.execute(db);
  await sql`analyze users, device_levels, things`.execute(db);
}

async function reader(baseUrl: string, db: Db, user: User): Promise<(path: string) => Promise<void>> {
  const wanted = { tenantId: user.tenantId, userId: user.id, scope: "read", devices: null, expiresDays: 1 } as const;
  const { token } = await makeAccessToken(db, { ...wanted, name: "bench" });
  return async (path) => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`refused: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
}

async function measure(ask: (call: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < UNMEASURED + CALLS; call++) {
    const began = performance.now();
    await ask(call);
    if (call >= UNMEASURED) times.push(performance.now() - began);
  }
  return times;
}
