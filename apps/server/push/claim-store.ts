import { sql } from "kysely";
import { monthOf } from "../capacity/traffic-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { openSecret } from "./push-rule-store.ts";

/** An answer takes ten seconds at most. */
const CLAIM_S = 60;
/** The receiver that fails is asked after 5 s, then after twice the time, up to five minutes. */
const FIRST_REST_S = 5;
const LONGEST_REST_S = 300;

export interface ClaimedDelivery {
  readonly id: string;
  readonly tenantId: string;
  readonly ruleId: string;
  readonly messageId: string;
  readonly body: string;
  readonly url: string;
  /** Undefined: it cannot be opened. */
  readonly secret: string | undefined;
  /** With this one. */
  readonly attempts: number;
  /** Since the first of them. */
  readonly triedForMs: number;
}

/** Tenants with something to send now, apart from rules whose share is in use. */
export async function dueTenants(db: Db, busyRules: readonly string[]): Promise<string[]> {
  const found = await sql<{ tenant_id: string }>`select distinct r.tenant_id from push_rules r
    where r.enabled and r.rest_until <= now() and r.id <> all(${[...busyRules]}::uuid[])
      and exists (select from push_deliveries d where d.rule_id = r.id and ((d.state = 'waiting' and d.next_at <= now())
        or (d.state = 'sending' and d.claimed_until < now())))`.execute(db);
  return found.rows.map((row) => row.tenant_id);
}

export interface ClaimLimits {
  /** Of the process. */
  readonly most: number;
  readonly perRule: number;
  readonly busyRules: readonly string[];
  /** CAP-01: deliveries a second and a month; null: no limit. */
  readonly tps: number | null;
  readonly flow: number | null;
  /** CAP-02: deliveries of this month that are not of push rules. */
  readonly otherPushes: number;
  readonly nowMs: number;
}

/**
 * Due deliveries of a tenant, oldest first. The row of its month is locked: tokens and quota are taken by one process at a
 * time, and deliveries under way count as if they were made.
 */
export async function claimDeliveries(
  db: Db,
  installation: string,
  tenantId: string,
  limits: ClaimLimits,
): Promise<ClaimedDelivery[]> {
  return db.transaction().execute(async (transaction) => {
    const room = await roomOf(transaction, tenantId, limits);
    if (room < 1) return [];
    const claimed = await claim(transaction, tenantId, { ...limits, most: Math.min(limits.most, room) });
    if (limits.tps !== null && claimed.length > 0)
      await sql`update push_usage set tokens = tokens - ${claimed.length}
        where tenant_id = ${tenantId} and month = ${monthOf(limits.nowMs)}`.execute(transaction);
    return claimed.map(({ sealed, ...row }) => ({ ...row, tenantId, secret: openSecret(installation, sealed) }));
  });
}

/** Deliveries that rate and quota leave; the bucket holds one second. */
async function roomOf(db: Db, tenantId: string, { tps, flow, otherPushes, nowMs }: ClaimLimits): Promise<number> {
  if (tps === null && flow === null) return Number.POSITIVE_INFINITY;
  const [month, rate] = [monthOf(nowMs), tps ?? 0];
  await sql`insert into push_usage (tenant_id, month) values (${tenantId}, ${month}) on conflict do nothing`.execute(
    db,
  );
  // A rate below one a second still lets one through, after the time that it takes.
  const found = await sql<{ tokens: number; deliveries: number; running: number }>`update push_usage u set
      tokens = least(greatest(${rate}::float8, 1), u.tokens + ${rate}::float8
        * least(86400, extract(epoch from clock_timestamp() - greatest(u.refilled_at, now() - interval '1 day')))),
      refilled_at = clock_timestamp()
    where tenant_id = ${tenantId} and month = ${month}
    returning tokens, deliveries, (select count(*) from push_deliveries d where d.tenant_id = u.tenant_id
      and d.state = 'sending' and d.claimed_until > now()) as running`.execute(db);
  const { tokens = 0, deliveries = 0, running = 0 } = found.rows[0] ?? {};
  const left = flow === null ? Number.POSITIVE_INFINITY : flow - otherPushes - deliveries - running;
  return Math.min(left, tps === null ? Number.POSITIVE_INFINITY : Math.floor(tokens));
}

interface ClaimedRow extends Omit<ClaimedDelivery, "tenantId" | "secret"> {
  readonly sealed: Buffer;
}

async function claim(db: Db, tenantId: string, { most, perRule, busyRules }: ClaimLimits): Promise<ClaimedRow[]> {
  const claimed = await sql<ClaimedRow>`with due as materialized (
      select d.id from push_rules r cross join lateral (
        select id, next_at from push_deliveries where rule_id = r.id and ((state = 'waiting' and next_at <= now())
          or (state = 'sending' and claimed_until < now()))
        order by next_at limit case when r.failures > 0 then 1 else ${perRule}::int end for update skip locked) d
      where r.tenant_id = ${tenantId} and r.enabled and r.rest_until <= now()
        and r.id <> all(${[...busyRules]}::uuid[])
      order by d.next_at limit ${Math.min(most, 1_000_000)}
    ) update push_deliveries d set state = 'sending', attempts = attempts + 1,
        claimed_until = now() + ${CLAIM_S} * interval '1 second', first_try_at = coalesce(first_try_at, now())
      from push_rules r where r.id = d.rule_id and d.id in (select id from due)
      returning d.id, d.rule_id as "ruleId", d.message_id as "messageId", d.body, r.url, r.secret as sealed, d.attempts,
        (extract(epoch from now() - d.first_try_at) * 1000)::float8 as "triedForMs"`.execute(db);
  return claimed.rows;
}

type Tried = Pick<ClaimedDelivery, "id" | "tenantId" | "ruleId">;

/** The delivery, its count in the quota and the end of the receiver's rest in one statement. */
export async function markDelivered(
  db: Db,
  { id, tenantId, ruleId }: Tried,
  status: number,
  nowMs: number,
): Promise<void> {
  await sql`with sent as (
      update push_deliveries set state = 'sent', sent_at = now(), claimed_until = null, problem = null, status = ${status}
      where id = ${id} and tenant_id = ${tenantId} and state = 'sending' returning 1
    ), well as (
      update push_rules set failures = 0, rest_until = '-infinity'
      where id = ${ruleId} and tenant_id = ${tenantId} and failures > 0
    ) insert into push_usage as u (tenant_id, month, deliveries)
      select ${tenantId}, ${monthOf(nowMs)}, 1 from sent
      on conflict (tenant_id, month) do update set deliveries = u.deliveries + 1`.execute(db);
}

export interface FailedTry {
  readonly problem: string;
  readonly status: number | null;
  /** Undefined: it is a dead letter. */
  readonly pauseMs: number | undefined;
}

export async function markTried(
  db: Db,
  { id, tenantId }: Tried,
  { problem, status, pauseMs }: FailedTry,
): Promise<void> {
  await sql`update push_deliveries set claimed_until = null, problem = ${problem}, status = ${status},
      state = ${pauseMs === undefined ? "failed" : "waiting"},
      next_at = now() + ${pauseMs ?? 0} * interval '1 millisecond'
    where id = ${id} and tenant_id = ${tenantId} and state = 'sending'`.execute(db);
}

/** Several failures of one moment are one. */
export async function restRule(db: Db, { tenantId, ruleId }: Tried): Promise<void> {
  await sql`update push_rules set failures = failures + 1,
      rest_until = now() + least(${LONGEST_REST_S}, ${FIRST_REST_S} * power(2, least(failures, 10)))
        * interval '1 second'
    where id = ${ruleId} and tenant_id = ${tenantId} and rest_until <= now()`.execute(db);
}

/** HTTP 410: the receiver wants no more of it. */
export async function stopRule(db: Db, { tenantId, ruleId }: Tried): Promise<void> {
  await sql`update push_rules set enabled = false, stopped = 'gone', updated_at = clock_timestamp()
    where id = ${ruleId} and tenant_id = ${tenantId} and enabled`.execute(db);
}

/** CAP-02: of push rules, in a month. */
export async function pushedIn(db: Db, tenantId: string, month: number): Promise<number> {
  const found = await sql<{ deliveries: number }>`select deliveries from push_usage
    where tenant_id = ${tenantId} and month = ${month}`.execute(db);
  return found.rows[0]?.deliveries ?? 0;
}
