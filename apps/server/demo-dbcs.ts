import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_MASTER } from "./accounts/seed-demo.ts";
import { findSignInAccounts } from "./accounts/user-store.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { countDbcs } from "./signals/dbc-store.ts";
import { createDbc } from "./signals/keep-dbc.ts";

const VEHICLES = join(import.meta.dirname, "../simulator/vehicles");
const FILES = [
  { file: "ev.dbc", name: "demo_ev.dbc" },
  { file: "truck.dbc", name: "demo_truck.dbc" },
  { file: "fd-car.dbc", name: "demo_fd_car.dbc" },
];

/** The DBCs of the demo's vehicles, so that a newcomer's first curve needs no file of his own. */
export async function seedDemoDbcs(db: Db): Promise<void> {
  const [master] = await findSignInAccounts(db, DEMO_MASTER);
  if (!master || (await countDbcs(db, master.tenantId)) > 0) return;
  for (const { file, name } of FILES) await takeVehicleDbc(db, master.tenantId, file, name);
}

/** The DBC of the simulated electric car for a tenant that asked for one and has no DBC yet. */
export async function giveSimulatedDbc(db: Db, tenantId: string): Promise<void> {
  if ((await countDbcs(db, tenantId)) === 0) await takeVehicleDbc(db, tenantId, "ev.dbc", "simulated_ev.dbc");
}

async function takeVehicleDbc(db: Db, tenantId: string, file: string, name: string): Promise<void> {
  const bytes = readFileSync(join(VEHICLES, file));
  await createDbc(db, tenantId, name, { bytes, remark: "", draft: false, author: "canopy" });
}
