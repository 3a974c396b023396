import type { FoundLog, ImportRequest, ImportTask } from "@canopy/contract/transfers/imports";
import { sql } from "kysely";
import type { JobState } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { type Asker, isTaskOf, type Owner, type Page } from "./download-store.ts";

type State = "uploading" | "checking" | "checked" | "importing";

export interface Import {
  readonly id: string;
  readonly tenantId: string;
  readonly thingsId: string;
  readonly bindingNumber: number;
  readonly name: string;
  readonly size: number;
  readonly received: number;
  readonly state: State;
  readonly found: FoundLog | null;
  readonly request: ImportRequest | null;
  readonly jobId: string | null;
  readonly stored: number;
  readonly repeated: number;
  readonly cancelledMs: number | null;
  readonly createdMs: number;
  readonly jobState: JobState | null;
  readonly jobProgress: number | null;
  readonly messageCode: string | null;
}

const SELECTED = sql`select t.id, t.tenant_id as "tenantId", t.things_id as "thingsId", t.binding as "bindingNumber",
    t.name, t.size, t.received, t.state, t.found, t.request, t.job_id as "jobId", t.stored, t.repeated,
    (extract(epoch from t.cancelled_at) * 1000)::bigint as "cancelledMs",
    (extract(epoch from t.created_at) * 1000)::bigint as "createdMs", j.state as "jobState",
    j.progress as "jobProgress", j.message_code as "messageCode"
  from import_tasks t left join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id`;

export interface NewImport extends Owner {
  readonly id: string;
  readonly thingsId: string;
  readonly bindingNumber: number;
  readonly name: string;
  readonly size: number;
}

export async function insertImport(db: Db, task: NewImport): Promise<void> {
  await sql`insert into import_tasks (id, tenant_id, user_id, things_id, binding, name, size)
    values (${task.id}, ${task.tenantId}, ${task.userId}, ${task.thingsId}, ${task.bindingNumber}, ${task.name},
      ${task.size})`.execute(db);
}

export async function getImport(db: Db, asker: Asker, id: string): Promise<Import | undefined> {
  const found = await sql<Import>`${SELECTED} where ${isTaskOf(asker)} and t.id = ${id}`.execute(db);
  return found.rows[0];
}

/** For the job, which knows the tenant alone. */
export async function importOfTenant(db: Db, tenantId: string, id: string): Promise<Import | undefined> {
  const found = await sql<Import>`${SELECTED} where t.tenant_id = ${tenantId} and t.id = ${id}`.execute(db);
  return found.rows[0];
}

export async function listImports(db: Db, asker: Asker, page: Page): Promise<{ list: Import[]; total: number }> {
  const { thingsId = null } = page;
  const where = sql`${isTaskOf(asker)}
    and (${thingsId}::uuid is null or t.things_id = ${thingsId})`;
  const found = await sql<Import>`${SELECTED} where ${where} order by t.created_at desc, t.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from import_tasks t
    where ${where}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Those that hold a file or a worker. */
export async function countOpenImports(db: Db, owner: Owner): Promise<number> {
  const counted = await sql<{ open: number }>`select count(*)::int as open from import_tasks t
    left join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id
    where t.tenant_id = ${owner.tenantId} and t.user_id = ${owner.userId} and t.cancelled_at is null
      and (t.state = 'uploading' or j.state in ('queued', 'running'))`.execute(db);
  return counted.rows[0]?.open ?? 0;
}

export async function setReceived(db: Db, tenantId: string, id: string, received: number): Promise<void> {
  await sql`update import_tasks set received = ${received}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export interface Step {
  readonly state: State;
  readonly received?: number;
  readonly jobId?: string;
  readonly found?: FoundLog;
  readonly request?: ImportRequest;
}

/** Of a step before this one nothing was stored. */
export async function setStep(db: Db, tenantId: string, id: string, step: Step): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`update import_tasks set state = ${step.state}, job_id = coalesce(${step.jobId ?? null}, job_id),
      received = coalesce(${step.received ?? null}, received),
      found = coalesce(${json(step.found)}::jsonb, found), request = coalesce(${json(step.request)}::jsonb, request),
      stored = 0, repeated = 0, updated_at = now() where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export interface ImportCounts {
  readonly stored: number;
  readonly repeated: number;
}

export async function countImported(
  db: Db,
  tenantId: string,
  id: string,
  { stored, repeated }: ImportCounts,
): Promise<void> {
  await sql`update import_tasks set stored = ${stored}, repeated = ${repeated}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function markImportCancelled(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update import_tasks set cancelled_at = now() where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function deleteImportRow(db: Db, owner: Owner, id: string): Promise<void> {
  await sql`delete from import_tasks
    where tenant_id = ${owner.tenantId} and user_id = ${owner.userId} and id = ${id}`.execute(db);
}

/** The same file into the same device, by another task. */
export async function isImported(db: Db, task: Import): Promise<boolean> {
  const found = await sql`select 1 from import_tasks t join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id
    where t.tenant_id = ${task.tenantId} and t.binding = ${task.bindingNumber} and t.id <> ${task.id}
      and t.state = 'importing' and j.state in ('queued', 'running')
      and t.found ->> 'sha256' = ${task.found?.sha256 ?? ""}`.execute(db);
  return found.rows.length > 0;
}

/**
 * The log number of a channel of a file: made of the identity, so that it is the same every time, and the next one
 * where another has it.
 */
export async function epochOf(db: Db, bindingNumber: number, identity: string, wanted: number): Promise<number> {
  for (let epoch = wanted; ; epoch += 1) {
    await sql`insert into import_epochs (binding, epoch, identity)
      values (${bindingNumber}, ${epoch}, ${identity}) on conflict do nothing`.execute(db);
    const found = await sql<{ epoch: number }>`select epoch from import_epochs
      where binding = ${bindingNumber} and identity = ${identity}`.execute(db);
    if (found.rows[0]) return found.rows[0].epoch;
  }
}

/** Under which a content, by channel, goes into a device or went there; stored or not. */
export async function epochsOfContent(db: Db, bindingNumber: number, sha256: string): Promise<number[]> {
  const found = await sql<{ epoch: number }>`select epoch from import_epochs
    where binding = ${bindingNumber} and starts_with(identity, ${`${sha256} `})`.execute(db);
  return found.rows.map(({ epoch }) => epoch);
}

/** Of all tenants: finished and abandoned uploads. */
export async function knownUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`select t.id from import_tasks t
    left join jobs j on j.id = t.job_id and j.tenant_id = t.tenant_id
    where t.id = any(${[...ids]}::uuid[]) and t.cancelled_at is null and t.updated_at > now() - interval '7 days'
      and not (t.state = 'importing' and j.state = 'done')`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

function stateOf(row: Import): ImportTask["state"] {
  if (row.cancelledMs !== null || row.jobState === "cancelled") return "cancelled";
  if (row.state === "uploading" || row.state === "checked") return row.state;
  if (row.jobState === "failed" || row.jobState === null) return "failed";
  return row.state === "importing" && row.jobState === "done" ? "done" : row.state;
}

/** As the page shows it. */
export function importView(row: Import): ImportTask {
  const state = stateOf(row);
  const uploaded = row.size === 0 ? 0 : row.received / row.size;
  return {
    task_id: row.id,
    things_id: row.thingsId,
    name: row.name,
    size: row.size,
    received: row.received,
    state,
    progress: state === "uploading" ? uploaded : state === "done" || state === "checked" ? 1 : (row.jobProgress ?? 0),
    message_code: state === "failed" ? (row.messageCode ?? "platform.jobLost") : null,
    found: row.found,
    shift_ms: row.request?.shift_ms ?? 0,
    stored: row.stored,
    repeated: row.repeated,
    created_time: row.createdMs,
  };
}
