import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export async function beat(db: Db, instanceId: string): Promise<void> {
  await sql`insert into ingest_instances (id) values (${instanceId})
    on conflict (id) do update set seen_at = now()`.execute(db);
}

export async function endInstance(db: Db, instanceId: string): Promise<void> {
  await sql`delete from ingest_instances where id = ${instanceId}`.execute(db);
}

export interface PresenceReport {
  readonly bindingNumber: number;
  readonly online: boolean;
  readonly atMs: number;
}

/**
 * Reports of several bindings, each once: connections of this process, presence, and a line in the device's log where it
 * changed (DEV-07). Gives the bindings that the reports were about; the end of a connection that another process took
 * over is not.
 */
export async function writePresence(
  db: Db,
  instanceId: string,
  reports: readonly PresenceReport[],
): Promise<readonly PresenceReport[]> {
  // In one order, so that two processes wait for each other and never block both.
  const ordered = reports.toSorted((a, b) => a.bindingNumber - b.bindingNumber);
  return db.transaction().execute(async (transaction) => {
    const dropped = await dropBindings(transaction, instanceId, numbersOf(ordered, false));
    await holdBindings(transaction, instanceId, numbersOf(ordered, true));
    const valid = ordered.filter(({ bindingNumber, online }) => online || dropped.has(bindingNumber));
    await storePresence(transaction, valid);
    return valid;
  });
}

const numbersOf = (reports: readonly PresenceReport[], online: boolean): number[] =>
  reports.filter((report) => report.online === online).map(({ bindingNumber }) => bindingNumber);

async function holdBindings(db: Db, instanceId: string, bindings: readonly number[]): Promise<void> {
  if (bindings.length === 0) return;
  await sql`insert into connected_bindings (binding, instance_id) select unnest(${bindings}::int[]), ${instanceId}::uuid
    on conflict (binding) do update set instance_id = excluded.instance_id`.execute(db);
}

/** Those that this process still held: a terminal that moved is reported by its new process. */
async function dropBindings(db: Db, instanceId: string, bindings: readonly number[]): Promise<ReadonlySet<number>> {
  if (bindings.length === 0) return new Set();
  const gone = await sql<{ binding: number }>`delete from connected_bindings
    where binding = any(${bindings}::int[]) and instance_id = ${instanceId} returning binding`.execute(db);
  return new Set(gone.rows.map(({ binding }) => binding));
}

/** The end of an old connection, told late, does not end the new one. */
export async function storePresence(db: Db, reports: readonly PresenceReport[]): Promise<void> {
  if (reports.length === 0) return;
  await sql`with told as (
      select binding, online, to_timestamp(at_ms / 1000.0) as at
      from unnest(${reports.map(({ bindingNumber }) => bindingNumber)}::int[],
        ${reports.map(({ online }) => online)}::boolean[], ${reports.map(({ atMs }) => atMs)}::float8[])
        as r (binding, online, at_ms)
    ), known as materialized (
      select t.id from things t where t.binding = any(${reports.map(({ bindingNumber }) => bindingNumber)}::int[])
      order by t.binding for update
    ), changed as (
      update things t set online = r.online,
        online_at = case when r.online then r.at else t.online_at end,
        offline_at = case when r.online then t.offline_at else r.at end
      from told r, known k
      where t.binding = r.binding and k.id = t.id and t.online <> r.online
        and r.at >= coalesce(greatest(t.online_at, t.offline_at), '-infinity')
      returning t.tenant_id, t.id, r.online, r.at
    )
    insert into device_log (tenant_id, things_id, kind, content, at)
    select tenant_id, id, case when online then 'online' else 'offline' end, '{}', at from changed`.execute(db);
}

/**
 * The terminal of a device is taken from it: what is online goes offline, in its log too. The report of the connection's
 * end comes under a binding that is not this device's any more, or of a device that is offline already.
 */
export async function endPresence(db: Db, tenantId: string, thingsId: string, atMs: number): Promise<void> {
  await sql`with changed as (
      update things set online = false, offline_at = greatest(online_at, to_timestamp(${atMs} / 1000.0))
      where tenant_id = ${tenantId} and id = ${thingsId} and online
      returning tenant_id, id, offline_at
    )
    insert into device_log (tenant_id, things_id, kind, content, at)
    select tenant_id, id, 'offline', '{}', offline_at from changed`.execute(db);
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
