import type { Inbox, InboxRule } from "@canopy/contract/files/inbox";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { InboxDevice } from "./match-device.ts";

type InboxRow = Pick<Inbox, "looked_time" | "message_code" | "skipped">;

export async function inboxOf(db: Db, tenantId: string): Promise<InboxRow> {
  const found = await sql<InboxRow>`select (extract(epoch from looked_at) * 1000)::bigint as looked_time, message_code,
      skipped from inboxes where tenant_id = ${tenantId}`.execute(db);
  return found.rows[0] ?? { looked_time: null, message_code: null, skipped: 0 };
}

export async function rulesOf(db: Db, tenantId: string): Promise<(InboxRule & { userId: string })[]> {
  const found = await sql<
    InboxRule & { userId: string }
  >`select pattern, things_id, is_analysed as "analyse", user_id as "userId"
    from inbox_rules where tenant_id = ${tenantId} order by place`.execute(db);
  return found.rows;
}

/** All of them; files that matched nothing are looked at anew. In a transaction. */
export async function replaceRules(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: string },
  rules: readonly InboxRule[],
): Promise<void> {
  await sql`insert into inboxes (tenant_id) values (${tenantId}) on conflict do nothing`.execute(db);
  // Two managers at once do not mix their lists.
  await sql`select 1 from inboxes where tenant_id = ${tenantId} for update`.execute(db);
  await sql`delete from inbox_rules where tenant_id = ${tenantId}`.execute(db);
  await sql`insert into inbox_rules (tenant_id, place, pattern, things_id, is_analysed, user_id)
    select ${tenantId}, r.place, r.pattern, r.things_id, r."analyse", ${userId}
    from jsonb_to_recordset(${JSON.stringify(rules.map((rule, place) => ({ ...rule, place })))}::jsonb)
      as r (place smallint, pattern text, things_id uuid, "analyse" boolean)`.execute(db);
  await sql`update inbox_files set state = 'waiting', message_code = null, detail = '', changed_at = now()
    where tenant_id = ${tenantId} and state = 'unmatched'`.execute(db);
}

export async function devicesOf(db: Db, tenantId: string): Promise<InboxDevice[]> {
  const found = await sql<InboxDevice>`select id as "thingsId", third_things_id as "deviceId", name from things
    where tenant_id = ${tenantId}`.execute(db);
  return found.rows;
}

/** Of all tenants: those with rules that nobody has looked at for so long; from now on this process does. */
export async function claimLooks(db: Db, everyMs: number): Promise<string[]> {
  const claimed = await sql<{ tenantId: string }>`update inboxes i set looked_at = now()
    where (i.looked_at is null or i.looked_at <= now() - ${everyMs} * interval '1 millisecond')
      and exists (select 1 from inbox_rules r where r.tenant_id = i.tenant_id)
    returning i.tenant_id as "tenantId"`.execute(db);
  return claimed.rows.map(({ tenantId }) => tenantId);
}

export async function noteLook(
  db: Db,
  tenantId: string,
  { skipped, code }: { skipped: number; code: string | null },
): Promise<void> {
  await sql`update inboxes set skipped = ${skipped}, message_code = ${code} where tenant_id = ${tenantId}`.execute(db);
}

export interface InboxCounts {
  readonly done: number;
  readonly failed: number;
  readonly unmatched: number;
}

/** When something is under way, not more often than this. */
const TELL_MINUTES = 10;

/** Files whose end nobody was told of, which are told of now. In a transaction. */
export async function takeUntold(db: Db, tenantId: string): Promise<InboxCounts | undefined> {
  const due = await sql`update inboxes i set told_at = now() where tenant_id = ${tenantId}
    and exists (select 1 from inbox_files f where f.tenant_id = i.tenant_id and not f.is_told
      and f.state in ('done', 'failed', 'unmatched'))
    and (i.told_at < now() - ${TELL_MINUTES} * interval '1 minute'
      or not exists (select 1 from inbox_files f where f.tenant_id = i.tenant_id
        and f.state in ('waiting', 'taking', 'taken', 'analysing')))
    returning 1`.execute(db);
  if (due.rows.length === 0) return undefined;
  const told = await sql<{ state: keyof InboxCounts }>`update inbox_files set is_told = true
    where tenant_id = ${tenantId} and not is_told and state in ('done', 'failed', 'unmatched')
    returning state`.execute(db);
  const count = (state: keyof InboxCounts) => told.rows.filter((row) => row.state === state).length;
  return { done: count("done"), failed: count("failed"), unmatched: count("unmatched") };
}
