import { infoModelContent } from "@canopy/contract/devices/info-models";
import { insertSet, LABELS, setsWithCounts } from "../devices/fleet/named-set-store.ts";
import { findTypeByName, insertType } from "../devices/types/info-model-store.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { DEMO_VEHICLES, type DemoVehicle } from "./demo-vehicles.ts";
import { giveOnce } from "./gift-store.ts";

export interface DeviceGroups {
  readonly info_model_id: string | null;
  readonly label_ids: string[];
}

/** Types and labels of the demo's devices, by their vehicle; those that people deleted are left out. */
export async function demoGroups(db: Db, owner: Caller): Promise<(vehicle: DemoVehicle) => Promise<DeviceGroups>> {
  const { tenantId } = owner;
  await giveOnce(db, tenantId, "types", async (transaction) => {
    for (const { type: name } of DEMO_VEHICLES)
      await insertType(transaction, tenantId, infoModelContent.parse({ name }));
    for (const name of new Set(DEMO_VEHICLES.flatMap(({ labels }) => labels)))
      await insertSet(transaction, LABELS, tenantId, name);
  });
  const known = await setsWithCounts(db, LABELS, owner);
  return async ({ type, labels }) => ({
    info_model_id: (await findTypeByName(db, tenantId, type))?.id ?? null,
    label_ids: known.filter(({ name }) => labels.includes(name)).map(({ id }) => id),
  });
}
