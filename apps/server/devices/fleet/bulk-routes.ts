import { deviceAnswers } from "@canopy/contract/devices/answers";
import {
  deleteManyThings,
  exportThings,
  favouriteThings,
  groupThings,
  labelThings,
} from "@canopy/contract/devices/bulk-things";
import { overviewThings } from "@canopy/contract/devices/overview";
import { SAVED } from "@canopy/contract/platform/answers";
import { HttpReply, type Route, route } from "../../platform/http/route.ts";
import type { DeviceServices } from "../device-services.ts";
import { addFavourites, removeFavourites } from "./bulk-store.ts";
import { exportDevices, groupMany, labelMany } from "./change-things.ts";
import { deleteDevices } from "./delete-device.ts";
import { overviewOf } from "./overview-store.ts";

/** Reads and bulk actions of HomePage. */
export function bulkRoutes(services: DeviceServices): Route[] {
  const { db } = services;
  return [
    route(overviewThings, async ({ caller, query }) => {
      const list = await overviewOf(db, caller, { after: query.after, limit: query.limit });
      return { list, next: list.length < query.limit ? null : (list.at(-1)?.id ?? null) };
    }),
    route(labelThings, async ({ caller, body, language }) => {
      const { things_ids: thingsIds, add_label_ids: add, remove_label_ids: remove } = body;
      await labelMany(db, { tenantId: caller.tenantId, thingsIds, add, remove });
      return { message: SAVED[language] };
    }),
    route(groupThings, async ({ caller, body, language }) => {
      const { things_ids: thingsIds, add_group_ids: add, remove_group_ids: remove } = body;
      await groupMany(db, { tenantId: caller.tenantId, thingsIds, add, remove });
      return { message: SAVED[language] };
    }),
    route(favouriteThings, async ({ caller, body, language }) => {
      await (body.favourite ? addFavourites : removeFavourites)(db, caller, body.things_ids);
      return { message: SAVED[language] };
    }),
    route(deleteManyThings, async ({ caller, body, language }) => {
      const children = body.delete_children ? "deleteChildren" : "keepChildren";
      await deleteDevices(services, caller, body.things_ids, children);
      return { message: deviceAnswers.devicesDeleted[language] };
    }),
    route(exportThings, async ({ caller, body }) => {
      const csv = await exportDevices(db, caller.tenantId, body.things_ids);
      return new HttpReply(csv, 200, { "content-disposition": 'attachment; filename="devices.csv"' });
    }),
  ];
}
