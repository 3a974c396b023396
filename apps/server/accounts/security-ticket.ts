import { CODE_TRIES, CODE_TTL_MS } from "@canopy/contract/accounts/rules";
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

const isGood = sql`expires_at > now() and tries < ${CODE_TRIES}`;

export async function ticketOwner(db: Db, ticket: string, purpose: TicketPurpose): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`select user_id from security_tickets
    where ticket_hash = ${hashToken(ticket)} and purpose = ${purpose} and ${isGood}`.execute(db);
  return found.rows[0]?.user_id;
}

/** Counts a code that is given with it: void after five, however many come at once. Whether it is this user's. */
export async function tryTicket(
  db: Db,
  ticket: string,
  { userId, purpose }: { userId: string; purpose: TicketPurpose },
): Promise<boolean> {
  const found = await sql`update security_tickets set tries = tries + 1
    where ticket_hash = ${hashToken(ticket)} and user_id = ${userId} and purpose = ${purpose} and ${isGood}
    returning 1`.execute(db);
  return found.rows.length > 0;
}

/** A ticket of any step was given for a captcha that was solved, to one of these accounts. */
export async function isTicketOfAny(db: Db, ticket: string, userIds: readonly string[]): Promise<boolean> {
  const found = await sql`select 1 from security_tickets where ticket_hash = ${hashToken(ticket)}
    and user_id = any(${[...userIds]}::uuid[]) and ${isGood}`.execute(db);
  return found.rows.length > 0;
}

export async function removeTicket(db: Db, ticket: string): Promise<void> {
  await sql`delete from security_tickets where ticket_hash = ${hashToken(ticket)} or expires_at < now()`.execute(db);
}

/** `138****5678`: enough to recognise one's own phone, not enough to learn it. */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? `****${phone.slice(-2)}` : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}
