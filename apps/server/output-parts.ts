import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { allErrors } from "@canopy/contract/all-errors";
import { LookTimer } from "./alarms/watch/look-timer.ts";
import { limitsOf } from "./capacity/limits.ts";
import { deviceLevels } from "./devices/rights/device-level-store.ts";
import type { FileReceiver } from "./files/receive-file.ts";
import { messageUsers } from "./messages/message-users.ts";
import { lookAtOutputs, OUTPUTS_LOOK_MS } from "./outputs/look-at-outputs.ts";
import type { OutputServices } from "./outputs/output-parts.ts";
import { outputRoutes } from "./outputs/output-routes.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Config } from "./platform/config.ts";
import type { Caller } from "./platform/http/caller.ts";
import type { Route } from "./platform/http/route.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Db } from "./platform/postgres/schema.ts";
import type { StoreParts } from "./store-parts.ts";

interface Wanted extends Pick<StoreParts, "frames" | "losses"> {
  readonly config: Pick<Config, "privateTargets">;
  readonly db: Db;
  readonly bus: Bus;
  readonly secret: string;
  readonly receiver: FileReceiver;
  readonly dataFolder: string;
  webAddress(): string;
}

/** Services of scheduled outputs in the worker. */
export function outputParts({ config, db, bus, dataFolder, ...parts }: Wanted): OutputServices {
  const folder = join(dataFolder, "outputs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    ...parts,
    db,
    folder,
    privateTargets: config.privateTargets,
    limitOf: limitsOf(db),
    messageUser: (to, message) => messageUsers({ db, bus }, [to], message),
    textOf: (code) => {
      const error = allErrors.get(code);
      return error?.bare ?? error?.text;
    },
    now: Date.now,
  };
}

interface RouteParts {
  readonly config: Pick<Config, "privateTargets">;
  readonly db: Db;
  readonly secret: string;
  readonly jobs: Jobs;
  now(): number;
}

export function allOutputRoutes({ config: { privateTargets }, db, secret, jobs, now }: RouteParts): Route[] {
  const levelsOf = (caller: Caller, thingsIds: readonly string[]) => deviceLevels(db, caller, thingsIds);
  return outputRoutes({ db, secret, jobs, now, privateTargets, deviceLevels: levelsOf });
}

export function outputTimer(parts: OutputServices, jobs: Jobs, log: Log): LookTimer {
  return new LookTimer(
    () => lookAtOutputs({ ...parts, jobs }),
    OUTPUTS_LOOK_MS,
    (error) => log.warn({ err: error }, "scheduled outputs could not be looked at"),
  );
}
