import { type OpenFrames, withFrames, withStores } from "@canopy/server/open-frames";
import { type Config, loadConfig } from "@canopy/server/platform/config";
import { StartFault } from "@canopy/server/platform/engines/start-fault";
import { ApiError } from "@canopy/server/platform/http/api-error";
import { createLog } from "@canopy/server/platform/log";
import type { Database } from "@canopy/server/platform/postgres/open-database";
import { withDatabase } from "@canopy/server/platform/postgres/with-database";
import { UsageError } from "./command.ts";

/** The configuration that the server of this folder would use. */
export function operatorConfig(): Config {
  const reading = loadConfig(process.env, process.cwd());
  if (!reading.ok) throw new UsageError(reading.problems.join("\n"));
  return reading.config;
}

/** Runs a command of the operator on the server's database, whether the server runs or not. */
export function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return inWords(() => withDatabase(operatorConfig(), createLog("error"), work));
}

/** The same on its frame store. */
export function onFrames<T>(work: (frames: OpenFrames) => Promise<T>): Promise<T> {
  return inWords(() => withFrames(operatorConfig(), createLog("error"), work));
}

/** The same on both. */
export function onStores<T>(work: Parameters<typeof withStores<T>>[2]): Promise<T> {
  return inWords(() => withStores(operatorConfig(), createLog("error"), work));
}

/** A refusal of the server is a usage error here. */
export function asUsageError(error: unknown): never {
  throw error instanceof ApiError ? new UsageError(error.message) : error;
}

/** A fault of the start is a usage error here. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StartFault ? new UsageError(error.message) : error;
  }
}
