import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** Whose objects. */
export interface TaskOf {
  readonly tenantId: string;
  readonly id: string;
}

export interface TransferObject {
  readonly name: string;
  readonly tenantId: string;
  /** Null: a made file. */
  readonly offset: number | null;
}

/** Before the object: what a killed process has sent of it is found by its row. */
export async function insertObject(db: Db, task: TaskOf, name: string, offset: number | null): Promise<void> {
  await sql`insert into transfer_objects (name, tenant_id, task_id, file_offset)
    values (${name}, ${task.tenantId}, ${task.id}, ${offset})
    on conflict (name) do update set created_at = now()`.execute(db);
}

/** Pieces of a log are in their order. */
export async function objectsOf(db: Db, { tenantId, id }: TaskOf): Promise<TransferObject[]> {
  const found = await sql<TransferObject>`select name, tenant_id as "tenantId", file_offset as "offset"
    from transfer_objects where tenant_id = ${tenantId} and task_id = ${id} order by file_offset`.execute(db);
  return found.rows;
}

/** After the object. */
export async function deleteObject(db: Db, { tenantId, name }: TransferObject): Promise<void> {
  await sql`delete from transfer_objects where tenant_id = ${tenantId} and name = ${name}`.execute(db);
}

/**
 * Of all tenants: made files that no task has any more and no job makes, and pieces of logs that nobody needs. One of a
 * task that was deleted just now may still be on its way.
 */
export async function needlessObjects(db: Db, limit: number): Promise<TransferObject[]> {
  const found = await sql<TransferObject>`select o.name, o.tenant_id as "tenantId", o.file_offset as "offset"
    from transfer_objects o where o.created_at < now() - interval '1 hour'
      and not exists (select from download_tasks t left join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id
        where t.tenant_id = o.tenant_id and t.id = o.task_id
          and (t.file = o.name or j.state in ('queued', 'running')))
      and not exists (select from import_tasks t left join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id
        where t.tenant_id = o.tenant_id and t.id = o.task_id and t.cancelled_at is null
          and t.updated_at > now() - interval '7 days' and not (t.state = 'importing' and j.state = 'done'))
    order by o.created_at limit ${limit}`.execute(db);
  return found.rows;
}
