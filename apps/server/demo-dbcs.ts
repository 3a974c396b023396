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
  for (const { file, name } of FILES) {
    const bytes = readFileSync(join(VEHICLES, file));
    await createDbc(db, master.tenantId, name, { bytes, remark: "", draft: false, author: DEMO_MASTER });
  }
}
