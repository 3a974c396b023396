import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_MASTER } from "../../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../../apps/server/accounts/user-store.ts";
import { ensureDevice } from "../../apps/server/devices/fleet/register-device.ts";
import { newLicenceKey } from "../../apps/server/devices/licences/licence-key.ts";
import type { Database } from "../../apps/server/platform/postgres/open-database.ts";
import { startFleet } from "../../apps/simulator/fleet.ts";
import type { Program } from "../../e2e/support/program.ts";
import { deviceIdOf } from "../../packages/contract/devices/device-id.ts";
import { newThing } from "../../packages/contract/devices/thing.ts";

interface StreamingDevice {
  readonly thingsId: string;
  stop(): Promise<void>;
}

/** One more device of the demo tenant, an electric car that sends so many frames a second until it is stopped. */
export async function streamingDevice(
  { dataFolder }: Program,
  { db }: Database,
  framesPerSecond: number,
): Promise<StreamingDevice> {
  const [master] = await findSignInAccounts(db, DEMO_MASTER);
  if (!master) throw new Error("the demo was not seeded");
  const id = deviceIdOf([0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 0x77]);
  const { key } = newLicenceKey();
  const device = await ensureDevice(db, master.tenantId, newThing.parse({ name: "load", third_things_id: id }), key);
  if (!device) throw new Error("the device is taken");
  const { url } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
  const devices = [{ id, key, vehicle: "ev" as const }];
  const fleet = startFleet({ url, devices, framesPerSecond, log: () => undefined });
  return { thingsId: device.thingsId, stop: () => fleet.stop() };
}
