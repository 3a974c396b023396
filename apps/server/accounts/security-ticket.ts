import { CODE_TTL_MS } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { hashToken, newToken } from "./secrets.ts";

/** The step of a sign-in that a ticket is good for: whoever passed one step has not passed the next. */
export type TicketPurpose = "phone" | "factor" | "factorSetup" | "firstPassword";

/** Stands for "the secret was right, this step is still to be done", so that no second captcha is asked for. */
export async function issueTicket(db: Db, userId: string, purpose: TicketPurpose): Promise<string> {
  const ticket = newToken();
  await sql`insert into security_tickets (ticket_hash, user_id, purpose, expires_at)
    values (${hashToken(ticket)}, ${userId}, ${purpose}, now() + ${CODE_TTL_MS} * interval '1 millisecond')`.execute(
    db,
  );
  return ticket;
}

export async function ticketOwner(db: Db, ticket: string, purpose: TicketPurpose): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`select user_id from security_tickets
    where ticket_hash = ${hashToken(ticket)} and purpose = ${purpose} and expires_at > now()`.execute(db);
  return found.rows[0]?.user_id;
}

/** A ticket of any step was given for a captcha that was solved. */
export async function isTicket(db: Db, ticket: string): Promise<boolean> {
  const found = await sql`select 1 from security_tickets
    where ticket_hash = ${hashToken(ticket)} and expires_at > now()`.execute(db);
  return found.rows.length > 0;
}

export async function removeTicket(db: Db, ticket: string): Promise<void> {
  await sql`delete from security_tickets where ticket_hash = ${hashToken(ticket)} or expires_at < now()`.execute(db);
}

/** `138****5678`: enough to recognise one's own phone, not enough to learn it. */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? `****${phone.slice(-2)}` : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}
