import { sql } from "kysely";
import { holds } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** A caller and its watched devices. */
export interface Watched {
  readonly caller: Caller;
  readonly thingsIds: readonly string[];
}

/** The binding of each device by its id. */
export type Bindings = ReadonlyMap<string, number>;

/** Callers as rows `c`, each with the time that its rights refer to (USR-04). */
function rowsOf(watched: readonly Watched[]) {
  const rows = watched.map(({ caller, thingsIds }, n) => ({
    n,
    tenant: caller.tenantId,
    holder: caller.userId,
    session: caller.sessionId,
    is_sub: caller.role === "sub",
    devices: caller.devices,
    things: thingsIds,
  }));
  return sql`(select r.*, coalesce((select s.created_at from sessions s where s.id = r.session), now()) as at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (n int, tenant uuid, holder uuid, session uuid,
      is_sub boolean, devices text[], things uuid[])) c`;
}

const WITHIN_TOKEN = sql`(c.devices is null or t.third_things_id = any(c.devices))`;
const HOLDS = holds(sql`c.holder`, sql`c.at`);

/** The readable ones among each caller's watched devices: one statement for all callers. */
export async function readableWatched(db: Db, watched: readonly Watched[]): Promise<Bindings[]> {
  const found = await sql<{ n: number; id: string; binding: number }>`select c.n, t.id, t.binding
    from ${rowsOf(watched)} cross join lateral unnest(c.things) as w (id)
    join things t on t.tenant_id = c.tenant and t.id = w.id
    where ${WITHIN_TOKEN} and (not c.is_sub
      or exists (select from device_levels l where l.things_id = t.id and ${HOLDS}))`.execute(db);
  const bindings = watched.map(() => new Map<string, number>());
  for (const { n, id, binding } of found.rows) bindings[n]?.set(id, binding);
  return bindings;
}

/** The readable devices of each caller that may not read its whole tenant. */
export async function readableByAll(db: Db, callers: readonly Caller[]): Promise<ReadonlySet<string>[]> {
  const rows = rowsOf(callers.map((caller) => ({ caller, thingsIds: [] })));
  const found = await sql<{ n: number; id: string }>`with c as materialized (select * from ${rows})
    select c.n, t.id from c join device_levels l on c.is_sub and ${HOLDS}
      join things t on t.tenant_id = c.tenant and t.id = l.things_id where ${WITHIN_TOKEN}
    union all
    select c.n, t.id from c join things t on t.tenant_id = c.tenant and t.third_things_id = any(c.devices)
      where not c.is_sub`.execute(db);
  const readable = callers.map(() => new Set<string>());
  for (const { n, id } of found.rows) readable[n]?.add(id);
  return readable;
}
