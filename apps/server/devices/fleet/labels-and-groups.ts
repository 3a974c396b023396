import { labelErrors } from "@canopy/contract/devices/errors";
import { MAX_GROUPS } from "@canopy/contract/devices/rules";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { requireLevel } from "../../platform/http/check-devices.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceServices } from "../device-services.ts";
import { deviceLevels } from "../rights/device-level-store.ts";
import { countSets, GROUPS, hasSets, insertSet, LABELS, type Named, removeSet, renameSet } from "./named-set-store.ts";
import { replaceGroupMembers, replaceThingLabels } from "./set-member-store.ts";
import { lockTenantThings } from "./thing-store.ts";

export const LABEL = { set: LABELS, limitReached: labelErrors.labelLimit, nameTaken: labelErrors.labelNameTaken };
export const GROUP = { set: GROUPS, limitReached: labelErrors.groupLimit, nameTaken: labelErrors.groupNameTaken };
type Kind = typeof LABEL | typeof GROUP;

/** DEV-09: within the package's `label_num`. */
export async function addLabel(
  { db, limitOf }: Pick<DeviceServices, "db" | "limitOf">,
  tenantId: string,
  name: string,
): Promise<Named> {
  return addSet(db, LABEL, { tenantId, name, limit: await limitOf(tenantId, "label_num") });
}

export function addGroup(db: Db, tenantId: string, name: string): Promise<Named> {
  return addSet(db, GROUP, { tenantId, name, limit: MAX_GROUPS });
}

interface NewSet {
  readonly tenantId: string;
  readonly name: string;
  readonly limit: number | null;
}

function addSet(db: Db, kind: Kind, { tenantId, name, limit }: NewSet): Promise<Named> {
  return db.transaction().execute(async (transaction) => {
    await lockTenantThings(transaction, tenantId);
    if (limit !== null && (await countSets(transaction, kind.set, tenantId)) >= limit) {
      throw new ApiError(kind.limitReached, { values: { limit } });
    }
    const made = await insertSet(transaction, kind.set, tenantId, name);
    if (!made) throw new ApiError(kind.nameTaken, { field: "name" });
    return made;
  });
}

export async function renameNamedSet(db: Db, { set, nameTaken }: Kind, tenantId: string, named: Named): Promise<Named> {
  if (!(await hasSets(db, set, tenantId, [named.id]))) throw new ApiError(platformErrors.notFound);
  const renamed = await renameSet(db, set, tenantId, named);
  if (!renamed) throw new ApiError(nameTaken, { field: "name" });
  return renamed;
}

export async function removeNamedSet(db: Db, { set }: Kind, tenantId: string, id: string): Promise<void> {
  if (!(await removeSet(db, set, tenantId, id))) throw new ApiError(platformErrors.notFound);
}

export async function setLabelsOf(
  db: Db,
  tenantId: string,
  thingsId: string,
  labelIds: readonly string[],
): Promise<void> {
  if (!(await hasSets(db, LABELS, tenantId, labelIds))) throw new ApiError(platformErrors.notFound);
  await db.transaction().execute((transaction) => replaceThingLabels(transaction, tenantId, thingsId, labelIds));
}

export async function setMembers(db: Db, caller: Caller, groupId: string, ids: readonly string[]): Promise<void> {
  if (!(await hasSets(db, GROUPS, caller.tenantId, [groupId]))) throw new ApiError(platformErrors.notFound);
  const thingsIds = ids.map((id) => id.toLowerCase());
  await requireLevel(caller, thingsIds, "read", (who, asked) => deviceLevels(db, who, asked));
  await db.transaction().execute((transaction) => replaceGroupMembers(transaction, caller, groupId, thingsIds));
}
