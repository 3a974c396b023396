import {
  applyConfiguration,
  getConfigRollout,
  getConfiguration,
  listConfigVersions,
  readConfiguration,
  writeConfiguration,
} from "@canopy/contract/devices/configuration";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deviceLevels } from "../rights/device-level-store.ts";
import { applyConfig } from "./apply-config.ts";
import { findRollout } from "./config-rollout-store.ts";
import { listVersions } from "./config-store.ts";
import { type ConfigServices, deliverConfig } from "./deliver-config.ts";
import { readConfig } from "./read-config.ts";
import { configurationOf, saveConfig } from "./save-config.ts";

/** DEV-05 */
export function configRoutes(services: ConfigServices): Route[] {
  const { db } = services;
  return [
    ...routesOfDevice(services),
    route(applyConfiguration, async ({ caller, body }) => {
      const wanted = { thingsIds: body.things_ids, config: body.config, note: body.note };
      const id = await applyConfig(services, caller, wanted);
      return { data: await rolloutOf(db, caller, id) };
    }),
    route(getConfigRollout, async ({ caller, params }) => ({ data: await rolloutOf(db, caller, params.rollout_id) })),
  ];
}

function routesOfDevice(services: ConfigServices): Route[] {
  const { db } = services;
  return [
    route(getConfiguration, async ({ caller, params }) => ({
      data: await configurationOf(db, caller.tenantId, params.things_id),
    })),
    route(readConfiguration, async ({ caller, params }) => {
      const { tenantId, userName } = caller;
      const reading = await readConfig(services, { tenantId, thingsId: params.things_id }, userName);
      const data = await configurationOf(db, tenantId, params.things_id);
      return { data, problem: "problem" in reading ? reading.problem : null };
    }),
    route(writeConfiguration, async ({ caller, params, body }) => {
      const { config, note, origin, base_version: baseVersion, restored_from: restoredFrom } = body;
      await saveConfig(db, caller, params.things_id, { config, note, origin, baseVersion, restoredFrom });
      void deliverConfig(services, { tenantId: caller.tenantId, thingsId: params.things_id });
      return { data: await configurationOf(db, caller.tenantId, params.things_id) };
    }),
    route(listConfigVersions, async ({ caller, params, query: { current_page, page_size } }) => {
      const range = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await listVersions(db, caller.tenantId, params.things_id, range);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
  ];
}

/** Of its devices, those that the caller may still read. */
async function rolloutOf(db: Db, caller: Caller, id: string) {
  const rollout = await findRollout(db, caller.tenantId, id);
  if (!rollout) throw new ApiError(platformErrors.notFound);
  const levels = await deviceLevels(
    db,
    caller,
    rollout.items.map((item) => item.things_id),
  );
  const items = rollout.items.filter((item) => ["read", "write"].includes(levels.get(item.things_id) ?? ""));
  return { ...rollout, items };
}
