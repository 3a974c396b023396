import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { shownTarget } from "../events/shown-target.ts";
import { type DueRow, type LeftOut, noteOnEvent, ROW } from "./notice-store.ts";

/** The problem of a command that is under way; its outcome takes its place. */
export const SENDING = "sending";
/** No command takes so long: the process that sent it ended. */
const LOST_AFTER_S = 60;

export interface DueCommand extends DueRow {
  readonly kind: "command";
}

/**
 * The oldest command of each device that has none under way; locked until the transaction ends. A row that another process
 * has locked is still the oldest, so that a device gets its commands in their order.
 */
export async function lockCommands(db: Db, most: number, { tenantIds }: LeftOut): Promise<DueCommand[]> {
  const found = await sql<DueCommand>`select ${ROW} from alarm_outbox o
    where o.handed_at is null and o.kind = 'command' and o.tenant_id <> all(${[...tenantIds]}::uuid[])
      and not exists (select from alarm_outbox e where e.things_id = o.things_id and e.kind = 'command'
        and e.handed_at is null and (e.created_at, e.id) < (o.created_at, o.id))
      and not exists (select from alarm_outbox e where e.things_id = o.things_id and e.kind = 'command'
        and e.problem = ${SENDING})
    order by o.created_at limit ${most} for update of o skip locked`.execute(db);
  return found.rows;
}

/** Before it is sent: one that is repeated after a crash could do harm. */
export async function markSending(db: Db, { id, tenantId }: DueCommand): Promise<void> {
  await sql`update alarm_outbox set handed_at = now(), problem = ${SENDING}
    where id = ${id} and tenant_id = ${tenantId}`.execute(db);
}

/** `done`, or why it was not, on its row and on its event. */
export async function settleCommand(db: Db, command: DueCommand, outcome: string): Promise<void> {
  await sql`update alarm_outbox set problem = ${outcome === "done" ? null : outcome}
    where id = ${command.id} and tenant_id = ${command.tenantId}`.execute(db);
  await noteOnEvent(db, command, "command", `${shownTarget("command", command.target)}: ${outcome}`);
}

/** Commands whose process ended before it knew their outcome. */
export async function settleLost(db: Db): Promise<void> {
  const found = await sql<DueCommand>`select ${ROW} from alarm_outbox o where o.kind = 'command'
    and o.problem = ${SENDING} and o.handed_at < now() - ${LOST_AFTER_S} * interval '1 second'
    for update skip locked`.execute(db);
  for (const command of found.rows) await settleCommand(db, command, "lost");
}
