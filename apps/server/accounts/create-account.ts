import type { Level } from "@canopy/contract/platform/endpoint";
import type { Role } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { hashPassword } from "./passwords.ts";
import { ensureTenant } from "./tenant-store.ts";
import { insertUser, type TenantKind } from "./user-store.ts";

interface NewAccount {
  tenant: string;
  tenantKind: TenantKind;
  name: string;
  password: string;
  role: Role;
  tenantLevel?: Level | "none";
  phone?: string;
  nickName?: string;
}

/** Makes a user, and its tenant where there is none of this name yet. */
export async function createAccount(db: Db, account: NewAccount): Promise<{ tenantId: string; userId: string }> {
  const passwordHash = await hashPassword(account.password);
  return db.transaction().execute(async (transaction) => {
    const tenantId = await ensureTenant(transaction, account.tenant, account.tenantKind);
    const userId = await insertUser(transaction, {
      tenantId,
      name: account.name,
      role: account.role,
      tenantLevel: account.tenantLevel ?? "write",
      passwordHash,
      ...(account.phone && { phone: account.phone }),
      ...(account.nickName && { nickName: account.nickName }),
    });
    return { tenantId, userId };
  });
}
