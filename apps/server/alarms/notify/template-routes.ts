import {
  listNoticeTemplates,
  resetNoticeTemplate,
  setNoticeTemplate,
  type TemplateKind,
} from "@canopy/contract/alarms/notice-templates";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { removeTemplate, storeTemplate, templateRows } from "./template-store.ts";

/** TRG-06 */
export function templateRoutes(db: Db): Route[] {
  const view = async (kind: TemplateKind) => {
    const data = (await templateRows(db)).find((row) => row.kind === kind);
    if (!data) throw new ApiError(platformErrors.notFound);
    return { data };
  };
  return [
    route(listNoticeTemplates, async () => ({ list: await templateRows(db) })),
    route(setNoticeTemplate, async ({ params: { kind }, body }) => {
      await storeTemplate(db, kind, body);
      return view(kind);
    }),
    route(resetNoticeTemplate, async ({ params: { kind } }) => {
      await removeTemplate(db, kind);
      return view(kind);
    }),
  ];
}
