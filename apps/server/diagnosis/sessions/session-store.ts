import type { DiagnosisSession } from "@canopy/contract/diagnosis/sessions";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface DiagnosedDevice {
  readonly tenantId: string;
  readonly thingsId: string;
}

export type OpenSession = Omit<DiagnosisSession, "ecus">;

const time = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;
const ROW = sql`s.id, s.user_id, s.user_name, (extract(epoch from s.opened_at) * 1000)::bigint as since`;

export async function findSession(db: Db, { tenantId, thingsId }: DiagnosedDevice): Promise<OpenSession | undefined> {
  const found = await sql<OpenSession>`select ${ROW} from diagnosis_sessions s
    where s.tenant_id = ${tenantId} and s.things_id = ${thingsId} and s.ended_at is null`.execute(db);
  return found.rows[0];
}

interface NewSession extends DiagnosedDevice {
  readonly userId: string;
  readonly userName: string;
  readonly atMs: number;
}

/** Undefined: another session holds the device. */
export async function insertSession(db: Db, wanted: NewSession): Promise<OpenSession | undefined> {
  const { tenantId, thingsId, userId, userName, atMs } = wanted;
  const made = await sql<OpenSession>`with s as (
      insert into diagnosis_sessions (tenant_id, things_id, user_id, user_name, opened_at, seen_at)
      values (${tenantId}, ${thingsId}, ${userId}, ${userName}, ${time(atMs)}, ${time(atMs)})
      on conflict (things_id) where ended_at is null do nothing returning *)
    select ${ROW} from s`.execute(db);
  return made.rows[0];
}

export async function seeSession(db: Db, tenantId: string, id: string, atMs: number): Promise<void> {
  await sql`update diagnosis_sessions set seen_at = ${time(atMs)}
    where tenant_id = ${tenantId} and id = ${id} and ended_at is null`.execute(db);
}

export interface EndedSession extends DiagnosedDevice {
  readonly id: string;
  readonly userName: string;
}

interface SessionEnd {
  readonly reason: string;
  readonly atMs: number;
  /** A session that began later stays. */
  readonly openedBeforeMs: number;
}

/** The session of a device, if there is one; it ends once, whoever calls first. */
export async function closeSession(
  db: Db,
  { tenantId, thingsId }: DiagnosedDevice,
  { reason, atMs, openedBeforeMs }: SessionEnd,
): Promise<EndedSession | undefined> {
  const ended = await sql<EndedSession>`update diagnosis_sessions
    set ended_at = ${time(atMs)}, end_reason = ${reason}
    where tenant_id = ${tenantId} and things_id = ${thingsId} and ended_at is null
      and opened_at <= ${time(openedBeforeMs)}
    returning id, tenant_id as "tenantId", things_id as "thingsId", user_name as "userName"`.execute(db);
  return ended.rows[0];
}

/** Open sessions of the devices with these bindings. */
export async function sessionsOfBindings(
  db: Db,
  bindings: readonly number[],
): Promise<(DiagnosedDevice & { readonly binding: number })[]> {
  const found = await sql<DiagnosedDevice & { binding: number }>`
    select t.binding, s.tenant_id as "tenantId", s.things_id as "thingsId" from diagnosis_sessions s
    join things t on t.id = s.things_id and t.tenant_id = s.tenant_id
    where s.ended_at is null and t.binding = any(${[...bindings]}::int[])`.execute(db);
  return found.rows;
}

/** Of all tenants: sessions whose page has not been heard of since. */
export async function sessionsUnseenSince(db: Db, beforeMs: number): Promise<DiagnosedDevice[]> {
  const found = await sql<DiagnosedDevice>`select tenant_id as "tenantId", things_id as "thingsId"
    from diagnosis_sessions where ended_at is null and seen_at < ${time(beforeMs)} limit 200`.execute(db);
  return found.rows;
}
