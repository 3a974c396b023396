import { type RawBuilder, sql } from "kysely";
import { hashToken, newToken } from "../accounts/secrets.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { TicketUse } from "../transfers/download-tickets.ts";

/** Design §8: an address that opens something is good for half a minute. */
const UNUSED = sql`interval '30 seconds'`;
/** A browser that has begun may fetch missing ranges (Range) for a day. */
const USED = sql`interval '1 day'`;

export async function newFileTicket(db: Db, tenantId: string, fileId: string): Promise<string> {
  const ticket = newToken();
  await sql`insert into file_tickets (hash, tenant_id, file_id, expires_at)
    values (${hashToken(ticket)}, ${tenantId}, ${fileId}, now() + ${UNUSED})`.execute(db);
  return ticket;
}

export interface TicketFile {
  readonly tenantId: string;
  readonly fileId: string;
}

const FILE = sql`tenant_id as "tenantId", file_id as "fileId"`;

function isGood(ticket: string, { browser, isContinuation }: TicketUse): RawBuilder<boolean> {
  const isBack = isContinuation && browser !== null;
  return sql<boolean>`hash = ${hashToken(ticket)} and expires_at > now()
    and (browser is null or (${isBack} and browser = ${browser}))`;
}

/** Opens once; afterwards only the same browser may fetch the missing ranges. */
export async function useFileTicket(db: Db, ticket: string, use: TicketUse): Promise<TicketFile | undefined> {
  const used = await sql<TicketFile>`update file_tickets set browser = ${use.browser ?? ""},
      expires_at = case when browser is null then now() + ${USED} else expires_at end
    where ${isGood(ticket, use)} returning ${FILE}`.execute(db);
  return used.rows[0];
}

/** For those who ask about the file alone (HEAD): the link stays unused. */
export async function lookAtFileTicket(db: Db, ticket: string, use: TicketUse): Promise<TicketFile | undefined> {
  const found = await sql<TicketFile>`select ${FILE} from file_tickets where ${isGood(ticket, use)}`.execute(db);
  return found.rows[0];
}

export async function removeOldTickets(db: Db): Promise<void> {
  await sql`delete from file_tickets where expires_at < now()`.execute(db);
}
