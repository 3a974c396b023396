import { DEMO_USER } from "@canopy/contract/accounts/sessions";
import { type PackageContent, UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { setPackage } from "../capacity/package-store.ts";
import { chooseWhenFull } from "../capacity/storage-choice-store.ts";
import { StartFault } from "../platform/engines/start-fault.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { hashPassword } from "./passwords.ts";
import { insertTenant, lockTenants, markDemo } from "./tenant-store.ts";
import { findDemoOwner, findSignInAccounts, insertUser } from "./user-store.ts";

export const DEMO_MASTER = DEMO_USER;
/** Printed at start and behind the demo button; production refuses to run with the demo (design §8). */
export const DEMO_PASSWORD = "Canopy-2026";

/** CAP-01: room to try things out, and a bound for the disk of a forgotten demo (design §10). */
const DEMO_PACKAGE: PackageContent = {
  ...UNLIMITED_PACKAGE,
  things_num: 50,
  database_storage_space: 20,
  maximum_data_retention_days: 7,
};

const USERS = [
  { name: DEMO_MASTER, role: "manager", tenantLevel: "write", nickName: "演示车队 · Demo fleet" },
  { name: "viewer", role: "sub", tenantLevel: "read", nickName: "只读演示 · Read only" },
  { name: "engineer", role: "sub", tenantLevel: "write", nickName: "读写演示 · Read and write" },
] as const;

/** The demo tenant: an owner, a read-only and a read-write sub-user. Done once; a second start finds it. */
export async function seedDemo(db: Db): Promise<void> {
  const existing = await findDemoOwner(db);
  const tenantId = existing?.tenantId ?? (await seedAccounts(db));
  // Also where it was seeded before, with another.
  await setPackage(db, tenantId, DEMO_PACKAGE);
  if (existing === undefined) await chooseWhenFull(db, tenantId, "loop");
}

async function seedAccounts(db: Db): Promise<string> {
  const users = await Promise.all(
    USERS.map(async (user) => ({ ...user, passwordHash: await hashPassword(DEMO_PASSWORD) })),
  );
  return db.transaction().execute(async (trx) => {
    await lockTenants(trx);
    const other = await findDemoOwner(trx);
    if (other) return other.tenantId;
    const isTaken = (await findSignInAccounts(trx, DEMO_MASTER)).length > 0;
    const tenantId = isTaken ? undefined : await insertTenant(trx, DEMO_MASTER, "owner");
    // Everybody may open the demo: an account of users never becomes it.
    if (tenantId === undefined)
      throw new StartFault(`A tenant or user "${DEMO_MASTER}" exists that is not the demo: set CANOPY_DEMO=off.`);
    await markDemo(trx, tenantId);
    for (const user of users) await insertUser(trx, { ...user, tenantId });
    return tenantId;
  });
}
