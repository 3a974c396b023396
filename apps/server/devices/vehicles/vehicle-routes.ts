import { deviceAnswers } from "@canopy/contract/devices/answers";
import {
  createVehicle,
  deleteVehicle,
  getVehicle,
  listBoundChannels,
  listVehicles,
  updateVehicle,
  type Vehicle,
} from "@canopy/contract/devices/vehicles";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { changeVehicle, createVehicleWith, removeVehicle } from "./keep-vehicles.ts";
import { boundChannels } from "./vehicle-channel-store.ts";
import { findVehicle, pageOfVehicles } from "./vehicle-store.ts";

/** DEV-11 */
export function vehicleRoutes(db: Db): Route[] {
  const dataOf = async (caller: Caller, id: string): Promise<Vehicle> => {
    const found = await findVehicle(db, caller, id);
    if (!found) throw new ApiError(platformErrors.notFound);
    return found;
  };
  return [
    route(listVehicles, async ({ caller, query }) => {
      const { list, total } = await pageOfVehicles(db, caller, query);
      const { current_page, page_size } = query;
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(listBoundChannels, async ({ caller }) => ({ list: await boundChannels(db, caller) })),
    route(getVehicle, async ({ caller, params }) => ({ data: await dataOf(caller, params.vehicle_id) })),
    route(createVehicle, async ({ caller, body }) => ({
      data: await dataOf(caller, await createVehicleWith(db, caller, body)),
    })),
    route(updateVehicle, async ({ caller, params, body }) => {
      await changeVehicle(db, caller, params.vehicle_id, body);
      return { data: await dataOf(caller, params.vehicle_id) };
    }),
    route(deleteVehicle, async ({ caller, params, query, language }) => {
      await removeVehicle(db, caller.tenantId, params.vehicle_id, query.force ? "force" : "ifUnused");
      return { message: deviceAnswers.vehicleDeleted[language] };
    }),
  ];
}
