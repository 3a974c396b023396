import type { LakeSchedule } from "@canopy/contract/lake/schedule";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

export type LakeSettings = Omit<LakeSchedule, "last_run">;

const NO_SCHEDULE: LakeSchedule = { is_enabled: false, every: "day", frames: true, signals: true, last_run: null };

interface ScheduleRow extends LakeSettings {
  readonly tenant_id: string;
  readonly last_ms: number | null;
  readonly last_written: number;
  readonly last_removed: number;
  readonly last_code: string | null;
}

const ROW = sql`tenant_id, is_enabled, every, frames, signals, last_written, last_removed, last_code,
  (extract(epoch from last_at) * 1000)::bigint as last_ms`;

export async function scheduleOf(db: Db, tenantId: string): Promise<LakeSchedule> {
  const found = await sql<ScheduleRow>`select ${ROW} from lake_schedules where tenant_id = ${tenantId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) return NO_SCHEDULE;
  const { is_enabled, every, frames, signals, last_ms, last_written, last_removed, last_code } = row;
  const counts = { files_written: last_written, files_removed: last_removed, message_code: last_code };
  const last_run = last_ms === null ? null : { end_time: last_ms, ...counts };
  return { is_enabled, every, frames, signals, last_run };
}

export async function setSchedule(db: Db, tenantId: string, settings: LakeSettings): Promise<void> {
  const { is_enabled, every, frames, signals } = settings;
  await sql`insert into lake_schedules (tenant_id, is_enabled, every, frames, signals)
    values (${tenantId}, ${is_enabled}, ${every}, ${frames}, ${signals})
    on conflict (tenant_id) do update set is_enabled = excluded.is_enabled, every = excluded.every,
      frames = excluded.frames, signals = excluded.signals`.execute(db);
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
  readonly code: string | null;
}

export async function recordRun(db: Db, tenantId: string, { endMs, written, removed, code }: LakeRun): Promise<void> {
  await sql`update lake_schedules set last_at = ${new Date(endMs)}, last_written = ${written},
      last_removed = ${removed}, last_code = ${code} where tenant_id = ${tenantId}`.execute(db);
}
