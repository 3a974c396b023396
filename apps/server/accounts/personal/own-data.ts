import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { findProfile, type Whose } from "./profile-store.ts";

/** ACC-26: what the product knows of a person, but for secrets. */
export async function ownData(db: Db, whose: Whose): Promise<string> {
  const { tenantId, userId } = whose;
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  const data = {
    exported_at: new Date().toISOString(),
    profile: await findProfile(db, whose),
    sessions: await rows(sql`select id, address, agent, created_at, last_seen_at, expires_at from sessions
      where tenant_id = ${tenantId} and user_id = ${userId} order by created_at`),
    access_tokens:
      await rows(sql`select id, name, scope, devices, created_at, expires_at, last_used_at from access_tokens
      where tenant_id = ${tenantId} and user_id = ${userId} order by created_at`),
    device_rights: await rows(sql`select things_id, level, from_at::text, until_at::text from device_levels
      where tenant_id = ${tenantId} and user_id = ${userId} order by from_at`),
    attributes: await rows(sql`select * from user_attributes
      where tenant_id = ${tenantId} and user_id = ${userId}`),
    messages: await rows(sql`select title, content, type, sent_at, read_at from user_messages
      where tenant_id = ${tenantId} and user_id = ${userId} order by sent_at`),
    operations: await rows(sql`select at, operation, objects, status, error_code, address, agent from operation_log
      where chain = ${tenantId} and user_id = ${userId} order by seq`),
  };
  return JSON.stringify(data, null, 2);
}

export interface Closing {
  readonly sessions: number;
  readonly tokens: number;
  readonly sub_users: number;
  readonly devices: number;
}

/** Of a primary account all of its tenant, of a sub-user its own. */
export async function countClosing(db: Db, { tenantId, userId }: Whose, isSub: boolean): Promise<Closing> {
  const whose = isSub ? sql`tenant_id = ${tenantId} and user_id = ${userId}` : sql`tenant_id = ${tenantId}`;
  const found = await sql<Closing>`select
    (select count(*)::int from sessions where ${whose}) as sessions,
    (select count(*)::int from access_tokens where ${whose}) as tokens,
    (select count(*)::int from users where tenant_id = ${tenantId} and role = 'sub' and not ${isSub}) as sub_users,
    (select count(*)::int from things where tenant_id = ${tenantId} and not ${isSub}) as devices`.execute(db);
  return found.rows[0] ?? { sessions: 0, tokens: 0, sub_users: 0, devices: 0 };
}
