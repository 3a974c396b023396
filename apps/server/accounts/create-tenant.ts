import { randomBytes } from "node:crypto";
import { accountErrors, fieldErrors } from "@canopy/contract/accounts/errors";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { hashPassword } from "./passwords.ts";
import { isNameFree, isPhoneFree, removeRefused } from "./registration/registration-store.ts";
import { insertTenant, lockTenants } from "./tenant-store.ts";
import { insertUser, type TenantKind } from "./user-store.ts";

export interface WantedTenant {
  name: string;
  kind: Exclude<TenantKind, "platform">;
  owner: string;
  /** Empty: none. */
  phone: string;
}

/** Of all the kinds that ACC-14 asks for. */
export function newFirstPassword(): string {
  return `Aa1${randomBytes(9).toString("base64url")}`;
}

/** USR-01: a tenant and its owner. The owner's password is returned once and never stored in clear. */
export async function createTenant(
  db: Db,
  wanted: WantedTenant,
): Promise<{ tenantId: string; ownerId: string; password: string }> {
  const password = newFirstPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (trx) => {
    await lockTenants(trx);
    await refuseTaken(trx, wanted);
    await removeRefused(trx, { name: wanted.owner, phone: wanted.phone });
    const tenantId = await insertTenant(trx, wanted.name, wanted.kind);
    if (!tenantId) throw new ApiError(accountErrors.tenantNameTaken, { field: "name" });
    const owner = { tenantId, name: wanted.owner, role: "manager", tenantLevel: "write", passwordHash } as const;
    const ownerId = await insertUser(trx, { ...owner, ...(wanted.phone && { phone: wanted.phone }) });
    return { tenantId, ownerId, password };
  });
}

async function refuseTaken(db: Db, { owner, phone }: WantedTenant): Promise<void> {
  if (!(await isNameFree(db, owner))) throw new ApiError(fieldErrors.usernameExists, { field: "owner_name" });
  if (phone && !(await isPhoneFree(db, phone))) throw new ApiError(fieldErrors.phoneExists, { field: "owner_phone" });
}
