import { LOCK_FAILURES, LOCK_FAILURES_PER_ADDRESS, LOCK_MS, VERIFY_FAILURES } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import { addressKey } from "../platform/http/address-key.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** The account being tried: a user's id, or the typed name where no such user exists. */
export interface Attempt {
  account: string;
  /** A browser that has signed in to the account before; empty: any other. */
  browser: string;
  address: string;
}

const addressLock = ({ address }: Attempt) => `address:${addressKey(address)}`;

const window = sql`now() - ${LOCK_MS} * interval '1 millisecond'`;

/** Scope of a ban: a browser that has signed in before is counted separately, so that strangers cannot lock it out. */
function lockOf({ account, browser }: Attempt): string {
  return browser === "" ? `account:${account}` : `browser:${browser} ${account}`;
}

/** ACC-09: whether signing in to this account, or from this address, is banned now. Rows, so it survives a restart. */
export async function isLocked(db: Db, attempt: Attempt): Promise<boolean> {
  const found = await sql`select 1 from sign_in_locks
    where subject in (${lockOf(attempt)}, ${addressLock(attempt)}) and until > now()`.execute(db);
  return found.rows.length > 0;
}

/** Counts a try that is not judged yet; tells how many there are, failures of a ban's time among them. */
export async function beginAttempt(
  db: Db,
  { account, browser, address }: Attempt,
): Promise<{ id: string; ofAccount: number; ofAddress: number }> {
  const from = addressKey(address);
  const made = await sql<{ id: string }>`insert into sign_in_failures (account, browser, address, is_open)
    values (${account}, ${browser}, ${from}, true) returning id::text`.execute(db);
  // A statement of its own sees what others have counted meanwhile.
  const counted = await sql<{ of_account: number; of_address: number }>`select
    (select count(*) from sign_in_failures
      where account = ${account} and browser = ${browser} and counts and at > ${window}) as of_account,
    (select count(*) from sign_in_failures where address = ${from} and at > ${window}) as of_address`.execute(db);
  const [counts] = counted.rows;
  return { id: made.rows[0]?.id ?? "", ofAccount: counts?.of_account ?? 0, ofAddress: counts?.of_address ?? 0 };
}

export async function forgetAttempt(db: Db, id: string): Promise<void> {
  await sql`delete from sign_in_failures where id = ${id} and is_open`.execute(db);
}

/** The try was a failure. Bans who has failed too often; returns the subject of a new ban. */
export async function recordFailure(db: Db, attempt: Attempt, id: string): Promise<"account" | "address" | null> {
  const { account, browser, address } = attempt;
  await sql`update sign_in_failures set is_open = false where id = ${id}`.execute(db);
  const counted = await sql<{ of_account: number; of_address: number }>`select
    (select count(*) from sign_in_failures
      where account = ${account} and browser = ${browser} and counts and not is_open and at > ${window}) as of_account,
    (select count(*) from sign_in_failures
      where address = ${addressKey(address)} and not is_open and at > ${window}) as of_address`.execute(db);
  const counts = counted.rows[0];
  const lockAccount = (counts?.of_account ?? 0) >= LOCK_FAILURES;
  const lockAddress = (counts?.of_address ?? 0) >= LOCK_FAILURES_PER_ADDRESS;
  if (lockAccount) {
    await lock(db, lockOf(attempt));
    await clearFailures(db, attempt);
  }
  if (lockAddress) await lock(db, addressLock(attempt));
  return lockAccount ? "account" : lockAddress ? "address" : null;
}

async function lock(db: Db, subject: string): Promise<void> {
  await sql`insert into sign_in_locks (subject, until) values (${subject}, now() + ${LOCK_MS} * interval '1 millisecond')
    on conflict (subject) do update set until = excluded.until`.execute(db);
}

/** After a success, and after a ban: the counter starts again. The rows stay a day for ACC-10. */
export async function clearFailures(db: Db, { account, browser }: Attempt): Promise<void> {
  await sql`update sign_in_failures set counts = false
    where account = ${account} and browser = ${browser} and counts`.execute(db);
}

/** ACC-10: enough failures today that a browser never seen here must prove the phone. */
export async function needsVerification(db: Db, attempt: Attempt): Promise<boolean> {
  if (attempt.browser !== "") return false;
  const found = await sql<{ failures: number }>`select count(*) as failures from sign_in_failures
    where account = ${attempt.account} and not is_open and at > now() - interval '1 day'`.execute(db);
  return (found.rows[0]?.failures ?? 0) >= VERIFY_FAILURES;
}

/**
 * Whether this browser has signed in to the account before. An unknown account costs the same lookup, so timing tells
 * nothing.
 */
export async function isKnownBrowser(db: Db, userId: string | undefined, browserHash: Buffer): Promise<boolean> {
  const found = await sql`select 1 from known_browsers
    where user_id = ${userId ?? NOBODY} and browser_hash = ${browserHash}`.execute(db);
  return found.rows.length > 0;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

export async function rememberBrowser(db: Db, userId: string, browserHash: Buffer): Promise<void> {
  await sql`insert into known_browsers (user_id, browser_hash) values (${userId}, ${browserHash})
    on conflict (user_id, browser_hash) do update set seen_at = now()`.execute(db);
}

/** Nothing here is asked for after a day. */
export async function removeOldFailures(db: Db): Promise<void> {
  await sql`delete from sign_in_failures where at < now() - interval '2 days'`.execute(db);
  await sql`delete from sign_in_locks where until < now()`.execute(db);
}
