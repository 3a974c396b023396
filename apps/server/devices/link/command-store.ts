import type { Command, CommandState } from "@canopy/contract/devices/commands";
import { type RawBuilder, sql } from "kysely";
import { safeJson, safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface NewCommandRow {
  tenantId: string;
  thingsId: string;
  method: string;
  params: Readonly<Record<string, unknown>>;
  userName: string | null;
  sentMs: number;
  deadlineMs: number;
  logId: number;
}

const time = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;
const ms = (column: string) => sql`(extract(epoch from c.${sql.ref(column)}) * 1000)::bigint`;

export async function insertCommand(db: Db, row: NewCommandRow): Promise<string> {
  const made = await sql<{ id: string }>`insert into device_commands
    (tenant_id, things_id, method, params, user_name, sent_at, deadline_at, log_id)
    values (${row.tenantId}, ${row.thingsId}, ${row.method}, ${safeJson(row.params)}::jsonb, ${row.userName},
      ${time(row.sentMs)}, ${time(row.deadlineMs)}, ${row.logId}) returning id`.execute(db);
  const id = made.rows[0]?.id;
  if (id === undefined) throw new Error("an insert returned no row");
  return id;
}

export interface SettledCommand {
  state: Exclude<CommandState, "sending" | "lost">;
  result?: unknown;
  errorCode?: string;
  errorMessage?: string;
  finishedMs: number;
}

export async function settleCommand(db: Db, tenantId: string, id: string, settled: SettledCommand): Promise<void> {
  const { state, result = null, errorCode = null, errorMessage = null, finishedMs } = settled;
  await sql`update device_commands set state = ${state}, result = ${safeJson(result)}::jsonb,
    error_code = ${errorCode && safeText(errorCode)}, error_message = ${errorMessage && safeText(errorMessage)}, finished_at = ${time(finishedMs)}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Past the deadline the sender would have written a result. */
const STATE = sql`case when c.state = 'sending' and c.deadline_at < now() - interval '30 seconds' then 'lost'
  else c.state end`;
const COLUMNS = sql`c.id, c.method, c.params, ${STATE} as state, c.result, c.error_code, c.error_message, c.user_name,
  ${ms("sent_at")} as sent_time, ${ms("finished_at")} as finished_time`;

export interface CommandFilter {
  method?: string | undefined;
  state?: CommandState | undefined;
  start_time?: number | undefined;
  end_time?: number | undefined;
}

function where(tenantId: string, thingsId: string, filter: CommandFilter): RawBuilder<unknown> {
  const method = filter.method === undefined ? null : safeText(filter.method);
  const { state = null, start_time: start = null, end_time: end = null } = filter;
  return sql`c.tenant_id = ${tenantId} and c.things_id = ${thingsId}
    and (${method}::text is null or c.method = ${method})
    and (${state}::text is null or ${STATE} = ${state})
    and (${start}::float8 is null or c.sent_at >= to_timestamp(${start}::float8 / 1000))
    and (${end}::float8 is null or c.sent_at < to_timestamp(${end}::float8 / 1000))`;
}

/** Newest first. */
export async function pageOfCommands(
  db: Db,
  tenantId: string,
  thingsId: string,
  filter: CommandFilter & { limit: number; offset: number },
): Promise<{ list: Command[]; total: number }> {
  const condition = where(tenantId, thingsId, filter);
  const found = await sql<Command>`select ${COLUMNS} from device_commands c where ${condition}
    order by c.sent_at desc, c.id limit ${filter.limit} offset ${filter.offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from device_commands c
    where ${condition}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findCommand(
  db: Db,
  tenantId: string,
  thingsId: string,
  id: string,
): Promise<Command | undefined> {
  const found = await sql<Command>`select ${COLUMNS} from device_commands c
    where c.tenant_id = ${tenantId} and c.things_id = ${thingsId} and c.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Of all tenants: as old as the operation log may be (USR-07). */
export async function removeOldCommands(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from device_commands where sent_at < ${time(beforeMs)} and state <> 'sending'`.execute(db);
}
