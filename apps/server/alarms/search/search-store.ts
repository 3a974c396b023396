import type { RuleScope } from "@canopy/contract/alarms/rule-content";
import type { AlarmSearch, FoundDevice, SearchRequest } from "@canopy/contract/alarms/search";
import { sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Devices of the scope that the caller may read, `most` at most. */
export async function readableDevices(db: Db, caller: Caller, scope: RuleScope, most: number): Promise<string[]> {
  const [kind, id] = scope.kind === "all" ? ["all", null] : [scope.kind, scope.id];
  const found = await sql<{ id: string }>`select t.id from things t
    where t.tenant_id = ${caller.tenantId} and t.binding is not null and ${mayRead(caller)}
      and (${kind} = 'all' or (${kind} = 'device' and t.id = ${id}) or (${kind} = 'type' and t.info_model_id = ${id})
        or (${kind} = 'label' and exists (select 1 from thing_labels x where x.things_id = t.id and x.label_id = ${id})))
    order by t.name, t.id limit ${most}`.execute(db);
  return found.rows.map((row) => row.id);
}

interface NewSearch {
  readonly id: string;
  readonly jobId: string;
  readonly request: SearchRequest;
  readonly thingsIds: readonly string[];
}

export async function insertSearch(db: Db, { tenantId, userId }: Owner, made: NewSearch): Promise<void> {
  await sql`insert into alarm_searches (id, tenant_id, user_id, job_id, request, things_ids)
    values (${made.id}, ${tenantId}, ${userId}, ${made.jobId}, ${safeJson(made.request)}::jsonb,
      ${[...made.thingsIds]}::uuid[])`.execute(db);
}

type Owner = Pick<Caller, "tenantId" | "userId">;

export async function runningSearches(db: Db, { tenantId, userId }: Owner): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count
    from alarm_searches s join jobs j on j.id = s.job_id and j.tenant_id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.user_id = ${userId} and j.state in ('queued', 'running')`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** A search of the caller's own, with what it has found on devices that the caller may still read. */
export async function findSearch(
  db: Db,
  caller: Caller,
  id: string,
): Promise<(Omit<AlarmSearch, "total"> & { readonly job_id: string }) | undefined> {
  const found = await sql<Omit<AlarmSearch, "total"> & { job_id: string }>`select s.id as search_id, s.job_id, j.state,
      j.message_code, s.request, cardinality(s.things_ids) as devices,
      (extract(epoch from s.created_at) * 1000)::bigint as created_time,
      (select count(*) from alarm_search_rows r where r.search_id = s.id) as searched,
      (select coalesce(jsonb_agg('{"sent": {}, "held": {}}'::jsonb || r.found || jsonb_build_object('things_id', t.id, 'device_name', t.name)
          order by t.name, t.id), '[]')
        from alarm_search_rows r join things t on t.id = r.things_id and t.tenant_id = s.tenant_id
        where r.search_id = s.id and r.found is not null and ${mayRead(caller)}) as list
    from alarm_searches s join jobs j on j.id = s.job_id and j.tenant_id = s.tenant_id
    where s.tenant_id = ${caller.tenantId} and s.user_id = ${caller.userId} and s.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Whether a token that is limited to devices may use all that the search covers (USR-09). */
export async function isWithinToken(db: Db, { tenantId, devices }: Caller, id: string): Promise<boolean> {
  if (devices === null) return true;
  const other =
    await sql`select from alarm_searches s join things t on t.tenant_id = s.tenant_id and t.id = any(s.things_ids)
    where s.tenant_id = ${tenantId} and s.id = ${id} and t.third_things_id <> all(${[...devices]}::text[])
    limit 1`.execute(db);
  return other.rows.length === 0;
}

export interface WorkSearch {
  readonly request: SearchRequest;
  /** Those that are left to do. */
  readonly devices: readonly { readonly id: string; readonly binding: number }[];
  readonly count: number;
}

export async function findWork(db: Db, tenantId: string, id: string): Promise<WorkSearch | undefined> {
  const found = await sql<WorkSearch>`select s.request, cardinality(s.things_ids) as count,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'binding', t.binding) order by t.name, t.id), '[]')
        from things t where t.tenant_id = s.tenant_id and t.id = any(s.things_ids) and t.binding is not null
          and not exists (select from alarm_search_rows r where r.search_id = s.id and r.things_id = t.id)) as devices
    from alarm_searches s where s.tenant_id = ${tenantId} and s.id = ${id}`.execute(db);
  return found.rows[0];
}

/** `found` null: nothing. A device that went meanwhile is left out. */
export async function addFound(
  db: Db,
  tenantId: string,
  id: string,
  thingsId: string,
  found: FoundDevice | null,
): Promise<void> {
  await sql`insert into alarm_search_rows (search_id, things_id, found)
    select s.id, t.id, ${found && safeJson(found)}::jsonb from alarm_searches s join things t on t.tenant_id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.id = ${id} and t.id = ${thingsId} on conflict do nothing`.execute(db);
}

export async function removeOldSearches(db: Db): Promise<void> {
  await sql`delete from alarm_searches where created_at < now() - interval '7 days'`.execute(db);
}
