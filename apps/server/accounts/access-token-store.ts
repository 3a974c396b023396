import type { AccessToken } from "@canopy/contract/accounts/access-tokens";
import type { ALL_TOKEN_ORDERS } from "@canopy/contract/accounts/operating";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import { type Ordered, orderedBy } from "../platform/postgres/order-by.ts";
import { PREPARED } from "../platform/postgres/prepared.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { contains, type Page } from "./tenant-store.ts";

const COLUMNS = sql`a.id, a.name, a.scope, a.devices, (extract(epoch from a.created_at) * 1000)::bigint as created_time,
  (extract(epoch from a.expires_at) * 1000)::bigint as expires_time,
  (extract(epoch from a.last_used_at) * 1000)::bigint as last_used_time`;

export async function listTokensOf(db: Db, tenantId: string, userId: string): Promise<AccessToken[]> {
  const found = await sql<AccessToken>`select ${COLUMNS} from access_tokens a
    where a.tenant_id = ${tenantId} and a.user_id = ${userId} order by a.created_at desc`.execute(db);
  return found.rows;
}

export interface NewToken {
  tenantId: string;
  userId: string;
  name: string;
  tokenHash: Buffer;
  scope: AccessToken["scope"];
  devices: readonly string[] | null;
  expiresDays: number | null;
}

/** Undefined where the user has a token of this name. */
export async function insertToken(db: Db, token: NewToken): Promise<AccessToken | undefined> {
  const made = await sql<AccessToken>`
    insert into access_tokens as a (tenant_id, user_id, name, token_hash, scope, devices, expires_at)
    values (${token.tenantId}, ${token.userId}, ${token.name}, ${token.tokenHash}, ${token.scope}, ${token.devices},
      now() + ${token.expiresDays}::int * interval '1 day')
    on conflict (tenant_id, user_id, name) do nothing returning ${COLUMNS}`.execute(db);
  return made.rows[0];
}

export async function deleteTokenOf(db: Db, tenantId: string, userId: string, tokenId: string): Promise<boolean> {
  const gone = await sql`delete from access_tokens
    where tenant_id = ${tenantId} and user_id = ${userId} and id = ${tokenId} returning 1`.execute(db);
  return gone.rows.length > 0;
}

/** The callers of personal access tokens, by the hash in hex: their owners' rights as they are now, narrowed to a scope. */
export async function findTokenCallers(db: Db, tokenHashes: readonly Buffer[]): Promise<Map<string, Caller>> {
  const found = await sql<Omit<Caller, "sessionId"> & { hash: Buffer; stale: boolean }>`${PREPARED}
    select a.token_hash as hash, a.user_id as "userId", a.tenant_id as "tenantId", u.name as "userName", u.role,
      u.tenant_level as "tenantLevel", a.scope, a.devices,
      a.last_used_at is null or a.last_used_at < now() - interval '1 minute' as stale
    from access_tokens a join users u on u.id = a.user_id join tenants t on t.id = a.tenant_id
    where a.token_hash = any(${[...tokenHashes]}::bytea[]) and t.state = 'active'
      and (a.expires_at is null or a.expires_at > now())`.execute(db);
  const unused = found.rows.filter(({ stale }) => stale).map(({ hash }) => hash);
  if (unused.length > 0)
    await sql`update access_tokens set last_used_at = now() where token_hash = any(${unused}::bytea[])`.execute(db);
  return new Map(
    found.rows.map(({ hash, stale: _, ...caller }) => [hash.toString("hex"), { ...caller, sessionId: null }]),
  );
}

export interface AnyTokenRow extends Omit<AccessToken, "devices"> {
  tenant_name: string;
  user_name: string;
}

type TokenOrder = (typeof ALL_TOKEN_ORDERS)[number];
const TOKEN_COLUMNS: Readonly<Record<TokenOrder, RawBuilder<unknown>>> = {
  name: sql`lower(a.name)`,
  user_name: sql`lower(u.name)`,
  tenant_name: sql`lower(t.name)`,
  scope: sql`a.scope::text`,
  created_time: sql`a.created_at`,
  expires_time: sql`a.expires_at`,
  last_used_time: sql`a.last_used_at`,
};

/** Tokens of all tenants, for the system manager. Only their hashes are stored. */
export async function listAllTokenRows(
  db: Db,
  page: Page & Ordered<TokenOrder>,
): Promise<{ list: AnyTokenRow[]; total: number }> {
  const found = await sql<AnyTokenRow & { total: number }>`
    select ${COLUMNS}, t.name as tenant_name, u.name as user_name, count(*) over () as total
    from access_tokens a join users u on u.id = a.user_id join tenants t on t.id = a.tenant_id
    where u.name ilike ${contains(page.keyword)} or t.name ilike ${contains(page.keyword)} or a.name ilike ${contains(page.keyword)}
    order by ${orderedBy(TOKEN_COLUMNS, page, sql`a.created_at desc, a.id`)}
    limit ${page.page_size} offset ${(page.current_page - 1) * page.page_size}`.execute(db);
  return { list: found.rows, total: found.rows[0]?.total ?? 0 };
}
