import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DeviceVehicles } from "../devices/device-services.ts";
import { replaceKey } from "../devices/fleet/thing-store.ts";
import { newLicenceKey } from "../devices/licences/licence-key.ts";
import { listSimulated } from "../devices/link/simulated-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { giveSimulatedDbc } from "./demo-dbcs.ts";
import { startDemoFleet } from "./demo-fleet.ts";

/** Each is a process of its own; more of them would be a load test. */
const MAX_VEHICLES = 10;

interface Parts {
  db: Db;
  dataFolder: string;
  mqttPort: number;
  log: Log;
}

export interface SimulatedVehicles extends DeviceVehicles {
  /** The device is gone, or has a key that the simulator does not know. */
  end(thingsId: string): void;
  stop(): Promise<void>;
}

/** The vehicles started on the guide's page, connected like any terminal. */
export async function startSimulatedVehicles({ db, dataFolder, mqttPort, log }: Parts): Promise<SimulatedVehicles> {
  const folder = join(dataFolder, "simulated");
  const driven = new Map<string, { stop(): Promise<void> }>();
  const simulate: DeviceVehicles["simulate"] = ({ thingsId, deviceId, key }) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${thingsId}.json`);
    const url = `mqtt://127.0.0.1:${mqttPort}`;
    const devices = [{ id: deviceId, key, vehicle: "ev" }];
    writeFileSync(file, JSON.stringify({ url, devices }), { mode: 0o600 });
    driven.set(thingsId, startDemoFleet(file, log));
    void giveDbc(thingsId).catch((error: unknown) => log.warn({ err: error }, "the simulated car has no DBC"));
  };
  const giveDbc = async (thingsId: string) => {
    const known = (await listSimulated(db)).find((one) => one.thingsId === thingsId);
    if (known) await giveSimulatedDbc(db, known.tenantId);
  };
  const end = (thingsId: string): Promise<void> | undefined => {
    const vehicle = driven.get(thingsId);
    driven.delete(thingsId);
    rmSync(join(folder, `${thingsId}.json`), { force: true });
    return vehicle?.stop();
  };
  for (const { tenantId, thingsId, deviceId } of (await listSimulated(db)).slice(0, MAX_VEHICLES)) {
    const { key, hash } = newLicenceKey();
    await replaceKey(db, tenantId, thingsId, hash);
    simulate({ thingsId, deviceId, key });
  }
  return {
    maySimulate: () => driven.size < MAX_VEHICLES,
    simulate,
    end: (thingsId) => void end(thingsId),
    async stop() {
      await Promise.all([...driven.keys()].map(end));
    },
  };
}
