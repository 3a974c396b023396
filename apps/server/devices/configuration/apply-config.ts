import type { DeviceConfig } from "@canopy/contract/device-link/config";
import type { Caller } from "../../platform/http/caller.ts";
import { insertRollout, type RolloutItem } from "./config-rollout-store.ts";
import { type ConfigServices, deliverConfig } from "./deliver-config.ts";
import { saveConfig } from "./save-config.ts";

interface RolloutRequest {
  thingsIds: readonly string[];
  config: DeviceConfig;
  note: string;
}

/** Terminals addressed in parallel. */
const AT_ONCE = 8;

/** DEV-05: one configuration for many devices, as a version of each. All of it is stored before anything is sent. */
export async function applyConfig(
  services: ConfigServices,
  caller: Caller,
  { thingsIds, config, note }: RolloutRequest,
): Promise<string> {
  const { tenantId, userName: author } = caller;
  const { db } = services;
  const once = [...new Set(thingsIds.map((id) => id.toLowerCase()))];
  const items: RolloutItem[] = [];
  for (const thingsId of once) {
    const wanted = { config, note, origin: "apply", baseVersion: undefined, restoredFrom: null } as const;
    items.push({ thingsId, version: await saveConfig(db, caller, thingsId, wanted) });
  }
  const id = await insertRollout(db, { tenantId, author, note }, items);
  void deliverAll(services, tenantId, once);
  return id;
}

/** An offline terminal, or one of another process, gets it with its next status. */
async function deliverAll(services: ConfigServices, tenantId: string, thingsIds: readonly string[]): Promise<void> {
  const waiting = [...thingsIds];
  const work = async () => {
    for (let thingsId = waiting.shift(); thingsId !== undefined; thingsId = waiting.shift()) {
      await deliverConfig(services, { tenantId, thingsId });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
