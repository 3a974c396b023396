import { LOCK_FAILURES, LOCK_FAILURES_PER_ADDRESS, LOCK_MS, VERIFY_FAILURES } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** Who is being tried: a user's id, or the name as typed where there is no such user. */
export interface Attempt {
  account: string;
  address: string;
}

const window = sql`now() - ${LOCK_MS} * interval '1 millisecond'`;

/** ACC-09: whether signing in to this account, or from this address, is banned now. Rows, so it survives a restart. */
export async function isLocked(db: Db, attempt: Attempt): Promise<boolean> {
  const found = await sql`select 1 from sign_in_locks
    where subject in (${`account:${attempt.account}`}, ${`address:${attempt.address}`}) and until > now()`.execute(db);
  return found.rows.length > 0;
}

/** Counts a failure; answers whether it brought a ban. */
export async function recordFailure(db: Db, attempt: Attempt): Promise<boolean> {
  await sql`insert into sign_in_failures (account, address) values (${attempt.account}, ${attempt.address})`.execute(
    db,
  );
  const counted = await sql<{ of_account: number; of_address: number }>`select
    (select count(*) from sign_in_failures where account = ${attempt.account} and counts and at > ${window}) as of_account,
    (select count(*) from sign_in_failures where address = ${attempt.address} and at > ${window}) as of_address`.execute(
    db,
  );
  const counts = counted.rows[0];
  const lockAccount = (counts?.of_account ?? 0) >= LOCK_FAILURES;
  const lockAddress = (counts?.of_address ?? 0) >= LOCK_FAILURES_PER_ADDRESS;
  if (lockAccount) {
    await lock(db, `account:${attempt.account}`);
    await forgetFailures(db, attempt.account);
  }
  if (lockAddress) await lock(db, `address:${attempt.address}`);
  return lockAccount || lockAddress;
}

async function lock(db: Db, subject: string): Promise<void> {
  await sql`insert into sign_in_locks (subject, until) values (${subject}, now() + ${LOCK_MS} * interval '1 millisecond')
    on conflict (subject) do update set until = excluded.until`.execute(db);
}

/** After a success, and after a ban: what was counted is not counted again. The rows stay a day for ACC-10. */
export async function forgetFailures(db: Db, account: string): Promise<void> {
  await sql`update sign_in_failures set counts = false where account = ${account} and counts`.execute(db);
}

/** ACC-10: enough failures today that a browser never seen here must prove the phone. */
export async function needsVerification(db: Db, userId: string, browserHash: Buffer | null): Promise<boolean> {
  const found = await sql<{ failures: number; known: boolean }>`select
    (select count(*) from sign_in_failures where account = ${userId} and at > now() - interval '1 day') as failures,
    exists (select 1 from known_browsers where user_id = ${userId} and browser_hash = ${browserHash}) as known`.execute(
    db,
  );
  const row = found.rows[0];
  return (row?.failures ?? 0) >= VERIFY_FAILURES && row?.known === false;
}

export async function rememberBrowser(db: Db, userId: string, browserHash: Buffer): Promise<void> {
  await sql`insert into known_browsers (user_id, browser_hash) values (${userId}, ${browserHash})
    on conflict (user_id, browser_hash) do update set seen_at = now()`.execute(db);
}

/** Nothing here is asked for after a day. */
export async function removeOldFailures(db: Db): Promise<void> {
  await sql`delete from sign_in_failures where at < now() - interval '2 days'`.execute(db);
  await sql`delete from sign_in_locks where until < now()`.execute(db);
}
