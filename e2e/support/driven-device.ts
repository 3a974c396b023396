// A device with a vehicle behind it, in a tenant of its own.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { startFleet } from "../../apps/simulator/fleet.ts";
import type { VehicleKind } from "../../apps/simulator/vehicles/vehicle.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { dataFolder } from "./browser.ts";
import { database, newAccount } from "./store.ts";
import { registerDevice } from "./terminal.ts";

export async function newTenant() {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return account;
}

/** A device of a fresh tenant, and a simulated vehicle that drives it until the test ends. */
export async function drivenDevice(vehicle: VehicleKind, name: string, isParked = false) {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name });
  const { url } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
  const fleet = startFleet({
    url,
    devices: [{ id: device.deviceId, key: device.key, vehicle, isParked }],
    log: () => undefined,
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await fleet.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  return { account, device, stop };
}
