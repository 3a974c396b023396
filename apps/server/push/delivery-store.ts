import type { PushDelivery, PushState, WholeDelivery } from "@canopy/contract/push/deliveries";
import { type RawBuilder, sql } from "kysely";
import { safeText } from "../platform/postgres/safe-json.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { NewDelivery } from "./payload.ts";

/** Of a rule; more is left out, counted, and can be sent from history. */
const QUEUE_LIMIT = 10_000;
const LIVE_RUN = "00000000-0000-0000-0000-000000000000";

interface Queueing {
  readonly tenantId: string;
  readonly ruleId: string;
  /** Of a replay. */
  readonly run?: string;
  readonly queueLimit?: number;
}

export async function waitingOf(db: Db, ruleId: string): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from push_deliveries
    where rule_id = ${ruleId} and state in ('waiting', 'sending')`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Each once; gives how many were new. Those beyond the limit of the queue are counted as lost. */
export async function queueDeliveries(db: Db, queueing: Queueing, list: readonly NewDelivery[]): Promise<number> {
  if (list.length === 0) return 0;
  const { ruleId, queueLimit = QUEUE_LIMIT } = queueing;
  const room = Math.max(0, queueLimit - (await waitingOf(db, ruleId)));
  const lost = list.slice(room);
  if (lost.length > 0) await noteLost(db, queueing, lost);
  return insertDeliveries(db, queueing, list.slice(0, room));
}

async function insertDeliveries(
  db: Db,
  { tenantId, ruleId, run }: Queueing,
  list: readonly NewDelivery[],
): Promise<number> {
  if (list.length === 0) return 0;
  const column = <K extends keyof NewDelivery>(name: K) => list.map((one) => one[name]);
  const made =
    await sql`insert into push_deliveries (tenant_id, rule_id, things_id, message_id, cause, run, type, at_us,
      body)
    select ${tenantId}, r.id, t.id, n.message_id, ${run === undefined ? "live" : "replay"}, ${run ?? LIVE_RUN}, n.type,
      n.at_us, n.body
    from push_rules r, unnest(${column("thingsId")}::uuid[], ${column("messageId")}::uuid[], ${column("type")}::text[],
        ${column("atUs")}::bigint[], ${list.map(({ body }) => safeText(body))}::text[])
        as n (things_id, message_id, type, at_us, body)
      join things t on t.id = n.things_id and t.tenant_id = ${tenantId}
    where r.id = ${ruleId} and r.tenant_id = ${tenantId}
    on conflict (rule_id, message_id, run) do nothing`.execute(db);
  return Number(made.numAffectedRows ?? 0n);
}

/** Data that is in the queue already is not lost. */
async function noteLost(db: Db, { tenantId, ruleId, run }: Queueing, lost: readonly NewDelivery[]): Promise<void> {
  const ids = lost.map(({ messageId }) => messageId);
  await sql`update push_rules r set lost = lost + n.count, lost_from_us = least(lost_from_us, n.first_us),
      lost_to_us = greatest(lost_to_us, n.last_us)
    from (select count(*) as count, min(x.at_us) as first_us, max(x.at_us) as last_us
      from unnest(${ids}::uuid[], ${lost.map(({ atUs }) => atUs)}::bigint[]) as x (id, at_us)
      where not exists (select from push_deliveries d where d.rule_id = ${ruleId} and d.message_id = x.id
        and d.run = ${run ?? LIVE_RUN})) n
    where r.tenant_id = ${tenantId} and r.id = ${ruleId} and n.count > 0`.execute(db);
}

interface TestRow {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly status: number | null;
  readonly problem: string | null;
}

/** A test of a saved rule, which was sent at once. */
export async function insertTest(db: Db, test: TestRow, delivery: NewDelivery, run: string): Promise<void> {
  const state = test.problem === null ? "sent" : "failed";
  await sql`insert into push_deliveries (tenant_id, rule_id, things_id, message_id, cause, run, type, at_us, body, state,
      attempts, sent_at, status, problem)
    select ${test.tenantId}, r.id, (select t.id from things t where t.id = ${delivery.thingsId}
        and t.tenant_id = ${test.tenantId}), ${delivery.messageId}, 'test', ${run}, ${delivery.type}, ${delivery.atUs},
      ${safeText(delivery.body)}, ${state}, 1, case when ${state} = 'sent' then now() end, ${test.status},
      ${test.problem}
    from push_rules r where r.id = ${test.ruleId} and r.tenant_id = ${test.tenantId}`.execute(db);
}

const msOf = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000)::bigint`;
const DELIVERY_ROW = sql`d.id as delivery_id, d.message_id, d.rule_id, r.name as rule_name,
  (select t.name from things t where t.id = d.things_id and t.tenant_id = d.tenant_id) as device_name, d.things_id,
  d.type, d.cause,
  d.at_us / 1000 as data_time, d.state, d.attempts, ${msOf(sql`d.created_at`)} as created_time,
  case when d.state = 'waiting' then ${msOf(sql`d.next_at`)} end as next_time, ${msOf(sql`d.sent_at`)} as sent_time,
  d.status, d.problem`;

interface DeliveryQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly rule_id?: string | undefined;
  readonly state?: PushState | undefined;
}

export async function deliveriesOf(
  db: Db,
  tenantId: string,
  { current_page, page_size, rule_id, state }: DeliveryQuery,
): Promise<{ list: PushDelivery[]; total: number }> {
  const wanted = sql`d.tenant_id = ${tenantId}${rule_id === undefined ? sql`` : sql` and d.rule_id = ${rule_id}`}${
    state === undefined ? sql`` : sql` and d.state = ${state}`
  }`;
  const found = await sql<PushDelivery>`select ${DELIVERY_ROW} from push_deliveries d
      join push_rules r on r.id = d.rule_id
    where ${wanted} order by d.created_at desc, d.id limit ${page_size}
    offset ${(current_page - 1) * page_size}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from push_deliveries d
    where ${wanted}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findDelivery(db: Db, tenantId: string, id: string): Promise<WholeDelivery | undefined> {
  const found = await sql<WholeDelivery>`select ${DELIVERY_ROW}, d.body from push_deliveries d
      join push_rules r on r.id = d.rule_id
    where d.tenant_id = ${tenantId} and d.id = ${id}`.execute(db);
  return found.rows[0];
}

/** With all their tries; gives how many there were. */
export async function resendFailed(
  db: Db,
  tenantId: string,
  wanted: { readonly ruleId: string } | { readonly deliveryId: string },
): Promise<number> {
  const which = "ruleId" in wanted ? sql`rule_id = ${wanted.ruleId}` : sql`id = ${wanted.deliveryId}`;
  const woken = await sql`update push_deliveries set state = 'waiting', attempts = 0, next_at = now(),
      first_try_at = null, problem = null
    where tenant_id = ${tenantId} and state = 'failed' and ${which}`.execute(db);
  return Number(woken.numAffectedRows ?? 0n);
}

/** What was sent stays for three days, dead letters for thirty. */
export async function removeOldDeliveries(db: Db): Promise<void> {
  await sql`delete from push_deliveries where (state = 'sent' and sent_at < now() - interval '3 days')
    or (state = 'failed' and created_at < now() - interval '30 days')`.execute(db);
  await sql`delete from push_replays where created_at < now() - interval '30 days'`.execute(db);
}
