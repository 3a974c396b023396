import { configHash } from "@canopy/contract/device-link/config-hash";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { insertVersion, lockDesired, newestVersion, resendVersion } from "./config-store.ts";
import { deleteReportedConfig, reportedConfig } from "./reported-config-store.ts";

/**
 * DEV-14: a new terminal takes over the configuration of the old one: the newest version is sent again; without a saved
 * version, the configuration the old terminal reported becomes one. The old report is not shown for the new terminal.
 */
export async function handOverConfig(db: Db, { tenantId, userName }: Caller, thingsId: string): Promise<void> {
  const desired = await lockDesired(db, tenantId, thingsId);
  if (desired === undefined) return;
  const newest = await newestVersion(db, tenantId, thingsId);
  const config = (await reportedConfig(db, tenantId, thingsId))?.config;
  if (newest) await resendVersion(db, tenantId, thingsId, newest.version);
  else if (config) {
    const from = { note: "", origin: "restore", restoredFrom: null, author: userName } as const;
    await insertVersion(db, { tenantId, thingsId, version: desired + 1, config, hash: configHash(config), ...from });
  }
  await deleteReportedConfig(db, tenantId, thingsId);
}
