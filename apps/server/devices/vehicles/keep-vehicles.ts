import { vehicleErrors } from "@canopy/contract/devices/vehicle-errors";
import { MAX_VEHICLES, type VehicleChange, type VehicleContent } from "@canopy/contract/devices/vehicles";
import { platformErrors } from "@canopy/contract/platform/errors";
import { sql } from "kysely";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { requireLevel } from "../../platform/http/check-devices.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deviceLevels } from "../rights/device-level-store.ts";
import { replaceChannels, takenChannel } from "./vehicle-channel-store.ts";
import {
  countHeld,
  countVehicles,
  deleteVehicleRow,
  insertVehicle,
  lockVehicle,
  takenBy,
  updateVehicleRow,
} from "./vehicle-store.ts";

/** DEV-11: a new vehicle with its channels, or nothing. */
export async function createVehicleWith(db: Db, caller: Caller, content: VehicleContent): Promise<string> {
  const { tenantId } = caller;
  return change(db, caller, content, async (transaction) => {
    if ((await countVehicles(transaction, tenantId)) >= MAX_VEHICLES) {
      throw new ApiError(vehicleErrors.vehicleLimit, { values: { limit: MAX_VEHICLES } });
    }
    await refuseTaken(transaction, tenantId, content, null);
    const id = await insertVehicle(transaction, tenantId, content);
    await replaceChannels(transaction, caller, id, content.channels);
    return id;
  });
}

export async function changeVehicle(db: Db, caller: Caller, id: string, content: VehicleChange): Promise<void> {
  const { tenantId } = caller;
  await change(db, caller, content, async (transaction) => {
    if (!(await lockVehicle(transaction, tenantId, id))) throw new ApiError(platformErrors.notFound);
    await refuseTaken(transaction, tenantId, content, id);
    await updateVehicleRow(transaction, tenantId, id, content);
    if (content.channels) await replaceChannels(transaction, caller, id, content.channels);
  });
}

/** In use it is refused with the count unless forced; devices and their data stay in any case. */
export async function removeVehicle(db: Db, tenantId: string, id: string, mode: "force" | "ifUnused"): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await lockVehicle(transaction, tenantId, id))) throw new ApiError(platformErrors.notFound);
    const count = await countHeld(transaction, tenantId, id);
    if (count > 0 && mode !== "force") {
      throw new ApiError(vehicleErrors.vehicleInUse, { values: { count }, details: { count } });
    }
    await deleteVehicleRow(transaction, tenantId, id);
  });
}

/** Requires read access to the named devices and locks the tenant's vehicles. */
async function change<T>(
  db: Db,
  caller: Caller,
  { channels = [] }: VehicleChange,
  work: (transaction: Db) => Promise<T>,
): Promise<T> {
  const thingsIds = [...new Set(channels.map(({ things_id }) => things_id.toLowerCase()))];
  await requireLevel(caller, thingsIds, "read", (who, ids) => deviceLevels(db, who, ids));
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${caller.tenantId}, 14))`.execute(transaction);
    return work(transaction);
  });
}

async function refuseTaken(db: Db, tenantId: string, content: VehicleChange, id: string | null): Promise<void> {
  const taken = await takenBy(db, tenantId, content, id);
  if (taken === "name") throw new ApiError(vehicleErrors.vehicleNameTaken, { field: "name" });
  if (taken === "vin") throw new ApiError(vehicleErrors.vinTaken, { field: "vin" });
  const { device, channel, vehicle } = (await takenChannel(db, tenantId, id, content.channels ?? [])) ?? {};
  if (device === undefined || channel === undefined || vehicle === undefined) return;
  throw new ApiError(vehicleErrors.channelTaken, {
    field: "channels",
    values: { device, channel: channel + 1, vehicle },
  });
}
