import type { LogContents, LogEntry, LogKind } from "@canopy/contract/devices/device-log";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

interface LogOrigin {
  tenantId: string;
  thingsId: string;
  /** The user; absent for the device itself. */
  userName?: string;
  atMs: number;
}

/** Kinds that an empty content says all of. */
type PlainKind = { [K in LogKind]: Record<never, never> extends LogContents[K] ? K : never }[LogKind];

export type NewLogEntry = LogOrigin &
  ({ [K in LogKind]: { kind: K; content: LogContents[K] } }[LogKind] | { kind: PlainKind; content?: undefined });

/** DEV-07. Answers the entry's id, by which a command adds its result later. */
export async function appendDeviceLog(db: Db, entry: NewLogEntry): Promise<number> {
  const made = await sql<{ id: number }>`insert into device_log (tenant_id, things_id, kind, content, user_name, at)
    values (${entry.tenantId}, ${entry.thingsId}, ${entry.kind}, ${JSON.stringify(entry.content ?? {})}::jsonb,
      ${entry.userName ?? null}, to_timestamp(${entry.atMs} / 1000.0)) returning id`.execute(db);
  return made.rows[0]?.id ?? 0;
}

/** The result of a command: these fields are added to the entry's content. */
export async function completeDeviceLog(
  db: Db,
  tenantId: string,
  id: number,
  content: Record<string, unknown>,
): Promise<void> {
  await sql`update device_log set content = content || ${JSON.stringify(content)}::jsonb
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export interface LogFilter {
  kind?: LogKind | undefined;
  start_time?: number | undefined;
  end_time?: number | undefined;
}

function where(tenantId: string, thingsId: string, filter: LogFilter): RawBuilder<unknown> {
  const { kind = null, start_time: start = null, end_time: end = null } = filter;
  return sql`l.tenant_id = ${tenantId} and l.things_id = ${thingsId}
    and (${kind}::text is null or l.kind = ${kind})
    and (${start}::float8 is null or l.at >= to_timestamp(${start}::float8 / 1000))
    and (${end}::float8 is null or l.at <= to_timestamp(${end}::float8 / 1000))`;
}

/** Newest first. */
export async function listDeviceLogEntries(
  db: Db,
  tenantId: string,
  thingsId: string,
  filter: LogFilter & { limit: number; offset: number },
): Promise<LogEntry[]> {
  const found = await sql<LogEntry>`
    select l.id, l.kind, l.content, l.user_name, (extract(epoch from l.at) * 1000)::bigint as time
    from device_log l where ${where(tenantId, thingsId, filter)}
    order by l.at desc, l.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return found.rows;
}

export async function countDeviceLog(db: Db, tenantId: string, thingsId: string, filter: LogFilter): Promise<number> {
  const counted = await sql<{ total: number }>`select count(*) as total from device_log l
    where ${where(tenantId, thingsId, filter)}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}
