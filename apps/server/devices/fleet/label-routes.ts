import { labelErrors } from "@canopy/contract/devices/errors";
import {
  createGroup,
  createLabel,
  deleteGroup,
  deleteLabel,
  listGroups,
  listLabels,
  renameGroup,
  renameLabel,
  setGroupMembers,
  setThingLabels,
} from "@canopy/contract/devices/labels";
import { DELETED, SAVED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { DeviceServices } from "../device-services.ts";
import { groupsWithCounts, hasGroup, removeGroup, updateGroup } from "./group-store.ts";
import { hasLabels, labelsWithCounts, removeLabel, updateLabel } from "./label-store.ts";
import { addGroup, addLabel, setLabelsOf, setMembers } from "./labels-and-groups.ts";

/** DEV-09 */
export function labelRoutes(services: DeviceServices): Route[] {
  const { db } = services;
  return [
    ...groupRoutes(services),
    route(listLabels, async ({ caller }) => ({ list: await labelsWithCounts(db, caller) })),
    route(createLabel, async ({ caller, body }) => ({ data: await addLabel(services, caller.tenantId, body.name) })),
    route(renameLabel, async ({ caller, params, body }) => {
      if (!(await hasLabels(db, caller.tenantId, [params.label_id]))) throw new ApiError(platformErrors.notFound);
      const data = await updateLabel(db, caller.tenantId, params.label_id, body.name);
      if (!data) throw new ApiError(labelErrors.labelNameTaken, { field: "name" });
      return { data };
    }),
    route(deleteLabel, async ({ caller, params, language }) => {
      if (!(await removeLabel(db, caller.tenantId, params.label_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
    route(setThingLabels, async ({ caller, params, body, language }) => {
      await setLabelsOf(db, caller.tenantId, params.things_id, body.label_ids);
      return { message: SAVED[language] };
    }),
  ];
}

function groupRoutes(services: DeviceServices): Route[] {
  const { db } = services;
  return [
    route(listGroups, async ({ caller }) => ({ list: await groupsWithCounts(db, caller) })),
    route(createGroup, async ({ caller, body }) => ({ data: await addGroup(db, caller.tenantId, body.name) })),
    route(renameGroup, async ({ caller, params, body }) => {
      if (!(await hasGroup(db, caller.tenantId, params.group_id))) throw new ApiError(platformErrors.notFound);
      const data = await updateGroup(db, caller.tenantId, params.group_id, body.name);
      if (!data) throw new ApiError(labelErrors.groupNameTaken, { field: "name" });
      return { data };
    }),
    route(deleteGroup, async ({ caller, params, language }) => {
      if (!(await removeGroup(db, caller.tenantId, params.group_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
    route(setGroupMembers, async ({ caller, params, body, language }) => {
      await setMembers(db, caller, params.group_id, body.things_ids);
      return { message: SAVED[language] };
    }),
  ];
}
