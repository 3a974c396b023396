import * as contract from "@canopy/contract/diagnosis/bus-faults";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findVehicle } from "../../devices/vehicles/vehicle-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import * as store from "./fault-store.ts";

/** UDS-06 */
export function busFaultRoutes(db: Db): Route[] {
  return [
    route(contract.listBusFaults, ({ caller, params }) => store.faultsOfDevice(db, caller.tenantId, params.things_id)),
    route(contract.listVehicleFaults, async ({ caller, params }) => {
      if (!(await findVehicle(db, caller, params.vehicle_id))) throw new ApiError(platformErrors.notFound);
      return store.faultsOfVehicle(db, caller, params.vehicle_id);
    }),
    route(contract.forgetBusFaults, async ({ caller, params }) => ({
      removed: await store.removeEnded(db, caller.tenantId, params.things_id),
    })),
  ];
}
