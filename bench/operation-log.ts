// Pages of the operation log among 1,000,000 rows of a tenant, over HTTP, and the check of its hash chain (USR-07).
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { makeAccessToken } from "../apps/server/accounts/access-tokens.ts";
import { checkChain } from "../apps/server/accounts/log/operation-chain.ts";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts, type User } from "../apps/server/accounts/user-store.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { startWithoutFrames } from "./load/without-frames.ts";
import type { BenchResult } from "./run.ts";

const ROWS = 1_000_000;
const CALLS = 400;
const UNMEASURED = 40;
const OPERATIONS = ["devices.updateThing", "accounts.createSession", "frames.createDeletion", "signals.uploadDbc"];
const LIMITS: Limits = { atMost: { filterP95Ms: 100, wordsP95Ms: 100 }, atLeast: { checkedRowsPerS: 200_000 } };

export async function run(): Promise<BenchResult> {
  const program = await startWithoutFrames();
  // The check of the chain takes three.
  const store = await openProgramDatabase(program.dataFolder, 4);
  const metrics: Record<string, number> = {};
  try {
    const [manager] = await findSignInAccounts(store.db, DEMO_MASTER);
    if (!manager) throw new Error("the demo has no master");
    await addOperations(store.db, manager);
    for (const [name, queryOf] of Object.entries({ filter: filterOf, words: wordsOf })) {
      const times = await search(program.baseUrl, { db: store.db, user: manager, queryOf });
      metrics[`${name}P50Ms`] = quantile(times, 0.5);
      metrics[`${name}P95Ms`] = quantile(times, 0.95);
    }
    const began = performance.now();
    const { broken_at, rows } = await checkChain(store.db, manager.tenantId);
    if (broken_at !== null) throw new Error(`row ${broken_at} does not fit`);
    metrics.checkedRowsPerS = (rows / (performance.now() - began)) * 1000;
  } finally {
    await store.close();
    await program.stop();
  }
  return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

/** As the program chains them, row by row; the index of words is made at the end, as it is the slowest to fill. */
async function addOperations(db: Db, { tenantId, id }: User): Promise<void> {
  const index = await sql<{ made: string }>`select indexdef as made from pg_indexes
    where indexname = 'operation_log_words'`.execute(db);
  const made = index.rows[0]?.made;
  if (made === undefined) throw new Error("there is no index of words: the server has no pg_trgm");
  await db.transaction().execute(async (trx) => {
    await sql`set statement_timeout = 0`.execute(trx);
    await sql`drop index operation_log_words`.execute(trx);
    await sql`alter table operation_log disable trigger user`.execute(trx);
    await sql`delete from operation_log where chain = ${tenantId}`.execute(trx);
    await sql.raw(fillingOf(tenantId, id)).execute(trx);
    await sql`alter table operation_log enable trigger user`.execute(trx);
    await sql.raw(made).execute(trx);
    await sql`analyze operation_log`.execute(trx);
  });
}

const fillingOf = (tenantId: string, userId: string) => `do $$
declare o operation_log; last bytea := '\\x'; n integer;
begin
  o.tenant_id := '${tenantId}'; o.user_id := '${userId}'; o.address := '203.0.113.7';
  o.agent := 'Mozilla/5.0 (X11; Linux) Firefox/140';
  for n in 1..${ROWS} loop
    o.seq := n; o.user_name := 'user_' || n % 100; o.objects := jsonb_build_object('things_id', md5(n::text)::uuid);
    o.operation := (array['${OPERATIONS.join("', '")}'])[1 + n % ${OPERATIONS.length}];
    o.status := case when n % 20 = 0 then 409 else 200 end;
    o.error_code := case when n % 20 = 0 then 'devices.labelNameTaken' end;
    o.at := now() - (${ROWS} - n) * interval '10 seconds'; o.request_id := md5((n + ${ROWS})::text);
    last := sha256(last || convert_to(operation_text(o), 'UTF8'));
    insert into operation_log (tenant_id, user_id, user_name, operation, objects, status, error_code, address, at, seq,
        agent, request_id, hash)
      values (o.tenant_id, o.user_id, o.user_name, o.operation, o.objects, o.status, o.error_code, o.address, o.at, o.seq,
        o.agent, o.request_id, last);
  end loop;
  insert into operation_chains (chain, rows, last_hash) values ('${tenantId}', ${ROWS}, last)
    on conflict (chain) do update set rows = excluded.rows, last_hash = excluded.last_hash, purged_rows = 0,
      purged_hash = '\\x';
end $$`;

interface Searching {
  readonly db: Db;
  readonly user: User;
  queryOf(call: number): string;
}

async function search(baseUrl: string, { db, user, queryOf }: Searching): Promise<number[]> {
  const wanted = { tenantId: user.tenantId, userId: user.id, scope: "read", devices: null, expiresDays: 1 } as const;
  const { token } = await makeAccessToken(db, { ...wanted, name: `bench ${queryOf.name}` });
  const times: number[] = [];
  for (let call = 0; call < UNMEASURED + CALLS; call++) {
    const began = performance.now();
    const answer = await fetch(`${baseUrl}/api/tenant/operations?page_size=25${queryOf(call)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`refused: ${await answer.text()}`);
    await answer.arrayBuffer();
    if (call >= UNMEASURED) times.push(performance.now() - began);
  }
  return times;
}

/** Plain pages anywhere, a user, a module, a result, a time, and a user that does not exist, which reads the most. */
function filterOf(call: number): string {
  const before = `&before=${1 + ((call * 7919) % ROWS)}`;
  const since = Date.now() - (1 + (call % 100)) * 86_400_000;
  const filters = [
    before,
    `&user=user_${call % 100}`,
    `${before}&module=accounts`,
    "&result=refused",
    `&end_time=${since}`,
  ];
  return [...filters, `&user=user_${call % 100}&module=signals`, "&user=nobody"][call % 7] ?? "";
}

/** Words that every row has, a quarter, one, none; of what was done, in Chinese too; two together; beside other filters. */
function wordsOf(call: number): string {
  const n = 1 + ((call * 7919) % ROWS);
  const words = ["firefox", "user_77", "登录", "password nobody", "labelNameTaken user_40", `nothing_${n}`, "上传 DBC"];
  const chosen = words[call % words.length] ?? "";
  const before = call % 3 === 0 ? `&before=${n}` : "";
  return `&words=${encodeURIComponent(chosen)}${before}`;
}
