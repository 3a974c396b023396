import { signalAnswers } from "@canopy/contract/signals/answers";
import { layoutErrors } from "@canopy/contract/signals/layout-errors";
import {
  deleteLayout,
  deleteTemplate,
  type LayoutContent,
  listLayouts,
  listTemplates,
  MAX_LAYOUTS,
  saveLayout,
  saveTemplate,
} from "@canopy/contract/signals/layouts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { keepLayout, keepTemplate, layoutsOf, removeLayout, removeTemplate, templatesOf } from "./layout-store.ts";

/** Curve layouts of a device, and templates of the tenant. */
export function layoutRoutes(db: Db): Route[] {
  const tooMany = () => new ApiError(layoutErrors.layoutLimit, { values: { limit: MAX_LAYOUTS } });
  return [
    route(listLayouts, async ({ caller: { tenantId }, params }) => ({
      list: await layoutsOf(db, { tenantId, thingsId: params.things_id }),
    })),
    route(saveLayout, async ({ caller, params, body }) => {
      const owner = { tenantId: caller.tenantId, thingsId: params.things_id };
      const data = await keepLayout(db, owner, { ...body, userName: caller.userName }, MAX_LAYOUTS);
      if (!data) throw tooMany();
      return { data };
    }),
    route(deleteLayout, async ({ caller: { tenantId }, params, query, language }) => {
      await removeLayout(db, { tenantId, thingsId: params.things_id }, query.name);
      return { message: signalAnswers.layoutDeleted[language] };
    }),
    route(listTemplates, async ({ caller: { tenantId } }) => ({ list: await templatesOf(db, tenantId) })),
    route(saveTemplate, async ({ caller: { tenantId, userName }, body }) => {
      const dbcId = onlyDbcOf(body);
      if (dbcId === undefined) throw new ApiError(layoutErrors.templateOneDbc, { field: "panels" });
      const data = await keepTemplate(db, tenantId, { ...body, userName, dbcId }, MAX_LAYOUTS);
      if (!data) throw tooMany();
      return { data };
    }),
    route(deleteTemplate, async ({ caller: { tenantId }, query, language }) => {
      await removeTemplate(db, tenantId, query.name);
      return { message: signalAnswers.layoutDeleted[language] };
    }),
  ];
}

function onlyDbcOf({ panels }: LayoutContent): string | undefined {
  const ids = new Set(panels.flatMap(({ items }) => items.map(({ dbc_id }) => dbc_id)));
  return ids.size === 1 ? [...ids][0] : undefined;
}
