import type { DeviceConfig } from "@canopy/contract/device-link/config";
import type { Caller } from "../../platform/http/caller.ts";
import { insertRollout, type RolloutItem } from "./config-rollout-store.ts";
import { type ConfigServices, deliverConfig } from "./deliver-config.ts";
import { saveConfigIn } from "./save-config.ts";

interface RolloutRequest {
  thingsIds: readonly string[];
  config: DeviceConfig;
  note: string;
}

/** Terminals addressed in parallel. */
const AT_ONCE = 8;

/**
 * DEV-05: one configuration for many devices, as a version of each. All of it is stored before anything is sent, or
 * nothing of it: a version without its row here would be sent all the same.
 */
export async function applyConfig(
  services: ConfigServices,
  caller: Caller,
  { thingsIds, config, note }: RolloutRequest,
): Promise<string> {
  const { tenantId, userName: author } = caller;
  // In one order, so that two at once wait for each other and never block both.
  const once = [...new Set(thingsIds.map((id) => id.toLowerCase()))].sort();
  const wanted = { config, note, origin: "apply", baseVersion: undefined, restoredFrom: null } as const;
  const id = await services.db.transaction().execute(async (transaction) => {
    const items: RolloutItem[] = [];
    for (const thingsId of once) {
      items.push({ thingsId, version: await saveConfigIn(transaction, caller, thingsId, wanted) });
    }
    return insertRollout(transaction, { tenantId, author, note }, items);
  });
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
