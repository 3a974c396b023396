import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dbc } from "@canopy/can/dbc/model";
import type { MessageSignal } from "@canopy/contract/signals/signal-reference";
import type { Db } from "../platform/postgres/schema.ts";
import { countDbcs } from "../signals/dbc/dbc-store.ts";
import { createDbc } from "../signals/dbc/keep-dbc.ts";

const VEHICLES = join(import.meta.dirname, "../../simulator/vehicles");
/** Author of the rows that the program itself creates. */
export const PROGRAM_AUTHOR = "canopy";

/** The DBC of the simulated electric car for a tenant that asked for one and has no DBC yet. */
export async function giveSimulatedDbc(db: Db, tenantId: string): Promise<void> {
  if ((await countDbcs(db, tenantId)) === 0) await takeVehicleDbc(db, tenantId, "ev.dbc", "simulated_ev.dbc");
}

export async function takeVehicleDbc(db: Db, tenantId: string, file: string, name: string): Promise<void> {
  const bytes = readFileSync(join(VEHICLES, file));
  await createDbc(db, tenantId, name, { bytes, remark: "", draft: false, author: PROGRAM_AUTHOR });
}

/** By `Message.Signal`; undefined where the file has none. */
export function signalNamed(dbc: Dbc, name: string): MessageSignal | undefined {
  const [messageName, signal = ""] = name.split(".");
  const message = dbc.messages.find((one) => one.name === messageName);
  if (!message?.signals.some((one) => one.name === signal)) return undefined;
  return { message_id: message.id, is_extended: message.isExtended, signal };
}
