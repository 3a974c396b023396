import type { ALL_SESSION_ORDERS } from "@canopy/contract/accounts/operating";
import { SESSION_IDLE_MS, SESSION_MAX_MS } from "@canopy/contract/accounts/rules";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import { type Ordered, orderedBy } from "../platform/postgres/order-by.ts";
import { PREPARED } from "../platform/postgres/prepared.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { contains, type Page } from "./tenant-store.ts";

export interface NewSession {
  tenantId: string;
  userId: string;
  tokenHash: Buffer;
  ujwtHash: Buffer;
  role: Caller["role"];
  tenantLevel: Caller["tenantLevel"];
  remember: boolean;
  address: string;
  agent: string;
  /** The session that opens it, with which it ends; absent: somebody signed in. */
  parentId?: string | undefined;
}

/** Undefined: its parent has ended. What children open is the parent's too: no chain of them lasts longer than it. */
export async function insertSession(db: Db, session: NewSession): Promise<string | undefined> {
  const { parentId = null } = session;
  const made = await sql<{ id: string }>`
    insert into sessions (tenant_id, user_id, token_hash, ujwt_hash, role, tenant_level, remember, address, agent,
      expires_at, parent_id)
    select ${session.tenantId}, ${session.userId}, ${session.tokenHash}, ${session.ujwtHash}, ${session.role},
      ${session.tenantLevel}, ${session.remember}, ${session.address}, ${session.agent},
      least(now() + ${SESSION_MAX_MS} * interval '1 millisecond', p.expires_at), coalesce(p.parent_id, p.id)
    from (select 1) one left join sessions p on p.id = ${parentId}
    where ${parentId}::uuid is null or p.id is not null
    returning id`.execute(db);
  return made.rows[0]?.id;
}

/** USR-04: 30 days at most, and 12 idle hours unless the user asked to be remembered. */
const ALIVE = sql`s.expires_at > now()
  and (s.remember or s.last_seen_at > now() - ${SESSION_IDLE_MS} * interval '1 millisecond')`;

/** The callers of session tokens, by the hash in hex. A token says which tenant; no caller could. */
export async function findSessionCallers(
  db: Db,
  tokenHashes: readonly Buffer[],
  { isUse }: { readonly isUse: boolean },
): Promise<Map<string, Caller>> {
  const found = await sql<Omit<Caller, "scope" | "devices"> & { hash: Buffer; stale: boolean }>`${PREPARED}
    select s.token_hash as hash, s.id as "sessionId", s.user_id as "userId", s.tenant_id as "tenantId",
      u.name as "userName", s.role, s.tenant_level as "tenantLevel",
      s.last_seen_at < now() - interval '1 minute' as stale
    from sessions s join users u on u.id = s.user_id join tenants t on t.id = s.tenant_id
    where s.token_hash = any(${[...tokenHashes]}::bytea[]) and t.state = 'active' and ${ALIVE}`.execute(db);
  // A minute is precise enough for the idle time, and spares a write per call.
  const idle = found.rows.filter(({ stale }) => stale).map(({ sessionId }) => sessionId);
  // Who uses what a session opened, uses it.
  if (isUse && idle.length > 0)
    await sql`update sessions set last_seen_at = now() where id = any(${idle}::uuid[])
      or id in (select parent_id from sessions where id = any(${idle}::uuid[]))`.execute(db);
  return new Map(
    found.rows.map(({ hash, stale: _, ...caller }) => [
      hash.toString("hex"),
      { ...caller, scope: "read-write", devices: null },
    ]),
  );
}

/** Whose session a ujwt belongs to; it opens hand-over calls only (design §8). */
export async function findUjwtOwner(
  db: Db,
  ujwtHash: Buffer,
): Promise<{ tenantId: string; userId: string; sessionId: string } | undefined> {
  const found = await sql<{ tenantId: string; userId: string; sessionId: string }>`
    select s.tenant_id as "tenantId", s.user_id as "userId", s.id as "sessionId"
    from sessions s join tenants t on t.id = s.tenant_id
    where s.ujwt_hash = ${ujwtHash} and t.state = 'active' and ${ALIVE}`.execute(db);
  return found.rows[0];
}

/** Ends one session of a user, with those that it opened; false where it has none of this id. */
export async function deleteSessionOf(db: Db, tenantId: string, userId: string, sessionId: string): Promise<boolean> {
  const gone = await sql`delete from sessions
    where tenant_id = ${tenantId} and user_id = ${userId} and id = ${sessionId} returning 1`.execute(db);
  return gone.rows.length > 0;
}

export interface SessionRow {
  id: string;
  address: string;
  agent: string;
  created_time: number;
  last_seen_time: number;
  expires_time: number;
}

const TIMES = sql`(extract(epoch from s.created_at) * 1000)::bigint as created_time,
  (extract(epoch from s.last_seen_at) * 1000)::bigint as last_seen_time`;

export async function listSessionsOf(db: Db, tenantId: string, userId: string): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`
    select s.id, s.address, s.agent, ${TIMES}, (extract(epoch from s.expires_at) * 1000)::bigint as expires_time
    from sessions s where s.tenant_id = ${tenantId} and s.user_id = ${userId} and ${ALIVE}
    order by s.last_seen_at desc`.execute(db);
  return found.rows;
}

export interface AnySessionRow extends Omit<SessionRow, "expires_time"> {
  tenant_name: string;
  user_name: string;
}

type SessionOrder = (typeof ALL_SESSION_ORDERS)[number];
const SESSION_COLUMNS: Readonly<Record<SessionOrder, RawBuilder<unknown>>> = {
  user_name: sql`lower(u.name)`,
  tenant_name: sql`lower(t.name)`,
  address: sql`s.address`,
  created_time: sql`s.created_at`,
  last_seen_time: sql`s.last_seen_at`,
};

/** Sessions of all tenants, for the system manager. */
export async function listAllSessionRows(
  db: Db,
  page: Page & Ordered<SessionOrder>,
): Promise<{ list: AnySessionRow[]; total: number }> {
  const found = await sql<AnySessionRow & { total: number }>`
    select s.id, t.name as tenant_name, u.name as user_name, s.address, s.agent, ${TIMES}, count(*) over () as total
    from sessions s join users u on u.id = s.user_id join tenants t on t.id = s.tenant_id
    where ${ALIVE} and (u.name ilike ${contains(page.keyword)} or t.name ilike ${contains(page.keyword)})
    order by ${orderedBy(SESSION_COLUMNS, page, sql`s.last_seen_at desc, s.id`)}
    limit ${page.page_size} offset ${(page.current_page - 1) * page.page_size}`.execute(db);
  return { list: found.rows, total: found.rows[0]?.total ?? 0 };
}

/** Rows of sessions that ended long ago are of no use to anyone. */
export async function removeDeadSessions(db: Db): Promise<void> {
  await sql`delete from sessions s where not (${ALIVE})`.execute(db);
}
