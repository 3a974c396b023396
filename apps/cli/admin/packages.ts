import { setTenantPackage } from "@canopy/contract/capacity/operating";
import {
  LARGEST_LIMIT,
  LIMIT_NAMES,
  type LimitName,
  type PackageChange,
  type PackageContent,
} from "@canopy/contract/capacity/package";
import { findTenantByName } from "@canopy/server/accounts/tenant-store";
import { changePackage, packageOf } from "@canopy/server/capacity/package-store";
import type { Db } from "@canopy/server/platform/postgres/schema";
import { type ExitCode, UsageError } from "../command.ts";
import { onDatabase } from "../operator.ts";
import { logged } from "./logged.ts";
import { printed } from "./printed.ts";

/** Prints the package, after setting limits given as `name=number` or `name=none`. */
export async function tenantPackage(tenant: string, changes: readonly string[]): Promise<ExitCode> {
  const limits = changes.map(limitOf);
  const content = await onDatabase(async ({ db }) => {
    const id = await tenantNamed(db, tenant);
    if (limits.length === 0) return packageOf(db, id);
    const change = { operation: setTenantPackage.name, objects: { tenant_id: id } };
    return logged(db, change, () => setLimits(db, id, Object.fromEntries(limits)));
  });
  return printed([content]);
}

async function setLimits(db: Db, id: string, limits: PackageChange): Promise<PackageContent> {
  await changePackage(db, id, limits);
  return packageOf(db, id);
}

export async function tenantNamed(db: Db, name: string): Promise<string> {
  const id = await findTenantByName(db, name);
  if (!id) throw new UsageError(`no tenant is named ${name}`);
  return id;
}

function limitOf(change: string): [LimitName, number | null] {
  const [text = "", value = ""] = change.split("=");
  const name = LIMIT_NAMES.find((each) => each === text);
  if (name === undefined) throw new UsageError(`no limit ${text}; one of ${LIMIT_NAMES.join(", ")}`);
  if (value === "none") return [name, null];
  const number = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || number > LARGEST_LIMIT)
    throw new UsageError(`${name}: a number from 0 to ${LARGEST_LIMIT}, or none`);
  return [name, number];
}
