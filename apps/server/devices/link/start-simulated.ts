import { randomBytes } from "node:crypto";
import { deviceAnswers } from "@canopy/contract/devices/answers";
import { DEVICE_SERIAL_BYTES, deviceIdOf } from "@canopy/contract/devices/device-id";
import { deviceErrors } from "@canopy/contract/devices/errors";
import { newThing } from "@canopy/contract/devices/thing";
import type { Language } from "@canopy/contract/platform/language";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { DeviceServices } from "../device-services.ts";
import { registerWithin } from "../fleet/create-device.ts";
import { deleteDevice } from "../fleet/delete-device.ts";
import { insertSimulated, simulatedOf } from "./simulated-store.ts";

/**
 * Registers a vehicle like any device, within the package, and drives it: no hardware, so no licence is asked for. Asked
 * again, it answers the one there is.
 */
export async function startSimulatedVehicle(
  services: DeviceServices,
  caller: Caller,
  language: Language,
): Promise<string> {
  const known = await simulatedOf(services.db, caller.tenantId);
  if (known) return known;
  const { vehicles } = services;
  if (!vehicles?.maySimulate()) throw new ApiError(deviceErrors.simulatorUnavailable);
  const deviceId = deviceIdOf(randomBytes(DEVICE_SERIAL_BYTES));
  const wanted = newThing.parse({ name: deviceAnswers.simulatedName[language], third_things_id: deviceId });
  const { thingsId, key } = await registerWithin(services, caller, wanted);
  if (!(await insertSimulated(services.db, caller.tenantId, thingsId))) {
    // Another user of the tenant pressed the button at the same moment.
    await deleteDevice(services, caller, thingsId, "keepChildren");
    return (await simulatedOf(services.db, caller.tenantId)) ?? thingsId;
  }
  vehicles.simulate({ thingsId, deviceId, key });
  return thingsId;
}
