import {
  type MessageType,
  MOST_MESSAGES,
  READ_STATUS,
  type REMINDER,
  type UserMessage,
} from "@canopy/contract/messages/messages";
import type { Language, Text } from "@canopy/contract/platform/language";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export interface NewUserMessage {
  readonly title: Text;
  readonly content: Text;
  readonly type: MessageType;
  readonly reminderMode: (typeof REMINDER)[keyof typeof REMINDER];
  /** A path in the web app. */
  readonly link: string | null;
}

export interface Recipient {
  readonly tenantId: string;
  readonly userId: string;
}

/** One row per recipient; a user's oldest messages beyond the limit are deleted. */
export async function insertUserMessages(
  db: Db,
  recipients: readonly Recipient[],
  { title, content, type, reminderMode, link }: NewUserMessage,
): Promise<void> {
  const userIds = recipients.map(({ userId }) => userId);
  await sql`
    insert into user_messages (tenant_id, user_id, title, content, type, reminder_mode, link)
    select r.tenant_id, r.user_id, ${JSON.stringify(title)}::jsonb, ${JSON.stringify(content)}::jsonb, ${type},
      ${reminderMode}, ${link}
    from unnest(${recipients.map(({ tenantId }) => tenantId)}::uuid[], ${userIds}::uuid[]) as r (tenant_id, user_id)`.execute(
    db,
  );
  await sql`
    delete from user_messages m using (
      select id, row_number() over (partition by user_id order by sent_at desc, id) as place
      from user_messages where user_id = any(${userIds}::uuid[])) n
    where m.id = n.id and n.place > ${MOST_MESSAGES}`.execute(db);
}

interface MessageQuery extends Recipient {
  readonly language: Language;
  readonly readStatus: number;
  readonly reminderMode?: number | undefined;
  readonly page: number;
  readonly size: number;
}

/** Newest first. */
export async function listUserMessages(db: Db, query: MessageQuery): Promise<{ list: UserMessage[]; total: number }> {
  const { tenantId, userId, language, readStatus, reminderMode, page, size } = query;
  const mode = reminderMode === undefined ? sql`` : sql`and reminder_mode = ${reminderMode}`;
  const status =
    readStatus === READ_STATUS.unread
      ? sql`and read_at is null`
      : readStatus === READ_STATUS.read
        ? sql`and read_at is not null`
        : readStatus === READ_STATUS.deleted
          ? sql`and false`
          : sql``;
  const condition = sql`${status} ${mode}`;
  const found = await sql<UserMessage & { total: number }>`
    select id, title->>${language} as "messageTitle", content->>${language} as "messageContent", type as "messageType",
      (extract(epoch from sent_at) * 1000)::bigint as send_time, (read_at is not null)::int as read_status,
      reminder_mode as "reminderMode", link, count(*) over () as total
    from user_messages where tenant_id = ${tenantId} and user_id = ${userId} ${condition}
    order by sent_at desc, id limit ${size} offset ${(page - 1) * size}`.execute(db);
  const list = found.rows.map(({ total: _, ...message }) => message);
  return { list, total: found.rows[0]?.total ?? (page === 1 ? 0 : await countOf(db, query, condition)) };
}

/** A page beyond the last one has no row, so the total is counted separately. */
async function countOf(db: Db, { tenantId, userId }: Recipient, condition: ReturnType<typeof sql>): Promise<number> {
  const found = await sql<{ total: number }>`select count(*)::int as total from user_messages
    where tenant_id = ${tenantId} and user_id = ${userId} ${condition}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** All of the user's messages, or one; returns the number of affected messages. */
export async function markUserMessages(
  db: Db,
  { tenantId, userId }: Recipient,
  messageId: string | undefined,
  readStatus: number,
): Promise<number> {
  const own = sql`tenant_id = ${tenantId} and user_id = ${userId}
    and (${messageId ?? null}::uuid is null or id = ${messageId ?? null}::uuid)`;
  const done =
    readStatus === READ_STATUS.deleted
      ? await sql`delete from user_messages where ${own}`.execute(db)
      : readStatus === READ_STATUS.read
        ? await sql`update user_messages set read_at = coalesce(read_at, now()) where ${own}`.execute(db)
        : await sql`update user_messages set read_at = null where ${own}`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}
