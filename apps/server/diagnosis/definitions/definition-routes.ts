import * as contract from "@canopy/contract/diagnosis/definitions";
import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { DELETED } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findEcu } from "../ecus/ecu-store.ts";
import { readDefinitionsAside } from "../read-files.ts";
import { findDefinitions, putDefinitions, removeDefinitions } from "./definition-store.ts";

/** UDS-01, UDS-03: names, units and lengths of an ECU's identifiers and routines. */
export function definitionRoutes(db: Db): Route[] {
  const mustFind = async (tenantId: string, ecuId: string) => {
    if (!(await findEcu(db, tenantId, ecuId))) throw new ApiError(platformErrors.notFound);
  };
  return [
    route(contract.getEcuDefinitions, async ({ caller, params }) => {
      await mustFind(caller.tenantId, params.ecu_id);
      return { data: await findDefinitions(db, caller.tenantId, params.ecu_id) };
    }),
    route(contract.importEcuDefinitions, async ({ caller, params, body, signal }) => {
      await mustFind(caller.tenantId, params.ecu_id);
      const reading = { tenantId: caller.tenantId, signal };
      const read = await readDefinitionsAside(Buffer.from(body.content_base64, "base64"), reading);
      if (typeof read === "string") throw new ApiError(ecuErrors[read], { field: "content_base64" });
      const { content, summary } = read;
      const made = { fileName: body.name, userName: caller.userName, content };
      if (!body.preview) await putDefinitions(db, caller.tenantId, params.ecu_id, made);
      return { data: summary };
    }),
    route(contract.deleteEcuDefinitions, async ({ caller, params, language }) => {
      await mustFind(caller.tenantId, params.ecu_id);
      await removeDefinitions(db, caller.tenantId, params.ecu_id);
      return { message: DELETED[language] };
    }),
  ];
}
