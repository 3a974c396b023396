import { deviceAnswers } from "@canopy/contract/devices/answers";
import {
  createInfoModel,
  deleteInfoModel,
  getInfoModel,
  type InfoModel,
  listInfoModels,
  updateInfoModel,
} from "@canopy/contract/devices/info-models";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { changeType, createType, removeType, type TypeServices } from "./device-types.ts";
import { findType, listTypes } from "./info-model-store.ts";

/** DEV-04 */
export function infoModelRoutes(services: TypeServices): Route[] {
  const { db } = services;
  return [
    route(listInfoModels, async ({ caller, query }) => {
      const { list, total } = await listTypes(db, caller.tenantId, query);
      const { current_page, page_size } = query;
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(getInfoModel, async ({ caller, params }) => ({
      data: await visibleType(db, caller.tenantId, params.info_model_id),
    })),
    route(createInfoModel, async ({ caller, body }) => ({ data: await createType(services, caller.tenantId, body) })),
    route(updateInfoModel, async ({ caller, params, body }) => {
      await ownType(db, caller.tenantId, params.info_model_id);
      return { data: await changeType(db, caller.tenantId, params.info_model_id, body) };
    }),
    route(deleteInfoModel, async ({ caller, params, query, language }) => {
      await ownType(db, caller.tenantId, params.info_model_id);
      await removeType(services, caller.tenantId, params.info_model_id, query.force ? "force" : "ifUnused");
      return { message: deviceAnswers.typeDeleted[language] };
    }),
  ];
}

async function visibleType(db: Db, tenantId: string, id: string): Promise<InfoModel> {
  const type = await findType(db, tenantId, id);
  if (!type) throw new ApiError(platformErrors.notFound);
  return type;
}

/** A type that is only offered to the tenant may be seen and used, not changed. */
async function ownType(db: Db, tenantId: string, id: string): Promise<void> {
  const { own } = await visibleType(db, tenantId, id);
  if (!own) throw new ApiError(platformErrors.forbidden);
}
