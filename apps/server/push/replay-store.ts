import type { PushReplay } from "@canopy/contract/push/deliveries";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export interface NewReplay {
  readonly id: string;
  readonly tenantId: string;
  readonly ruleId: string;
  readonly fromUs: number;
  readonly toUs: number;
}

const SHOWN = 20;

export async function insertReplay(db: Db, { id, tenantId, ruleId, fromUs, toUs }: NewReplay): Promise<void> {
  await sql`insert into push_replays (id, tenant_id, rule_id, from_us, to_us)
    values (${id}, ${tenantId}, ${ruleId}, ${fromUs}, ${toUs})`.execute(db);
}

export async function replaysOf(db: Db, tenantId: string, ruleId: string): Promise<PushReplay[]> {
  const found = await sql<PushReplay>`select p.from_us / 1000 as from_time, p.to_us / 1000 as to_time, j.state,
      j.progress, j.message_code, p.queued, (extract(epoch from p.created_at) * 1000)::bigint as created_time
    from push_replays p join jobs j on j.id = p.id and j.tenant_id = p.tenant_id
    where p.tenant_id = ${tenantId} and p.rule_id = ${ruleId} order by p.created_at desc limit ${SHOWN}`.execute(db);
  return found.rows;
}

/** Undefined: none is under way. */
export async function runningReplay(db: Db, tenantId: string, ruleId: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select p.id from push_replays p
      join jobs j on j.id = p.id and j.tenant_id = p.tenant_id
    where p.tenant_id = ${tenantId} and p.rule_id = ${ruleId} and j.state in ('queued', 'running')`.execute(db);
  return found.rows[0]?.id;
}

export async function countQueued(db: Db, tenantId: string, id: string, count: number): Promise<void> {
  await sql`update push_replays set queued = queued + ${count}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** What a replay has queued and was not sent. */
export async function dropQueued(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from push_deliveries where tenant_id = ${tenantId} and run = ${id} and state = 'waiting'`.execute(
    db,
  );
}
