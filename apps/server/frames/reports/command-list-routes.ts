import { frameAnswers } from "@canopy/contract/frames/answers";
import {
  deleteCommandList,
  listCommandLists,
  MAX_COMMAND_LISTS,
  saveCommandList,
} from "@canopy/contract/frames/command-lists";
import { type DataPoint, getDataPoints, setDataPoints } from "@canopy/contract/frames/data-points";
import { listErrors } from "@canopy/contract/frames/send-errors";
import { keepChoice, readChoice } from "../../devices/user-choice-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { commandListsOf, keepCommandList, removeCommandList } from "./command-list-store.ts";

const DATA_POINTS = { table: "data_points", column: "points" };

/** DEV-06: saved command lists of a device. DAT-02: a user's choice of data points. */
export function commandListRoutes(db: Db): Route[] {
  return [
    route(listCommandLists, async ({ caller: { tenantId }, params }) => ({
      list: await commandListsOf(db, { tenantId, thingsId: params.things_id }),
    })),
    route(saveCommandList, async ({ caller, params, body }) => {
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      const data = await keepCommandList(db, owner, { ...body, userName: caller.userName }, MAX_COMMAND_LISTS);
      if (!data) throw new ApiError(listErrors.listLimit, { values: { limit: MAX_COMMAND_LISTS } });
      return { data };
    }),
    route(deleteCommandList, async ({ caller: { tenantId }, params, query, language }) => {
      await removeCommandList(db, { tenantId, thingsId: params.things_id }, query.name);
      return { message: frameAnswers.commandListDeleted[language] };
    }),
    route(getDataPoints, async ({ caller, params }) => ({
      list: await readChoice<DataPoint>(db, DATA_POINTS, { ...caller, thingsId: params.things_id }),
    })),
    route(setDataPoints, async ({ caller, params, body }) => {
      await keepChoice(db, DATA_POINTS, { ...caller, thingsId: params.things_id }, body.points);
      return { list: body.points };
    }),
  ];
}
