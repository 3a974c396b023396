import { deviceAnswers } from "@canopy/contract/devices/answers";
import { getDeviceLevels, setDeviceLevels } from "@canopy/contract/devices/device-levels";
import type { Level } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { getUser } from "../../accounts/user-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { requireLevel } from "../../platform/http/check-devices.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deviceLevels, levelsOfUser, replaceLevels } from "./device-level-store.ts";

/** USR-03: a manager sets the levels of sub-users on devices. A manager's own levels are never checked. */
export function deviceLevelRoutes(db: Db): Route[] {
  return [
    route(getDeviceLevels, async ({ caller, params }) => {
      await requireUser(db, caller, params.user_id);
      const levels = [...(await levelsOfUser(db, caller.tenantId, params.user_id))];
      const of = (wanted: Level) => levels.filter(([, level]) => level === wanted).map(([id]) => id);
      return { data: { readable: of("read"), read_write: of("write") } };
    }),
    route(setDeviceLevels, async ({ caller, params, body, language }) => {
      await requireUser(db, caller, params.user_id);
      const wanted = new Map<string, Level>();
      for (const id of body.readable) wanted.set(id.toLowerCase(), "read");
      for (const id of body.read_write) wanted.set(id.toLowerCase(), "write");
      await requireLevel(caller, [...wanted.keys()], "write", (who, ids) => deviceLevels(db, who, ids));
      await replaceLevels(db, caller.tenantId, params.user_id, wanted);
      return { message: deviceAnswers.levelsSaved[language] };
    }),
  ];
}

async function requireUser(db: Db, caller: Caller, userId: string): Promise<void> {
  if (!(await getUser(db, caller.tenantId, userId))) throw new ApiError(platformErrors.notFound);
}
