import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import {
  createEcu,
  deleteEcu,
  type Ecu,
  type EcuContent,
  listEcus,
  MAX_ECUS,
  updateEcu,
} from "@canopy/contract/diagnosis/ecus";
import {
  createUnlockFile,
  deleteUnlockFile,
  listUnlockFiles,
  tryUnlockFile,
} from "@canopy/contract/diagnosis/unlock-files";
import { DELETED, nameList } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { choosePackage } from "../packages/choose-package.ts";
import * as store from "./ecu-store.ts";
import { makeUnlockFile, mustFind, tryKey, type UnlockServices } from "./keep-unlock-file.ts";
import { pageOfUnlockFiles, removeUnlockFile } from "./unlock-store.ts";

/** UDS-03 */
export function ecuRoutes(services: UnlockServices): Route[] {
  const { db } = services;
  return [
    route(listEcus, async ({ caller, query }) => {
      const { current_page, page_size, keyword, extended, order_param, order_type } = query;
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const filter = {
        keyword,
        address: addressOf(keyword),
        extended: extended === undefined ? null : extended === "1",
        order_param,
        order_type,
      };
      const { list, total } = await store.pageOfEcus(db, caller.tenantId, { ...filter, ...page });
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(createEcu, async ({ caller, body }) => {
      if ((await store.countEcus(db, caller.tenantId)) >= MAX_ECUS)
        throw new ApiError(ecuErrors.ecuLimit, { values: { limit: MAX_ECUS } });
      return { data: await saveEcu(db, caller.tenantId, body) };
    }),
    route(updateEcu, async ({ caller, params, body }) => {
      if (!(await store.findEcu(db, caller.tenantId, params.ecu_id))) throw new ApiError(platformErrors.notFound);
      return { data: await saveEcu(db, caller.tenantId, body, params.ecu_id) };
    }),
    route(deleteEcu, async ({ caller, params, language }) => {
      if (!(await store.removeEcu(db, caller.tenantId, params.ecu_id))) throw new ApiError(platformErrors.notFound);
      return { message: DELETED[language] };
    }),
    ...unlockRoutes(services),
  ];
}

function unlockRoutes(services: UnlockServices): Route[] {
  const { db } = services;
  return [
    route(listUnlockFiles, async ({ caller, query: { current_page, page_size, ...order } }) => {
      const page = { ...order, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await pageOfUnlockFiles(db, caller.tenantId, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(createUnlockFile, async ({ caller, body }) => ({
      data: await makeUnlockFile(services, caller, body.name, Buffer.from(body.unlock_base64, "base64")),
    })),
    route(deleteUnlockFile, async ({ caller, params, language }) => {
      const { ecus } = await mustFind(db, caller.tenantId, params.unlock_file_id);
      if (!(await removeUnlockFile(db, caller.tenantId, params.unlock_file_id)))
        throw new ApiError(ecuErrors.fileInUse, { values: { names: nameList(ecus, language) } });
      return { message: DELETED[language] };
    }),
    route(tryUnlockFile, async ({ caller, params, body }) => ({
      data: { key: await tryKey(services, caller.tenantId, params.unlock_file_id, body) },
    })),
  ];
}

/** The files are held while the row is written, so that none of them is deleted meanwhile. */
function saveEcu(db: Db, tenantId: string, content: EcuContent, id?: string): Promise<Ecu> {
  return db.transaction().execute(async (transaction) => {
    if (!(await store.holdFiles(transaction, tenantId, content))) throw new ApiError(platformErrors.notFound);
    const saved =
      id === undefined
        ? await store.insertEcu(transaction, tenantId, content)
        : (await store.changeEcu(transaction, tenantId, id, content)) && id;
    if (saved && content.package_id !== undefined)
      await choosePackage(transaction, { tenantId, ecuId: saved }, content.package_id);
    const ecu = saved ? await store.findEcu(transaction, tenantId, saved) : undefined;
    if (!ecu) throw new ApiError(ecuErrors.ecuNameTaken, { field: "name" });
    return ecu;
  });
}

function addressOf(keyword: string): number | null {
  const digits = /^(?:0x)?([0-9a-f]{1,8})$/i.exec(keyword)?.[1];
  const address = digits === undefined ? Number.NaN : Number.parseInt(digits, 16);
  return address <= 0x1fffffff ? address : null;
}
