// Deliveries of push rules a second to a receiver on this machine, from the durable queue to the row that says delivered:
// one rule, then ten rules. Peer: a loop of plain `fetch` with as many calls at once, without queue, signature, address
// check or record. `--deliveries N` (3,000).
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pushContent } from "@canopy/contract/push/rules";
import { sql } from "kysely";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { migrate } from "../apps/server/platform/postgres/migrate.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { insertPushRule, sealSecret } from "../apps/server/push/push-rule-store.ts";
import { PushSender } from "../apps/server/push/push-sender.ts";
import { flag } from "./load/flags.ts";
import { openBenchPostgres } from "./load/frame-server.ts";
import type { BenchResult } from "./run.ts";

const DELIVERIES = flag("deliveries", 3000);
const RULES = 10;
/** Of one rule, as the sender has it. */
const AT_ONCE = 16;
const LOOK_MS = 20;
const SECRET = "a secret of the benchmark";
const log = createLog("error");

export async function run(): Promise<BenchResult> {
  const receiver = await receive();
  const meta = await openBenchPostgres(undefined);
  try {
    const { db, pool } = meta.database;
    await migrate(pool, log);
    const account = { tenant: "bench", tenantKind: "owner", name: "bench", password: "Right-2026" } as const;
    const { tenantId } = await createAccount(db, { ...account, role: "manager", tenantLevel: "write" });
    const one = await deliver(db, tenantId, receiver, 1);
    const ten = await deliver(db, tenantId, receiver, RULES);
    const plain = await fetchLoop(receiver.url);
    return {
      metrics: { oneRulePerSecond: one, tenRulesPerSecond: ten },
      peers: { plainFetch: { oneRulePerSecond: plain, tenRulesPerSecond: plain } },
      ratios: { oneRulePerSecond: one / plain, tenRulesPerSecond: ten / plain },
    };
  } finally {
    await meta.close();
    receiver.close();
  }
}

interface Receiver {
  readonly url: string;
  readonly ids: Set<string>;
  close(): void;
}

/** Checks every signature that there is. */
async function receive(): Promise<Receiver> {
  const ids = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = request.headers;
    const own = createHmac("sha256", SECRET)
      .update(`${id}.${time}.${Buffer.concat(chunks)}`)
      .digest("base64");
    if (signature === `v1,${own}`) ids.add(String(id));
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, ids, close: () => server.close() };
}

async function deliver(db: Db, tenantId: string, { url, ids }: Receiver, rules: number): Promise<number> {
  for (let i = 0; i < rules; i += 1) {
    const content = pushContent.parse({ name: `${rules} ${i}`, source: { kind: "positions" }, url, enabled: true });
    const ruleId = await insertPushRule(db, { tenantId, userName: "b" }, content, sealSecret(SECRET, SECRET));
    await sql`insert into push_deliveries (tenant_id, rule_id, message_id, cause, type, at_us, body)
      select ${tenantId}, ${ruleId}, gen_random_uuid(), 'live', 'position', n, ${BODY}
      from generate_series(1, ${DELIVERIES / rules}::int) n`.execute(db);
  }
  await sql`analyze push_deliveries`.execute(db);
  ids.clear();
  const sender = new PushSender({
    db,
    secret: SECRET,
    privateTargets: true,
    limitOf: async () => null,
    otherPushes: async () => 0,
    log,
    now: Date.now,
  });
  const beganMs = performance.now();
  sender.start();
  while ((await undelivered(db)) > 0) await sleep(LOOK_MS);
  const perSecond = (1000 * DELIVERIES) / (performance.now() - beganMs);
  await sender.stop();
  if (ids.size !== DELIVERIES) throw new Error(`${ids.size} of ${DELIVERIES} were delivered`);
  return perSecond;
}

async function undelivered(db: Db): Promise<number> {
  const found = await sql<{ left: number }>`select count(*) as left from push_deliveries
    where state <> 'sent'`.execute(db);
  return found.rows[0]?.left ?? 0;
}

const BODY = JSON.stringify({
  type: "signals",
  time: 1_763_391_600_000,
  device: { id: "0A1B0000000000000078", name: "VAN-01" },
  signals: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`Signal${i}`, i * 1.25])),
});

async function fetchLoop(url: string): Promise<number> {
  let left = DELIVERIES;
  const beganMs = performance.now();
  const call = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await fetch(url, { method: "POST", body: BODY, headers: { "content-type": "application/json" } });
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, call));
  return (1000 * DELIVERIES) / (performance.now() - beganMs);
}
