import { sql } from "kysely";
import { hashToken, newToken } from "../accounts/secrets.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** Design §8: an address that opens something is good for half a minute. */
const UNUSED_MS = 30_000;
/** A browser that has begun may fetch missing ranges (Range) for a day. */
const USED_MS = 86_400_000;

export async function newTicket(db: Db, tenantId: string, taskId: string): Promise<string> {
  const ticket = newToken();
  await sql`insert into download_tickets (hash, tenant_id, task_id, expires_at)
    values (${hashToken(ticket)}, ${tenantId}, ${taskId}, now() + ${UNUSED_MS} * interval '1 millisecond')`.execute(db);
  return ticket;
}

interface TicketTask {
  readonly tenantId: string;
  readonly taskId: string;
  readonly userId: string;
}

export interface TicketUse {
  /** The id in the browser's cookie; a client without one cannot be told from any other. */
  readonly browser: string | null;
  /** It asks for the rest of a file that it has the beginning of. */
  readonly isContinuation: boolean;
}

/** Opens once; afterwards only the same browser may fetch the missing ranges. */
export async function useTicket(db: Db, ticket: string, use: TicketUse): Promise<TicketTask | undefined> {
  const browser = use.browser ?? "";
  const used = await sql<TicketTask>`update download_tickets k
    set browser = ${browser}, expires_at = case when k.browser is null
      then now() + ${USED_MS} * interval '1 millisecond' else k.expires_at end
    from download_tasks t where ${isGood(ticket, use)} returning ${TASK}`.execute(db);
  return used.rows[0];
}

/** For those who ask about the file alone (HEAD): the link stays unused. */
export async function lookAtTicket(db: Db, ticket: string, use: TicketUse): Promise<TicketTask | undefined> {
  const found = await sql<TicketTask>`select ${TASK} from download_tickets k, download_tasks t
    where ${isGood(ticket, use)}`.execute(db);
  return found.rows[0];
}

const TASK = sql`k.tenant_id as "tenantId", k.task_id as "taskId", t.user_id as "userId"`;

const isGood = (ticket: string, { browser, isContinuation }: TicketUse) => sql`k.hash = ${hashToken(ticket)}
  and k.expires_at > now() and (k.browser is null or (${isContinuation && !!browser} and k.browser = ${browser ?? ""}))
  and t.id = k.task_id and t.tenant_id = k.tenant_id`;
