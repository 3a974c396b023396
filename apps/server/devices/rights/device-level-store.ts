import type { Level } from "@canopy/contract/platform/endpoint";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** USR-04: a session has the rights of its beginning, a personal access token those of now. */
function rightsTime(caller: Caller): RawBuilder<unknown> {
  if (caller.sessionId === null) return sql`now()`;
  return sql`(select s.created_at from sessions s where s.id = ${caller.sessionId})`;
}

/** Whether the row `l` of levels is this user's at that time. */
export function holds(userId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`l.user_id = ${userId} and l.from_at <= ${at} and l.until_at > ${at}`;
}

const holdsFor = (caller: Caller) => sql`l.things_id = t.id and ${holds(sql`${caller.userId}`, rightsTime(caller))}`;

/** The sub-user's granted level on the device `t`, as a scalar; null where there is none. */
function granted(caller: Caller): RawBuilder<Level | null> {
  return sql<Level | null>`(select l.level from device_levels l where ${holdsFor(caller)})`;
}

function withinToken(caller: Caller): RawBuilder<boolean> {
  return caller.devices ? sql<boolean>`t.third_things_id = any(${[...caller.devices]}::text[])` : sql<boolean>`true`;
}

/** The caller's level on the device `t` of its tenant: `write`, `read` or `none`. */
export function levelOn(caller: Caller): RawBuilder<Level | "none"> {
  const level = caller.role === "sub" ? sql`coalesce(${granted(caller)}, 'none')` : sql`'write'`;
  const withinScope = caller.scope === "read" ? sql`case ${level} when 'write' then 'read' else ${level} end` : level;
  return sql<Level | "none">`case when ${withinToken(caller)} then ${withinScope} else 'none' end`;
}

/** Whether the caller may read the device `t` of its tenant; for lists. */
export function mayRead(caller: Caller): RawBuilder<boolean> {
  if (caller.role !== "sub") return withinToken(caller);
  return sql<boolean>`(${withinToken(caller)}
    and exists (select 1 from device_levels l where ${holdsFor(caller)}))`;
}

/** The levels on these devices; devices of other tenants are absent. */
export async function deviceLevels(
  db: Db,
  caller: Caller,
  thingsIds: readonly string[],
): Promise<ReadonlyMap<string, Level | "none">> {
  const found = await sql<{ id: string; level: Level | "none" }>`
    select t.id, ${levelOn(caller)} as level from things t
    where t.tenant_id = ${caller.tenantId} and t.id = any(${[...thingsIds]}::uuid[])`.execute(db);
  return new Map(found.rows.map(({ id, level }) => [id, level]));
}

/** The caller's highest level on any device of its tenant; the alphabet happens to order the levels. */
export async function highestDeviceLevel(db: Db, caller: Caller): Promise<Level | "none"> {
  if (caller.role !== "sub") return "write";
  const found = await sql<{ level: Level | "none" }>`select ${levelOn(caller)} as level from things t
    where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)} order by level desc limit 1`.execute(db);
  return found.rows[0]?.level ?? "none";
}

/** The levels of a session that would begin now. */
export async function levelsOfUser(db: Db, tenantId: string, userId: string): Promise<Map<string, Level>> {
  const found = await sql<{ id: string; level: Level }>`select things_id as id, level from device_levels
    where tenant_id = ${tenantId} and user_id = ${userId} and until_at = 'infinity'`.execute(db);
  return new Map(found.rows.map(({ id, level }) => [id, level]));
}

/** Replaces a user's levels from the next sign-in on. */
export async function replaceLevels(
  db: Db,
  tenantId: string,
  userId: string,
  wanted: ReadonlyMap<string, Level>,
): Promise<void> {
  const [ids, levels] = [[...wanted.keys()], [...wanted.values()]];
  const asked = sql`unnest(${ids}::uuid[], ${levels}::text[]) as w (things_id, level)`;
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 3))`.execute(transaction);
    // One moment for the end and the beginning: a sign-in falls on either side of it.
    const clock = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(transaction);
    const at = clock.rows[0]?.at ?? null;
    // Unchanged rows stay as they are, so that a level is as old as its grant.
    await sql`update device_levels l set until_at = ${at}
      where l.tenant_id = ${tenantId} and l.user_id = ${userId} and l.until_at = 'infinity'
        and not exists (select 1 from ${asked} where w.things_id = l.things_id and w.level = l.level)`.execute(
      transaction,
    );
    await sql`insert into device_levels (tenant_id, user_id, things_id, level, from_at)
      select ${tenantId}, ${userId}, w.things_id, w.level, ${at}::timestamptz from ${asked}
      where exists (select 1 from things t where t.tenant_id = ${tenantId} and t.id = w.things_id)
        and not exists (select 1 from device_levels l
          where l.user_id = ${userId} and l.things_id = w.things_id and l.until_at = 'infinity')`.execute(transaction);
  });
}

/** The creator of a device may use it at once: the grant also covers sessions that began earlier. */
export async function grantToCreator(db: Db, caller: Caller, thingsId: string): Promise<void> {
  if (caller.role !== "sub") return;
  await sql`insert into device_levels (tenant_id, user_id, things_id, level, from_at)
    values (${caller.tenantId}, ${caller.userId}, ${thingsId}, 'write', '-infinity')`.execute(db);
}

/** Levels that ended before any living session began (30 days at most) mean nothing to anyone. */
export async function removeOldLevels(db: Db): Promise<void> {
  await sql`delete from device_levels where until_at < now() - interval '31 days'`.execute(db);
}
