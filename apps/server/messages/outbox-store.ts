import type { CHANNELS, OUTBOX_STATES } from "@canopy/contract/messages/outbox";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { seal, unseal } from "../platform/seal.ts";
import type { Channel, Delivery, NewMessage, OutgoingMessage, Receipt, TakenMessage } from "./outgoing-message.ts";

type OutboxState = (typeof OUTBOX_STATES)[number];

const PURPOSE = "outbox target";
/** A provider's answer takes at most some seconds. */
const CLAIM_S = 60;
const FIRST_ASK_S = 10;
const ASK_FOR_S = 6 * 3600;

/** The signing secret of a webhook is encrypted under `installationSecret`. */
export async function insertOutgoing(
  db: Db,
  message: NewMessage,
  state: OutboxState,
  installationSecret?: string,
): Promise<string> {
  const { target } = message;
  if (target !== undefined && installationSecret === undefined) throw new Error("a target needs the secret");
  const sealed = target === undefined ? null : seal(installationSecret ?? "", PURPOSE, target);
  const made = await sql<{ id: string }>`
    insert into outbox (tenant_id, channel, destination, subject, content, html, secret, state, template, parameters, target,
      next_at)
    values (${message.tenantId}, ${message.channel}, ${message.destination}, ${message.subject}, ${message.content},
      ${message.html ?? null}, ${message.secret ?? null}, ${state}, ${message.template}, ${JSON.stringify(message.parameters)}, ${sealed},
      ${state === "waiting" ? sql`now()` : null})
    returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}

interface ClaimedRow {
  id: string;
  tenant_id: string | null;
  channel: Channel;
  destination: string;
  subject: string;
  content: string;
  html: string | null;
  template: OutgoingMessage["template"];
  parameters: Record<string, string>;
  target: Buffer | null;
  attempts: number;
  age_ms: number;
}

export interface ClaimedMessage {
  readonly message: OutgoingMessage;
  /** Its signing secret was sealed under another secret of the installation. */
  readonly isTargetLost: boolean;
  /** With this one. */
  readonly attempts: number;
  readonly ageMs: number;
}

/** Due messages of some channels, oldest first; those of a process that ended come again when its claim has run out. */
export async function claimDue(
  db: Db,
  installationSecret: string,
  channels: readonly Channel[],
  most: number,
): Promise<ClaimedMessage[]> {
  const claimed = await sql<ClaimedRow>`
    update outbox o set state = 'sending', attempts = attempts + 1,
      claimed_until = now() + ${CLAIM_S} * interval '1 second'
    where id in (select id from outbox where channel = any(${[...channels]}::text[])
        and ((state = 'waiting' and next_at <= now()) or (state = 'sending' and claimed_until < now()))
      order by next_at for update skip locked limit ${most})
    returning id, tenant_id, channel, destination, subject, content, html, template, parameters, target, attempts,
      (extract(epoch from now() - created_at) * 1000)::float8 as age_ms`.execute(db);
  return claimed.rows.map(({ tenant_id: tenantId, target, html, attempts, age_ms: ageMs, ...row }) => {
    const opened = target === null ? undefined : unseal(installationSecret, PURPOSE, target);
    const more = html === null ? {} : { html };
    return {
      message: { ...row, ...more, tenantId, ...(typeof opened === "string" && { target: opened }) },
      isTargetLost: target !== null && typeof opened !== "string",
      attempts,
      ageMs,
    };
  });
}

/** `sendNow` counts its only try here; the sender has counted it with its claim. */
export async function markSent(db: Db, id: string, receipt: Receipt, canAsk: boolean): Promise<void> {
  const { providerId = null, isDelivered = false } = receipt;
  const askS = canAsk && providerId !== null && !isDelivered ? FIRST_ASK_S : null;
  await sql`update outbox set state = 'sent', attempts = greatest(attempts, 1), sent_at = now(), problem = null,
    claimed_until = null, provider_id = ${providerId}, delivery = ${isDelivered ? "delivered" : "accepted"},
    delivery_problem = null, ask_at = now() + ${askS}::int * interval '1 second' where id = ${id}`.execute(db);
}

interface AskedMessage extends TakenMessage {
  readonly id: string;
  readonly channel: Channel;
}

/** Messages whose provider may know by now what became of them; others may ask in a minute, if this process ends. */
export async function claimAsked(db: Db, most: number): Promise<AskedMessage[]> {
  const found = await sql<AskedMessage>`update outbox set ask_at = now() + interval '1 minute'
    where id in (select id from outbox where ask_at <= now() order by ask_at for update skip locked limit ${most})
    returning id, channel, destination, provider_id as "providerId",
      (extract(epoch from sent_at) * 1000)::float8 as "sentAtMs"`.execute(db);
  return found.rows;
}

/** While the provider does not know, each question comes after twice the time, for some hours. */
export async function keepDelivery(db: Db, id: string, { state, problem }: Delivery): Promise<void> {
  await sql`update outbox set delivery = ${state}, delivery_problem = ${problem ?? null},
    ask_at = case when ${state} = 'accepted' and sent_at > now() - ${ASK_FOR_S} * interval '1 second'
      then now() + greatest(now() - sent_at, ${FIRST_ASK_S} * interval '1 second') end
    where id = ${id}`.execute(db);
}

export interface CallReport extends Delivery {
  /** Comes in a report of its own, before or after the other. */
  readonly reason?: string;
}

/** Of a call, by the id that its provider gave it. */
export async function keepReport(db: Db, providerId: string, report: CallReport): Promise<void> {
  const { state, problem = null, reason = null } = report;
  await sql`update outbox set delivery = ${state}, delivery_problem = case when ${state} <> 'delivered'
      then coalesce(${reason}::text, delivery_problem, ${problem}::text) end
    where channel = 'voice' and provider_id = ${providerId} and state = 'sent' and delivery <> 'delivered'`.execute(db);
}

export async function markFailed(db: Db, id: string, problem: string): Promise<void> {
  await sql`update outbox set state = 'failed', attempts = greatest(attempts, 1), problem = ${problem},
    claimed_until = null where id = ${id}`.execute(db);
}

export async function markWaiting(db: Db, id: string, problem: string, pauseMs: number): Promise<void> {
  await sql`update outbox set state = 'waiting', problem = ${problem}, claimed_until = null,
    next_at = now() + ${pauseMs} * interval '1 millisecond' where id = ${id}`.execute(db);
}

/** Of a channel without a provider: they are sent when there is one. */
export async function keepUnconfigured(db: Db, channels: readonly Channel[]): Promise<void> {
  await sql`update outbox set state = 'unconfigured', next_at = null
    where state = 'waiting' and channel = any(${[...channels]}::text[]) and template <> 'code'`.execute(db);
}

/** Codes are too old by then. */
export async function wakeUnconfigured(db: Db, channel: Channel): Promise<void> {
  await sql`update outbox set state = 'waiting', next_at = now()
    where state = 'unconfigured' and channel = ${channel} and template <> 'code'`.execute(db);
}

/** With all its tries; false: there is none that failed. */
export async function retryOutgoing(db: Db, id: string): Promise<boolean> {
  const woken = await sql`update outbox set state = 'waiting', attempts = 0, next_at = now(), created_at = now()
    where id = ${id} and state in ('failed', 'waiting', 'unconfigured') returning 1`.execute(db);
  return woken.rows.length > 0;
}

export interface OutboxRow {
  id: string;
  channel: (typeof CHANNELS)[number];
  destination: string;
  subject: string;
  content: string;
  secret: string | null;
  state: OutboxState;
  attempts: number;
  problem: string | null;
  next_time: number | null;
  created_time: number;
  sent_time: number | null;
  delivery: Delivery["state"] | null;
  delivery_problem: string | null;
  provider_id: string | null;
}

interface OutboxQuery {
  current_page: number;
  page_size: number;
  channel?: Channel | undefined;
  state?: OutboxState | undefined;
  keyword: string;
}

/** Covers all tenants: the outbox belongs to the operator. */
export async function listOutboxRows(db: Db, query: OutboxQuery): Promise<{ list: OutboxRow[]; total: number }> {
  const pattern = `%${query.keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const found = await sql<OutboxRow & { total: number }>`
    select id, channel, destination, subject, content, secret, state, attempts, problem, delivery, delivery_problem,
      provider_id,
      case when state = 'waiting' then (extract(epoch from next_at) * 1000)::bigint end as next_time,
      (extract(epoch from created_at) * 1000)::bigint as created_time,
      (extract(epoch from sent_at) * 1000)::bigint as sent_time, count(*) over () as total
    from outbox where (${query.channel ?? null}::text is null or channel = ${query.channel ?? null})
      and (${query.state ?? null}::text is null or state = ${query.state ?? null})
      and (destination ilike ${pattern} or subject ilike ${pattern})
    order by created_at desc, id limit ${query.page_size} offset ${(query.current_page - 1) * query.page_size}`.execute(
    db,
  );
  return { list: found.rows, total: found.rows[0]?.total ?? 0 };
}

/** Messages of a tenant that a channel has delivered since a time. */
export async function countSent(db: Db, tenantId: string, channel: Channel, sinceMs: number): Promise<number> {
  const found = await sql<{ sent: number }>`select count(*)::int as sent from outbox
    where tenant_id = ${tenantId} and channel = ${channel} and state = 'sent'
      and sent_at >= to_timestamp(${sinceMs} / 1000.0)`.execute(db);
  return found.rows[0]?.sent ?? 0;
}

export async function getOutgoingContent(db: Db, id: string): Promise<string | undefined> {
  const found = await sql<{ content: string }>`select content from outbox where id = ${id}`.execute(db);
  return found.rows[0]?.content;
}

/** Dead letters of each channel that has some. */
export async function deadLetters(db: Db): Promise<{ channel: Channel; failed: number }[]> {
  const found = await sql<{ channel: Channel; failed: number }>`select channel, count(*) as failed from outbox
    where state = 'failed' group by channel order by channel`.execute(db);
  return found.rows;
}
