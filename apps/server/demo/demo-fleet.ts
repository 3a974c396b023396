import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deviceIdOf } from "@canopy/contract/devices/device-id";
import { newThing } from "@canopy/contract/devices/thing";
import { findDemoOwner } from "../accounts/user-store.ts";
import { ensureDevice } from "../devices/fleet/register-device.ts";
import { newLicenceKey } from "../devices/licences/licence-key.ts";
import type { Config } from "../platform/config.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { giveDemoCurves } from "./demo-curves.ts";
import { PROGRAM_AUTHOR } from "./demo-dbcs.ts";
import { giveDemoObjects } from "./demo-objects.ts";
import { giveDemoRules } from "./demo-rules.ts";
import { demoGroups } from "./demo-types.ts";
import { DEMO_VEHICLES, type GivenDevice } from "./demo-vehicles.ts";
import { giveDemoWork } from "./demo-work.ts";
import { beginGift, givenAtMs } from "./gift-store.ts";

/** As `demo_gifts` has it. */
const PAST_BEGUN = "historyBegun";
/** How long the vehicles were driven before the first start. */
const DRIVEN_S = 3600;
const FLEET_FILE = "fleet.json";
const SIMULATOR = join(import.meta.dirname, "../../simulator/main.ts");
/** Little room for young objects: a few vehicles are no load. */
const SIMULATOR_FLAGS = ["--max-semi-space-size=4"];

export interface DemoFleet {
  /** For the simulator and `canopy simulate`. */
  readonly file: string;
  readonly owner: Caller;
  readonly devices: readonly GivenDevice[];
  /** When the first start began: what was recorded before is made then. */
  readonly beganMs: number;
  /** How long the vehicles were driven before. */
  readonly drivenS: number;
}

/** Registers the demo's three terminals with fresh keys and everything around them, and writes them down for the simulator. */
export async function writeDemoFleet(
  db: Db,
  config: Pick<Config, "dataFolder">,
  mqttPort: number,
  log: Log,
): Promise<DemoFleet> {
  const owner = await demoOwner(db);
  const isFirst = (await givenAtMs(db, owner.tenantId, PAST_BEGUN)) === undefined;
  const beganMs = await beginGift(db, owner.tenantId, PAST_BEGUN, Date.now());
  const { credentials, devices } = await registerAll(db, owner);
  await giveDemoCurves(db, owner.tenantId, devices, log);
  await giveDemoRules(db, owner, devices);
  await giveDemoObjects(db, owner, devices, isFirst ? beganMs - DRIVEN_S * 1000 : undefined);
  await giveDemoWork(db, owner, devices);
  const file = join(config.dataFolder, FLEET_FILE);
  const url = `mqtt://127.0.0.1:${mqttPort}`;
  // Live goes on where the hour before ends.
  const begin = isFirst ? { startUs: beganMs * 1000, drivenS: DRIVEN_S } : {};
  const fleet = { url, ...begin, devices: credentials };
  writeFileSync(file, `${JSON.stringify(fleet, null, 2)}\n`, { mode: 0o600 });
  return { file, owner, devices, beganMs, drivenS: DRIVEN_S };
}

async function demoOwner(db: Db): Promise<Caller> {
  const master = await findDemoOwner(db);
  if (!master) throw new Error("the demo tenant was not seeded");
  const { id: userId, tenantId } = master;
  const rights = { role: "manager", tenantLevel: "write", scope: "read-write", devices: null } as const;
  return { userId, tenantId, userName: PROGRAM_AUTHOR, sessionId: null, ...rights };
}

async function registerAll(db: Db, owner: Caller) {
  const groupsOf = await demoGroups(db, owner);
  const credentials: { id: string; key: string; vehicle: string; seed: string }[] = [];
  const devices: GivenDevice[] = [];
  for (const one of DEMO_VEHICLES) {
    const { vehicle, name, seed } = one;
    const id = deviceIdOf(one.serial);
    const { key } = newLicenceKey();
    const wanted = newThing.parse({ name, third_things_id: id, ...(await groupsOf(one)) });
    const made = await ensureDevice(db, owner.tenantId, wanted, key);
    credentials.push({ id, key, vehicle, seed });
    if (made) devices.push({ vehicle, name, ...made });
  }
  return { credentials, devices };
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
