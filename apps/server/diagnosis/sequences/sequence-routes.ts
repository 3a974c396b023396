import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { deleteSequence, listSequences, MAX_SEQUENCES, saveSequence } from "@canopy/contract/diagnosis/sequences";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { putSequence, removeSequence, sequencesOf } from "./sequence-store.ts";

/** UDS-01 */
export function sequenceRoutes(db: Db): Route[] {
  return [
    route(listSequences, async ({ caller }) => ({ list: await sequencesOf(db, caller.tenantId) })),
    route(saveSequence, async ({ caller, body }) => {
      const data = await putSequence(db, caller.tenantId, { ...body, user_name: caller.userName });
      if (!data) throw new ApiError(ecuErrors.fileLimit, { values: { limit: MAX_SEQUENCES } });
      return { data };
    }),
    route(deleteSequence, async ({ caller, params, language }) => {
      if (!(await removeSequence(db, caller.tenantId, params.sequence_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
  ];
}
