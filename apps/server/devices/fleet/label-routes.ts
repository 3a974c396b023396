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
import { type Route, route } from "../../platform/http/route.ts";
import type { DeviceServices } from "../device-services.ts";
import {
  addGroup,
  addLabel,
  GROUP,
  LABEL,
  removeNamedSet,
  renameNamedSet,
  setLabelsOf,
  setMembers,
} from "./labels-and-groups.ts";
import { GROUPS, LABELS, setsWithCounts } from "./named-set-store.ts";

/** DEV-09 */
export function labelRoutes(services: DeviceServices): Route[] {
  const { db } = services;
  return [
    ...groupRoutes(services),
    route(listLabels, async ({ caller }) => ({ list: await setsWithCounts(db, LABELS, caller) })),
    route(createLabel, async ({ caller, body }) => ({ data: await addLabel(services, caller.tenantId, body.name) })),
    route(renameLabel, async ({ caller, params, body }) => ({
      data: await renameNamedSet(db, LABEL, caller.tenantId, { id: params.label_id, name: body.name }),
    })),
    route(deleteLabel, async ({ caller, params, language }) => {
      await removeNamedSet(db, LABEL, caller.tenantId, params.label_id);
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
    route(listGroups, async ({ caller }) => ({ list: await setsWithCounts(db, GROUPS, caller) })),
    route(createGroup, async ({ caller, body }) => ({ data: await addGroup(db, caller.tenantId, body.name) })),
    route(renameGroup, async ({ caller, params, body }) => ({
      data: await renameNamedSet(db, GROUP, caller.tenantId, { id: params.group_id, name: body.name }),
    })),
    route(deleteGroup, async ({ caller, params, language }) => {
      await removeNamedSet(db, GROUP, caller.tenantId, params.group_id);
      return { message: DELETED[language] };
    }),
    route(setGroupMembers, async ({ caller, params, body, language }) => {
      await setMembers(db, caller, params.group_id, body.things_ids);
      return { message: SAVED[language] };
    }),
  ];
}
