import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { findProfile, type Whose } from "./profile-store.ts";

/** ACC-26: what the product knows of a person, but for secrets; one document of the archive each. */
export async function ownData(db: Db, whose: Whose): Promise<Record<string, unknown>> {
  const { tenantId, userId } = whose;
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  return {
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
    second_factor:
      await rows(sql`select totp_on as is_on, cardinality(recovery_hashes) as recovery_codes_left from users
      where tenant_id = ${tenantId} and id = ${userId}`),
    messages: await rows(sql`select title, content, type, sent_at, read_at from user_messages
      where tenant_id = ${tenantId} and user_id = ${userId} order by sent_at`),
    operations: await rows(sql`select at, operation, objects, status, error_code, address, agent from operation_log
      where chain = ${tenantId} and user_id = ${userId} order by seq`),
  };
}
