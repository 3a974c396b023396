import type { DeviceEvent, DeviceLogLine } from "@canopy/contract/device-link/events";
import { type RawBuilder, sql } from "kysely";
import { inSlices, SLICE_ROWS } from "../../platform/postgres/in-slices.ts";
import { safeJson, safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { GatewayDevice } from "../dialects/device-message.ts";
import type { TimeWindow } from "../store/time-window.ts";

/** PostgreSQL's times end before a terminal's clock does. */
const FIRST_MS = -6e13;
const LAST_MS = 2.5e14;
const inBounds = (ms: number) => Math.min(Math.max(ms, FIRST_MS), LAST_MS);

interface Report {
  readonly kind: "event" | "log";
  readonly timeMs: number;
  readonly level: DeviceEvent["level"];
  readonly name: string;
  readonly words: string;
  readonly content: string;
}

const eventReport = ({ time, level, kind, content = {} }: DeviceEvent): Report => {
  const text = safeJson(content);
  return { kind: "event", timeMs: time, level, name: kind, words: text === "{}" ? "" : text, content: text };
};
const lineReport = ({ time, level, text }: DeviceLogLine): Report => ({
  kind: "log",
  timeMs: time,
  level,
  name: "",
  words: safeText(text),
  content: "{}",
});

/** Whether it is new; the same event again is not. */
export async function insertEvent(db: Db, device: GatewayDevice, event: DeviceEvent, atMs: number): Promise<boolean> {
  return (await insertReports(db, device, [eventReport(event)], atMs)) > 0;
}

export async function insertLogLines(
  db: Db,
  device: GatewayDevice,
  lines: readonly DeviceLogLine[],
  atMs: number,
): Promise<void> {
  await insertReports(db, device, lines.map(lineReport), atMs);
}

async function insertReports(
  db: Db,
  { tenantId, bindingNumber }: GatewayDevice,
  reports: readonly Report[],
  atMs: number,
): Promise<number> {
  const column = <K extends keyof Report>(name: K) => reports.map((report) => report[name]);
  const made = await sql`insert into device_reports
      (tenant_id, binding, kind, at, received_at, level, name, words, content)
    select ${tenantId}, ${bindingNumber}, r.kind, to_timestamp(r.ms / 1000), to_timestamp(${atMs} / 1000.0), r.level,
      r.name, r.words, r.content::jsonb
    from unnest(${column("kind")}::text[], ${reports.map(({ timeMs }) => inBounds(timeMs))}::float8[],
      ${column("level")}::text[], ${column("name")}::text[], ${column("words")}::text[], ${column("content")}::text[])
      as r (kind, ms, level, name, words, content)
    on conflict do nothing returning id`.execute(db);
  return made.rows.length;
}

export interface ReportFilter {
  readonly kind: "event" | "log";
  readonly name?: string | undefined;
  readonly level?: DeviceEvent["level"] | undefined;
  readonly keyword?: string | undefined;
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

export interface StoredReport {
  readonly id: string;
  readonly time: number;
  readonly received_time: number;
  readonly level: DeviceEvent["level"];
  readonly name: string;
  readonly words: string;
  readonly content: Record<string, unknown>;
}

const pattern = (text: string) => `%${safeText(text).replace(/[\\%_]/g, "\\$&")}%`;

function where(tenantId: string, bindingNumber: number, filter: ReportFilter): RawBuilder<unknown> {
  const name = filter.name === undefined ? null : safeText(filter.name);
  const { kind, level = null, start_time: start = null, end_time: end = null } = filter;
  const like = filter.keyword === undefined ? null : pattern(filter.keyword);
  return sql`r.tenant_id = ${tenantId} and r.binding = ${bindingNumber} and r.kind = ${kind}
    and (${name}::text is null or r.name = ${name}) and (${level}::text is null or r.level = ${level})
    and (${like}::text is null or r.words ilike ${like} or r.name ilike ${like})
    and (${start}::float8 is null or r.at >= to_timestamp(${start}::float8 / 1000))
    and (${end}::float8 is null or r.at < to_timestamp(least(${end}::float8, ${LAST_MS}::float8) / 1000))`;
}

/** Newest first. */
export async function pageOfReports(
  db: Db,
  tenantId: string,
  bindingNumber: number,
  filter: ReportFilter & { limit: number; offset: number },
): Promise<{ list: StoredReport[]; total: number }> {
  const condition = where(tenantId, bindingNumber, filter);
  const found = await sql<StoredReport>`select r.id::text as id, (extract(epoch from r.at) * 1000)::float8 as time,
      (extract(epoch from r.received_at) * 1000)::float8 as received_time, r.level, r.name, r.words, r.content
    from device_reports r where ${condition}
    order by r.at desc, r.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from device_reports r
    where ${condition}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** A terminal may have written millions. */
function deleteRows(db: Db, table: "device_reports" | "device_messages", isGoing: RawBuilder<unknown>): Promise<void> {
  const slice = sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${isGoing} limit ${SLICE_ROWS}))`;
  return inSlices(async () => Number((await slice.execute(db)).numAffectedRows ?? 0));
}

/** Only for a binding that has ended. */
export async function deleteReports(db: Db, bindingNumber: number): Promise<void> {
  for (const table of ["device_reports", "device_messages"] as const)
    await deleteRows(db, table, sql`binding = ${bindingNumber}`);
}

/** DAT-05: reports outside these windows; the device stays. */
export async function deleteReportsOutside(db: Db, bindingNumber: number, keep: readonly TimeWindow[]): Promise<void> {
  const [from, to] = [keep.map(({ fromUs }) => fromUs), keep.map(({ toUs }) => toUs)];
  const isOutside = (time: string) => sql`binding = ${bindingNumber} and not exists (
    select from unnest(${from}::bigint[], ${to}::bigint[]) as k (from_us, to_us)
    where ${sql.ref(time)} >= to_timestamp(k.from_us / 1e6) and ${sql.ref(time)} < to_timestamp(k.to_us / 1e6))`;
  await deleteRows(db, "device_reports", isOutside("at"));
  await deleteRows(db, "device_messages", isOutside("received_at"));
}

/** DAT-06: deletes older reports. */
export async function removeOldReports(db: Db, bindingNumber: number, beforeMs: number): Promise<void> {
  const isOld = sql`binding = ${bindingNumber} and received_at < to_timestamp(${beforeMs} / 1000.0)`;
  for (const table of ["device_reports", "device_messages"] as const) await deleteRows(db, table, isOld);
}
