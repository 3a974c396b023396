import { deviceAnswers } from "@canopy/contract/devices/answers";
import type { Thing } from "@canopy/contract/devices/thing";
import {
  batchThings,
  createThing,
  deleteThing,
  getThing,
  listThings,
  rotateLicenceKey,
  setFavourite,
  updateThing,
} from "@canopy/contract/devices/things";
import { SAVED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { DeviceServices } from "../device-services.ts";
import { rotateKey } from "../link/rotate-key.ts";
import { createDevice } from "./create-device.ts";
import { deleteDevice } from "./delete-device.ts";
import { batchOfThings, findThing, pageOfThings, type ThingQuery } from "./thing-list-store.ts";
import { addFavourite, removeFavourite } from "./thing-store.ts";
import { updateDevice } from "./update-device.ts";

export function thingRoutes(services: DeviceServices, now: () => number): Route[] {
  const { db } = services;
  const dataOf = async (caller: Caller, thingsId: string): Promise<Thing> => {
    const found = await findThing(db, caller, thingsId);
    if (!found) throw new ApiError(platformErrors.notFound);
    return found;
  };
  return [
    ...listRoutes(services),
    route(getThing, async ({ caller, params }) => ({ data: await dataOf(caller, params.things_id) })),
    route(createThing, async ({ caller, body }) => {
      const { thingsId, key } = await createDevice(services, caller, body);
      return { data: await dataOf(caller, thingsId), licence_key: key };
    }),
    route(updateThing, async ({ caller, params, body }) => {
      await updateDevice(services, caller, params.things_id, body);
      return { data: await dataOf(caller, params.things_id) };
    }),
    route(deleteThing, async ({ caller, params, query, language }) => {
      const children = query.delete_children ? "deleteChildren" : "keepChildren";
      await deleteDevice(services, caller, params.things_id, children);
      return { message: deviceAnswers.deviceDeleted[language] };
    }),
    route(rotateLicenceKey, async ({ caller, params }) => ({
      licence_key: await rotateKey(services, caller, params.things_id, now()),
    })),
    route(setFavourite, async ({ caller, params, body, language }) => {
      await (body.favourite ? addFavourite : removeFavourite)(db, caller, params.things_id);
      return { message: SAVED[language] };
    }),
  ];
}

function listRoutes({ db }: DeviceServices): Route[] {
  const pagination = ({ current_page, page_size }: ThingQuery, total_size: number) => ({
    current_page,
    page_size,
    total_size,
  });
  return [
    route(batchThings, async ({ caller, query }) => {
      const { list, total } = await batchOfThings(db, caller, query);
      return { list, pagination: pagination(query, total) };
    }),
    route(listThings, async ({ caller, query }) => {
      const { list, total } = await pageOfThings(db, caller, query);
      return { list, pagination: pagination(query, total) };
    }),
  ];
}
