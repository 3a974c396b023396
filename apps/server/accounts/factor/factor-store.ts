import { createHash, randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "@canopy/contract/accounts/second-factor";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { seal, unseal } from "../../platform/seal.ts";
import { base32, newTotpSecret, stepOfCode } from "./totp.ts";

const PURPOSE = "second factor";

export interface FactorServices {
  readonly db: Db;
  /** Of the installation: keys are kept sealed. */
  readonly secret: string;
}

export interface Whose {
  readonly tenantId: string;
  readonly userId: string;
}

export interface FactorState {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
  readonly isRequired: boolean;
}

export async function factorState(db: Db, { tenantId, userId }: Whose): Promise<FactorState> {
  const found = await sql<FactorState>`select u.totp_on as "isOn", t.factor_required as "isRequired",
      coalesce(cardinality(u.recovery_hashes), 0) as "recoveryCodesLeft"
    from users u join tenants t on t.id = u.tenant_id where u.tenant_id = ${tenantId} and u.id = ${userId}`.execute(db);
  return found.rows[0] ?? { isOn: false, recoveryCodesLeft: 0, isRequired: false };
}

/** A key that is not in force before a code of it was given; one that is in force stays so meanwhile. */
export async function offerSecret({ db, secret }: FactorServices, { tenantId, userId }: Whose): Promise<string> {
  const offered = newTotpSecret();
  await sql`update users set totp_offered = ${seal(secret, PURPOSE, offered)}
    where tenant_id = ${tenantId} and id = ${userId}`.execute(db);
  return offered;
}

/** The recovery codes; undefined: the code is wrong; null: nothing was offered. */
export async function confirmOffered(
  { db, secret }: FactorServices,
  { tenantId, userId }: Whose,
  code: string,
  nowMs: number,
): Promise<string[] | undefined | null> {
  return db.transaction().execute(async (trx) => {
    const found = await sql<{ offered: Buffer | null }>`select totp_offered as offered from users
      where tenant_id = ${tenantId} and id = ${userId} for update`.execute(trx);
    const sealed = found.rows[0]?.offered;
    if (!sealed) return null;
    const key = opened(secret, sealed);
    if (key === undefined) return null;
    const step = stepOfCode(key, code, nowMs, 0);
    if (step === undefined) return undefined;
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await sql`update users set totp_secret = ${sealed}, totp_offered = null, totp_on = true, totp_step = ${step},
        recovery_hashes = ${codes.map(hashRecovery)}::text[]
      where tenant_id = ${tenantId} and id = ${userId}`.execute(trx);
    return codes;
  });
}

export async function removeSecret(db: Db, { tenantId, userId }: Whose): Promise<void> {
  await sql`update users set totp_secret = null, totp_offered = null, totp_on = false, totp_step = 0,
      recovery_hashes = '{}' where tenant_id = ${tenantId} and id = ${userId}`.execute(db);
}

export async function setRequired(db: Db, tenantId: string, isRequired: boolean): Promise<void> {
  await sql`update tenants set factor_required = ${isRequired} where id = ${tenantId}`.execute(db);
}

/** Takes a code of the app, each once, or one of the recovery codes, each once; lost: the key can be compared to none. */
export async function takeFactor(
  { db, secret }: FactorServices,
  { tenantId, userId }: Whose,
  given: string,
  nowMs: number,
): Promise<"taken" | "wrong" | "lost"> {
  return db.transaction().execute(async (trx) => {
    const found = await sql<{
      sealed: Buffer | null;
      step: number;
    }>`select totp_secret as sealed, totp_step::float8 as step
      from users where tenant_id = ${tenantId} and id = ${userId} and totp_on for update`.execute(trx);
    const row = found.rows[0];
    if (!row?.sealed) return "wrong";
    const key = opened(secret, row.sealed);
    const step = key === undefined ? undefined : stepOfCode(key, given, nowMs, row.step);
    if (step !== undefined) {
      await sql`update users set totp_step = ${step} where tenant_id = ${tenantId} and id = ${userId}`.execute(trx);
      return "taken";
    }
    const hash = hashRecovery(given);
    const used = await sql`update users set recovery_hashes = array_remove(recovery_hashes, ${hash})
      where tenant_id = ${tenantId} and id = ${userId} and ${hash} = any(recovery_hashes) returning 1`.execute(trx);
    if (used.rows.length > 0) return "taken";
    return key === undefined ? "lost" : "wrong";
  });
}

/** Undefined: it was sealed under another secret of the installation. */
function opened(secret: string, sealed: Buffer): string | undefined {
  const key = unseal(secret, PURPOSE, sealed);
  return typeof key === "string" ? key : undefined;
}

/** 120 bits: a plain hash cannot be turned back. */
function newRecoveryCode(): string {
  return base32(randomBytes(15)).replace(/(.{4})(?=.)/g, "$1-");
}

function hashRecovery(code: string): string {
  return createHash("sha256").update(code.replaceAll("-", "").trim().toUpperCase()).digest("hex");
}
