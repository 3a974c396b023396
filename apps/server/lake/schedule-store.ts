import type { LakeSchedule, LakeSettings } from "@canopy/contract/lake/schedule";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export type StoredSchedule = LakeSettings & Pick<LakeSchedule, "last_run">;

const NO_SCHEDULE: StoredSchedule = {
  is_enabled: false,
  every: "day",
  hour: 2,
  frames: true,
  signals: true,
  last_run: null,
};

interface ScheduleRow extends LakeSettings {
  readonly tenant_id: string;
  readonly last_ms: number | null;
  readonly last_written: number;
  readonly last_removed: number;
  readonly last_bytes: number;
  readonly last_code: string | null;
}

const ROW = sql`tenant_id, is_enabled, every, hour, frames, signals, last_written, last_removed, last_bytes, last_code,
  (extract(epoch from last_at) * 1000)::bigint as last_ms`;

export async function scheduleOf(db: Db, tenantId: string): Promise<StoredSchedule> {
  const found = await sql<ScheduleRow>`select ${ROW} from lake_schedules where tenant_id = ${tenantId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return NO_SCHEDULE;
  const { is_enabled, every, hour, frames, signals, last_ms } = row;
  const last = {
    files_written: row.last_written,
    files_removed: row.last_removed,
    bytes_written: row.last_bytes,
    message_code: row.last_code,
  };
  const last_run = last_ms === null ? null : { end_time: last_ms, ...last };
  return { is_enabled, every, hour, frames, signals, last_run };
}

export async function setSchedule(db: Db, tenantId: string, settings: LakeSettings): Promise<void> {
  const { is_enabled, every, hour, frames, signals } = settings;
  await sql`insert into lake_schedules (tenant_id, is_enabled, every, hour, frames, signals)
    values (${tenantId}, ${is_enabled}, ${every}, ${hour}, ${frames}, ${signals})
    on conflict (tenant_id) do update set is_enabled = excluded.is_enabled, every = excluded.every,
      hour = excluded.hour, frames = excluded.frames, signals = excluded.signals`.execute(db);
}

export interface DueSchedule extends LakeSettings {
  readonly tenantId: string;
  /** Null: it has not run yet. */
  readonly lastMs: number | null;
}

/** Of all tenants: the system's own work goes over all of them. */
export async function enabledSchedules(db: Db): Promise<DueSchedule[]> {
  const found = await sql<ScheduleRow>`select ${ROW} from lake_schedules s
    where is_enabled and exists (select from tenants t where t.id = s.tenant_id and t.state = 'active')
    order by last_at nulls first, tenant_id`.execute(db);
  return found.rows.map(({ tenant_id: tenantId, last_ms: lastMs, ...settings }) => ({ ...settings, tenantId, lastMs }));
}

export interface LakeRun {
  readonly endMs: number;
  readonly written: number;
  readonly removed: number;
  readonly bytes: number;
  readonly code: string | null;
}

export async function recordRun(db: Db, tenantId: string, run: LakeRun): Promise<void> {
  const { endMs, written, removed, bytes, code } = run;
  await sql`update lake_schedules set last_at = ${new Date(endMs)}, last_written = ${written},
      last_removed = ${removed}, last_bytes = ${bytes}, last_code = ${code}
    where tenant_id = ${tenantId}`.execute(db);
}

export interface LakeOfTenant {
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly every: LakeSettings["every"];
  readonly last_time: number | null;
  readonly files_written: number;
  readonly bytes_written: number;
  readonly message_code: string | null;
}

/** Of all tenants, for the operator: those with a problem first, then those that ran longest ago. */
export async function lakeRuns(db: Db, limit: number): Promise<{ list: LakeOfTenant[]; total: number }> {
  const found = await sql<LakeOfTenant & { total: number }>`select s.tenant_id, t.name as tenant_name, s.every,
      (extract(epoch from s.last_at) * 1000)::bigint as last_time, s.last_written as files_written,
      s.last_bytes as bytes_written, s.last_code as message_code, count(*) over () as total
    from lake_schedules s join tenants t on t.id = s.tenant_id and t.state = 'active' where s.is_enabled
    order by s.last_code nulls last, s.last_at nulls first, t.name limit ${limit}`.execute(db);
  const list = found.rows.map(({ total: _, ...lake }) => lake);
  return { list, total: found.rows[0]?.total ?? 0 };
}
