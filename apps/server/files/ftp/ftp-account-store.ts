import { timingSafeEqual } from "node:crypto";
import { LOCATION } from "@canopy/contract/files/file-name";
import { FTP_QUOTA_BYTES } from "@canopy/contract/files/ftp-account";
import { sql } from "kysely";
import { hashToken } from "../../accounts/secrets.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** FIL-03: who has signed in; all that follows is about its own folder. */
export interface FtpAccount {
  readonly tenantId: string;
  readonly thingsId: string;
  readonly deviceId: string;
  readonly quotaBytes: number;
  readonly passwordHash: Buffer;
}

const NO_HASH = Buffer.alloc(32);

async function findAccount(db: Db, deviceId: string): Promise<FtpAccount | undefined> {
  const found = await sql<FtpAccount>`select a.tenant_id as "tenantId", a.things_id as "thingsId",
      t.third_things_id as "deviceId", a.quota_bytes as "quotaBytes", a.password_hash as "passwordHash"
    from ftp_accounts a join things t on t.id = a.things_id and t.tenant_id = a.tenant_id
      join tenants n on n.id = a.tenant_id
    where t.third_things_id = ${deviceId} and t.moved_at is null and n.state = 'active'`.execute(db);
  return found.rows[0];
}

/** Undefined for an unknown device and for a wrong password alike. */
export async function signInFtp(db: Db, deviceId: string, password: string): Promise<FtpAccount | undefined> {
  const account = await findAccount(db, deviceId.toUpperCase());
  return timingSafeEqual(hashToken(password), account?.passwordHash ?? NO_HASH) ? account : undefined;
}

/** As it is now; undefined: whoever has signed in to it would not be let in any more (USR-01, USR-04, DEV-14). */
export async function accountNow(db: Db, before: FtpAccount): Promise<FtpAccount | undefined> {
  const account = await findAccount(db, before.deviceId);
  const isSame =
    account?.thingsId === before.thingsId &&
    account.tenantId === before.tenantId &&
    account.passwordHash.equals(before.passwordHash);
  return isSame ? account : undefined;
}

export interface FtpAccountView {
  readonly quota: number;
  readonly used: number;
  readonly changed_time: number | null;
  readonly last_upload: number | null;
}

export async function ftpAccountView(
  db: Db,
  tenantId: string,
  thingsId: string,
): Promise<Omit<FtpAccountView, "quota"> & { quota: number | null }> {
  const found = await sql<Omit<FtpAccountView, "quota"> & { quota: number | null }>`select
      (select a.quota_bytes from ftp_accounts a where a.tenant_id = ${tenantId} and a.things_id = ${thingsId}) as quota,
      (select (extract(epoch from a.changed_at) * 1000)::bigint from ftp_accounts a
        where a.tenant_id = ${tenantId} and a.things_id = ${thingsId}) as changed_time,
      coalesce(sum(f.received), 0)::bigint as used,
      (extract(epoch from max(f.updated_at)) * 1000)::bigint as last_upload
    from files f where f.tenant_id = ${tenantId} and f.things_id = ${thingsId}
      and f.location = ${LOCATION.ftp}`.execute(db);
  return found.rows[0] ?? { quota: null, used: 0, changed_time: null, last_upload: null };
}

/** Without a quota an account keeps its own, and a new one gets the usual one. */
export async function setFtpPassword(
  db: Db,
  { tenantId, thingsId }: { tenantId: string; thingsId: string },
  password: string,
  quotaBytes: number | undefined,
): Promise<void> {
  await sql`insert into ftp_accounts (things_id, tenant_id, password_hash, quota_bytes)
    values (${thingsId}, ${tenantId}, ${hashToken(password)}, ${quotaBytes ?? FTP_QUOTA_BYTES})
    on conflict (things_id) do update set password_hash = excluded.password_hash, changed_at = now(),
      quota_bytes = coalesce(${quotaBytes ?? null}::bigint, ftp_accounts.quota_bytes)`.execute(db);
}

/** False: the device has no account. */
export async function setFtpQuotaBytes(
  db: Db,
  tenantId: string,
  thingsId: string,
  quotaBytes: number,
): Promise<boolean> {
  const set = await sql`update ftp_accounts set quota_bytes = ${quotaBytes}
    where tenant_id = ${tenantId} and things_id = ${thingsId} returning things_id`.execute(db);
  return set.rows.length > 0;
}

export async function closeFtpAccount(db: Db, tenantId: string, thingsId: string): Promise<void> {
  await sql`delete from ftp_accounts where tenant_id = ${tenantId} and things_id = ${thingsId}`.execute(db);
}
