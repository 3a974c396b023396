import type { CHANNELS } from "@canopy/contract/messages/outbox";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export type Channel = (typeof CHANNELS)[number];
export type OutboxState = "waiting" | "sending" | "sent" | "failed" | "unconfigured";

export interface OutgoingMessage {
  /** Null: sent by the platform itself, such as a code to a person without an account. */
  tenantId: string | null;
  channel: Channel;
  destination: string;
  subject: string;
  content: string;
  /** The secret part of the content (a code or link); only its reader may see it. */
  secret?: string;
}

export async function insertOutgoing(db: Db, message: OutgoingMessage, state: OutboxState): Promise<string> {
  const made = await sql<{ id: string }>`
    insert into outbox (tenant_id, channel, destination, subject, content, secret, state)
    values (${message.tenantId}, ${message.channel}, ${message.destination}, ${message.subject}, ${message.content},
      ${message.secret ?? null}, ${state})
    returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}

export async function markSent(db: Db, id: string): Promise<void> {
  await sql`update outbox set state = 'sent', attempts = attempts + 1, sent_at = now() where id = ${id}`.execute(db);
}

export async function markFailed(db: Db, id: string, problem: string): Promise<void> {
  await sql`update outbox set state = 'failed', attempts = attempts + 1, problem = ${problem} where id = ${id}`.execute(
    db,
  );
}

export interface OutboxRow {
  id: string;
  channel: Channel;
  destination: string;
  subject: string;
  content: string;
  secret: string | null;
  state: OutboxState;
  attempts: number;
  problem: string | null;
  created_time: number;
  sent_time: number | null;
}

interface OutboxQuery {
  current_page: number;
  page_size: number;
  channel?: Channel | undefined;
  keyword: string;
}

/** Covers all tenants: the outbox belongs to the operator. */
export async function listOutboxRows(db: Db, query: OutboxQuery): Promise<{ list: OutboxRow[]; total: number }> {
  const pattern = `%${query.keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const found = await sql<OutboxRow & { total: number }>`
    select id, channel, destination, subject, content, secret, state, attempts, problem,
      (extract(epoch from created_at) * 1000)::bigint as created_time,
      (extract(epoch from sent_at) * 1000)::bigint as sent_time, count(*) over () as total
    from outbox where (${query.channel ?? null}::text is null or channel = ${query.channel ?? null})
      and (destination ilike ${pattern} or subject ilike ${pattern})
    order by created_at desc, id limit ${query.page_size} offset ${(query.current_page - 1) * query.page_size}`.execute(
    db,
  );
  return { list: found.rows, total: found.rows[0]?.total ?? 0 };
}

export async function getOutgoingContent(db: Db, id: string): Promise<string | undefined> {
  const found = await sql<{ content: string }>`select content from outbox where id = ${id}`.execute(db);
  return found.rows[0]?.content;
}
