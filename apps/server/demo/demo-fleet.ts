import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deviceIdOf } from "@canopy/contract/devices/device-id";
import { newThing } from "@canopy/contract/devices/thing";
import { DEMO_MASTER } from "../accounts/seed-demo.ts";
import { findSignInAccounts } from "../accounts/user-store.ts";
import { ensureDevice } from "../devices/fleet/register-device.ts";
import { newLicenceKey } from "../devices/licences/licence-key.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { giveDemoCurves } from "./demo-curves.ts";
import { giveDemoRules } from "./demo-rules.ts";

/** Serials of the demo's terminals; the checksum makes them device IDs. */
const VEHICLES = [
  { vehicle: "ev", name: "Demo EV 01", serial: [0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 1] },
  { vehicle: "truck", name: "Demo Truck 02", serial: [0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 2] },
  { vehicle: "fd-car", name: "Demo CAN FD 03", serial: [0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 3] },
] as const;

const FLEET_FILE = "fleet.json";
const SIMULATOR = join(import.meta.dirname, "../../simulator/main.ts");
/** Little room for young objects: a few vehicles are no load. */
const SIMULATOR_FLAGS = ["--max-semi-space-size=4"];

/**
 * Registers the demo's three terminals with fresh keys, curves and rules, and writes them down for the simulator and
 * `canopy simulate`.
 */
export async function writeDemoFleet(
  db: Db,
  config: Pick<Config, "dataFolder">,
  mqttPort: number,
  log: Log,
): Promise<string> {
  const [master] = await findSignInAccounts(db, DEMO_MASTER);
  if (!master) throw new Error("the demo tenant was not seeded");
  const devices = [];
  const drawn = [];
  for (const { vehicle, name, serial } of VEHICLES) {
    const id = deviceIdOf(serial);
    const { key } = newLicenceKey();
    const made = await ensureDevice(db, master.tenantId, newThing.parse({ name, third_things_id: id }), key);
    devices.push({ id, key, vehicle });
    if (made) drawn.push({ vehicle, thingsId: made.thingsId, name });
  }
  await giveDemoCurves(db, master.tenantId, drawn, log);
  await giveDemoRules(db, { tenantId: master.tenantId, userId: master.id }, drawn);
  const file = join(config.dataFolder, FLEET_FILE);
  const url = `mqtt://127.0.0.1:${mqttPort}`;
  writeFileSync(file, `${JSON.stringify({ url, devices }, null, 2)}\n`, { mode: 0o600 });
  return file;
}

/** The simulated fleet as a process of its own, connected like any terminal. */
export function startDemoFleet(file: string, log: Log): { stop(): Promise<void> } {
  const child = spawn(process.execPath, [...SIMULATOR_FLAGS, SIMULATOR, file], { stdio: ["pipe", "ignore", "pipe"] });
  child.stderr.on("data", (chunk) => log.info({ simulator: String(chunk).trim() }, "demo fleet"));
  child.on("error", (error) => log.warn({ err: error }, "the demo fleet could not be started"));
  child.stdin.on("error", () => undefined);
  const exited = once(child, "exit");
  return {
    async stop() {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await exited;
    },
  };
}
