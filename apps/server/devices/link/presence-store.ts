import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export async function beat(db: Db, instanceId: string): Promise<void> {
  await sql`insert into ingest_instances (id) values (${instanceId})
    on conflict (id) do update set seen_at = now()`.execute(db);
}

export async function endInstance(db: Db, instanceId: string): Promise<void> {
  await sql`delete from ingest_instances where id = ${instanceId}`.execute(db);
}

export async function holdBinding(db: Db, instanceId: string, bindingNumber: number): Promise<void> {
  await sql`insert into connected_bindings (binding, instance_id) values (${bindingNumber}, ${instanceId})
    on conflict (binding) do update set instance_id = excluded.instance_id`.execute(db);
}

/** Whether this process still held it: a terminal that moved is reported by its new process. */
export async function dropBindingOf(db: Db, instanceId: string, bindingNumber: number): Promise<boolean> {
  const gone = await sql`delete from connected_bindings
    where binding = ${bindingNumber} and instance_id = ${instanceId} returning binding`.execute(db);
  return gone.rows.length > 0;
}

export interface Abandoned {
  bindingNumber: number;
  /** Last heartbeat of the process that held the connection. */
  seenMs: number;
}

/**
 * Terminals marked online whose process is unknown or silent for `silentSeconds`. With 0 every other process counts
 * as dead.
 */
export async function abandonedBindings(db: Db, instanceId: string, silentSeconds: number): Promise<Abandoned[]> {
  const found = await sql<Abandoned>`select t.binding as "bindingNumber",
      (extract(epoch from greatest(coalesce(i.seen_at, t.online_at, now()), t.online_at)) * 1000)::float8 as "seenMs"
    from things t left join connected_bindings c on c.binding = t.binding
      left join ingest_instances i on i.id = c.instance_id
    where t.online and c.instance_id is distinct from ${instanceId}
      and coalesce(i.seen_at, t.online_at, '-infinity') <= now() - make_interval(secs => ${silentSeconds})
    order by t.binding`.execute(db);
  return found.rows;
}

export async function deleteAbandoned(db: Db, instanceId: string, bindings: readonly number[]): Promise<void> {
  await sql`delete from connected_bindings where binding = any(${[...bindings]}::int[])
    and instance_id <> ${instanceId}`.execute(db);
  await sql`delete from ingest_instances i where i.id <> ${instanceId} and i.seen_at < now() - interval '1 day'`.execute(
    db,
  );
}
