import { randomUUID } from "node:crypto";
import type pg from "pg";

/** A backup that was cut off holds removals up for this long at most. */
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;

/** For a statement that removes: whether a backup needs what was dropped. */
export const LEASED = "exists (select from backup_leases where until > now())";

export interface BackupLease {
  /** Throws where it could not be renewed in time: something may have been removed meanwhile. */
  check(): void;
  release(): Promise<void>;
}

/** Nothing that rows of these databases name is removed until it is released. Taken before the snapshot. */
export async function takeBackupLease(pools: readonly pg.Pool[]): Promise<BackupLease> {
  const id = randomUUID();
  let fault: unknown;
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    for (const pool of pools) {
      const renewed = await pool.query(
        `update backup_leases set until = now() + $2 * interval '1 millisecond' where id = $1 and until > now()`,
        [id, LEASE_MS],
      );
      if (renewed.rowCount !== 1) throw new Error("the lease that keeps files from being removed ended: begin again");
    }
  };
  const release = async () => {
    clearInterval(timer);
    await renewing;
    for (const pool of pools) await pool.query("delete from backup_leases where id = $1 or until < now()", [id]);
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch((error: unknown) => {
      fault ??= error;
    });
  }, RENEW_MS);
  try {
    for (const pool of pools)
      await pool.query("insert into backup_leases (id, until) values ($1, now() + $2 * interval '1 millisecond')", [
        id,
        LEASE_MS,
      ]);
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
  return {
    check() {
      if (fault !== undefined) throw fault;
    },
    release,
  };
}
