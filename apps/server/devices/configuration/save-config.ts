import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { configHash } from "@canopy/contract/device-link/config-hash";
import { configErrors } from "@canopy/contract/devices/config-errors";
import type { ConfigVersion, DeviceConfiguration } from "@canopy/contract/devices/configuration";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { isThingOnline } from "../fleet/thing-store.ts";
import { insertVersion, lockDesired, newestVersion, resendVersion } from "./config-store.ts";
import { reportedConfig } from "./reported-config-store.ts";

export interface WantedConfig {
  config: DeviceConfig;
  /** The version it was made from; undefined: whatever there is. */
  baseVersion: number | undefined;
  note: string;
  origin: ConfigVersion["origin"];
  restoredFrom: number | null;
}

/** DEV-05: the newest version of a device. The second of two editors gets the first one's version, not an overwrite. */
export function saveConfig(db: Db, caller: Caller, thingsId: string, wanted: WantedConfig): Promise<number> {
  return db.transaction().execute((transaction) => saveConfigIn(transaction, caller, thingsId, wanted));
}

/** The same within a transaction. */
export async function saveConfigIn(
  transaction: Db,
  { tenantId, userName: author }: Caller,
  thingsId: string,
  wanted: WantedConfig,
): Promise<number> {
  const desired = await lockDesired(transaction, tenantId, thingsId);
  if (desired === undefined) throw new ApiError(platformErrors.notFound);
  const newest = await newestVersion(transaction, tenantId, thingsId);
  if (wanted.baseVersion !== undefined && wanted.baseVersion !== desired) throw stale(newest);
  const { config, note, origin, restoredFrom } = wanted;
  const hash = configHash(config);
  if (newest?.hash === hash) {
    await resendVersion(transaction, tenantId, thingsId, newest.version);
    return newest.version;
  }
  const version = desired + 1;
  await insertVersion(transaction, { tenantId, thingsId, version, config, hash, note, origin, restoredFrom, author });
  return version;
}

function stale(newest: ConfigVersion | undefined): ApiError {
  const values = { author: newest?.author ?? "", version: newest?.version ?? 0 };
  return new ApiError(configErrors.configStale, { values, details: newest });
}

export async function configurationOf(db: Db, tenantId: string, thingsId: string): Promise<DeviceConfiguration> {
  const [desired, reported, online] = await Promise.all([
    newestVersion(db, tenantId, thingsId),
    reportedConfig(db, tenantId, thingsId),
    isThingOnline(db, tenantId, thingsId),
  ]);
  return { desired: desired ?? null, reported: reported ?? null, online };
}
