import { CODE_TTL_MS } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { hashToken, newToken } from "./secrets.ts";

/** Stands for "the password was right, the phone is still to be proved", so that no second captcha is asked for. */
export async function issueTicket(db: Db, userId: string): Promise<string> {
  const ticket = newToken();
  await sql`insert into security_tickets (ticket_hash, user_id, expires_at)
    values (${hashToken(ticket)}, ${userId}, now() + ${CODE_TTL_MS} * interval '1 millisecond')`.execute(db);
  return ticket;
}

export async function ticketOwner(db: Db, ticket: string): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`select user_id from security_tickets
    where ticket_hash = ${hashToken(ticket)} and expires_at > now()`.execute(db);
  return found.rows[0]?.user_id;
}

export async function removeTicket(db: Db, ticket: string): Promise<void> {
  await sql`delete from security_tickets where ticket_hash = ${hashToken(ticket)} or expires_at < now()`.execute(db);
}

/** `138****5678`: enough to recognise one's own phone, not enough to learn it. */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? `****${phone.slice(-2)}` : `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}
