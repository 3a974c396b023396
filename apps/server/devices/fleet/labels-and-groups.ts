import { labelErrors } from "@canopy/contract/devices/errors";
import { MAX_GROUPS } from "@canopy/contract/devices/rules";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { requireLevel } from "../../platform/http/check-devices.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceServices } from "../device-services.ts";
import { deviceLevels } from "../rights/device-level-store.ts";
import { countGroups, hasGroup, insertGroup, replaceMembers } from "./group-store.ts";
import { countLabels, hasLabels, insertLabel, type Named, replaceThingLabels } from "./label-store.ts";
import { lockTenantThings } from "./thing-store.ts";

/** DEV-09: within the package's `label_num`. */
export async function addLabel(
  { db, limitOf }: Pick<DeviceServices, "db" | "limitOf">,
  tenantId: string,
  name: string,
): Promise<Named> {
  const limit = await limitOf(tenantId, "label_num");
  return db.transaction().execute(async (transaction) => {
    await lockTenantThings(transaction, tenantId);
    return labelWithin(transaction, tenantId, name, limit);
  });
}

/** In a transaction that holds the lock on the tenant's things. */
async function labelWithin(db: Db, tenantId: string, name: string, limit: number | null): Promise<Named> {
  if (limit !== null && (await countLabels(db, tenantId)) >= limit) {
    throw new ApiError(labelErrors.labelLimit, { values: { limit } });
  }
  const made = await insertLabel(db, tenantId, name);
  if (!made) throw new ApiError(labelErrors.labelNameTaken, { field: "name" });
  return made;
}

export async function setLabelsOf(
  db: Db,
  tenantId: string,
  thingsId: string,
  labelIds: readonly string[],
): Promise<void> {
  if (!(await hasLabels(db, tenantId, labelIds))) throw new ApiError(platformErrors.notFound);
  await db.transaction().execute((transaction) => replaceThingLabels(transaction, tenantId, thingsId, labelIds));
}

export async function addGroup(db: Db, tenantId: string, name: string): Promise<Named> {
  return db.transaction().execute(async (transaction) => {
    await lockTenantThings(transaction, tenantId);
    if ((await countGroups(transaction, tenantId)) >= MAX_GROUPS) {
      throw new ApiError(labelErrors.groupLimit, { values: { limit: MAX_GROUPS } });
    }
    const made = await insertGroup(transaction, tenantId, name);
    if (!made) throw new ApiError(labelErrors.groupNameTaken, { field: "name" });
    return made;
  });
}

export async function setMembers(db: Db, caller: Caller, groupId: string, ids: readonly string[]): Promise<void> {
  if (!(await hasGroup(db, caller.tenantId, groupId))) throw new ApiError(platformErrors.notFound);
  const thingsIds = ids.map((id) => id.toLowerCase());
  await requireLevel(caller, thingsIds, "read", (who, asked) => deviceLevels(db, who, asked));
  await db.transaction().execute((transaction) => replaceMembers(transaction, caller, groupId, thingsIds));
}
