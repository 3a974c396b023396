import { DEMO_USER } from "@canopy/contract/accounts/sessions";
import { type PackageContent, UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { setPackage } from "../capacity/package-store.ts";
import { chooseWhenFull } from "../capacity/storage-choice-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { createAccount } from "./create-account.ts";
import { findSignInAccounts } from "./user-store.ts";

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

const SUB_USERS = [
  { name: "viewer", tenantLevel: "read", nickName: "只读演示 · Read only" },
  { name: "engineer", tenantLevel: "write", nickName: "读写演示 · Read and write" },
] as const;

/** The demo tenant: a master, a read-only and a read-write sub-user. Done once; a second start finds it. */
export async function seedDemo(db: Db): Promise<void> {
  const [existing] = await findSignInAccounts(db, DEMO_MASTER);
  const tenantId = existing?.tenantId ?? (await seedAccounts(db));
  // Also where it was seeded before, with another.
  await setPackage(db, tenantId, DEMO_PACKAGE);
  if (existing === undefined) await chooseWhenFull(db, tenantId, "loop");
}

async function seedAccounts(db: Db): Promise<string> {
  const common = { tenant: DEMO_MASTER, tenantKind: "owner", password: DEMO_PASSWORD } as const;
  const master = { ...common, name: DEMO_MASTER, role: "manager", nickName: "演示车队 · Demo fleet" } as const;
  const { tenantId } = await createAccount(db, master);
  for (const user of SUB_USERS) await createAccount(db, { ...common, ...user, role: "sub" });
  return tenantId;
}
