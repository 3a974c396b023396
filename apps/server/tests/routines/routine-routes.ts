import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { testErrors } from "@canopy/contract/tests/errors";
import {
  createRoutine,
  deleteRoutine,
  listRoutines,
  MAX_ROUTINES,
  type RoutineContent,
  updateRoutine,
} from "@canopy/contract/tests/routines";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { hasScript } from "../scripts/script-store.ts";
import { checkSignals } from "./routine-signals.ts";
import {
  changeRoutine,
  countRoutines,
  findRoutine,
  insertRoutine,
  removeRoutine,
  routinesOf,
} from "./routine-store.ts";

/** TST-01 */
export function routineRoutes(db: Db): Route[] {
  return [
    route(listRoutines, async ({ caller }) => ({ list: await routinesOf(db, caller.tenantId) })),
    route(createRoutine, async ({ caller: { tenantId, userName }, body }) => {
      await checkParts(db, tenantId, body);
      if ((await countRoutines(db, tenantId)) >= MAX_ROUTINES)
        throw new ApiError(testErrors.routineLimit, { values: { limit: MAX_ROUTINES } });
      const made = await insertRoutine(db, tenantId, body, userName);
      return { data: made ?? nameTaken(body) };
    }),
    route(updateRoutine, async ({ caller: { tenantId }, params, body }) => {
      await checkParts(db, tenantId, body);
      const changed = await changeRoutine(db, tenantId, params.routine_id, body);
      if (changed !== undefined) return { data: changed };
      if (!(await findRoutine(db, tenantId, params.routine_id))) throw new ApiError(platformErrors.notFound);
      return nameTaken(body);
    }),
    route(deleteRoutine, async ({ caller, params, language }) => {
      if (!(await removeRoutine(db, caller.tenantId, params.routine_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
  ];
}

async function checkParts(db: Db, tenantId: string, { script_id, signals }: RoutineContent): Promise<void> {
  if (script_id !== null && !(await hasScript(db, tenantId, script_id)))
    throw new ApiError(platformErrors.notFound, { field: "script_id" });
  await checkSignals(db, tenantId, signals);
}

function nameTaken({ name }: RoutineContent): never {
  throw new ApiError(testErrors.routineNameTaken, { field: "name", values: { name } });
}
