import { faultCodeName, parseFaultCode } from "@canopy/can/faults/fault-code";
import * as contract from "@canopy/contract/diagnosis/dtc-files";
import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { DELETED, nameList } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { readCodesAside } from "../read-files.ts";
import * as store from "./dtc-store.ts";
import { SHOWN } from "./read-codes.ts";

const shown = (row: store.StoredCode) => ({ ...row, code: faultCodeName(row.code) });

/** UDS-03 */
export function dtcRoutes(db: Db): Route[] {
  return [
    route(contract.listDtcFiles, async ({ caller, query: { current_page, page_size, keyword } }) => {
      const page = { keyword, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.pageOfDtcFiles(db, caller.tenantId, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(contract.createDtcFile, async ({ caller, body }) => {
      const { total } = await store.pageOfDtcFiles(db, caller.tenantId, { keyword: "", limit: 1, offset: 0 });
      const limit = contract.MAX_DTC_FILES;
      if (total >= limit) throw new ApiError(ecuErrors.fileLimit, { values: { limit } });
      const id = await store.insertDtcFile(db, caller.tenantId, body.name);
      if (id === undefined) throw new ApiError(ecuErrors.fileNameTaken, { field: "name" });
      return { data: await mustFind(db, caller.tenantId, id) };
    }),
    route(contract.renameDtcFile, async ({ caller, params, body }) => {
      await mustFind(db, caller.tenantId, params.dtc_file_id);
      if (!(await store.nameDtcFile(db, caller.tenantId, params.dtc_file_id, body.name)))
        throw new ApiError(ecuErrors.fileNameTaken, { field: "name" });
      return { data: await mustFind(db, caller.tenantId, params.dtc_file_id) };
    }),
    route(contract.deleteDtcFile, async ({ caller, params, language }) => {
      const { ecus } = await mustFind(db, caller.tenantId, params.dtc_file_id);
      if (!(await store.removeDtcFile(db, caller.tenantId, params.dtc_file_id)))
        throw new ApiError(ecuErrors.fileInUse, { values: { names: nameList(ecus, language) } });
      return { message: DELETED[language] };
    }),
    ...codeRoutes(db),
  ];
}

function codeRoutes(db: Db): Route[] {
  return [
    route(contract.listDtcCodes, async ({ caller, params, query: { current_page, page_size, keyword, ...order } }) => {
      await mustFind(db, caller.tenantId, params.dtc_file_id);
      const page = {
        ...order,
        keyword,
        code: parseFaultCode(keyword) ?? null,
        limit: page_size,
        offset: (current_page - 1) * page_size,
      };
      const { list, total } = await store.pageOfCodes(db, caller.tenantId, params.dtc_file_id, page);
      return { list: list.map(shown), pagination: { current_page, page_size, total_size: total } };
    }),
    route(contract.setDtcCode, async ({ caller, params, body }) => {
      const row = { ...body, code: codeOf(body.code) };
      await put(db, caller.tenantId, params.dtc_file_id, [row]);
      return { data: shown(row) };
    }),
    route(contract.deleteDtcCode, async ({ caller, params, query, language }) => {
      await mustFind(db, caller.tenantId, params.dtc_file_id);
      await store.removeCode(db, caller.tenantId, params.dtc_file_id, codeOf(query.code));
      return { message: DELETED[language] };
    }),
    route(contract.importDtcCodes, async ({ caller, params, body, signal }) => {
      await mustFind(db, caller.tenantId, params.dtc_file_id);
      const reading = { tenantId: caller.tenantId, signal };
      const csv = await readCodesAside(Buffer.from(body.content_base64, "base64"), reading);
      if (typeof csv === "string")
        throw new ApiError(ecuErrors[csv], { field: "content_base64", values: { limit: contract.MAX_DTC_CODES } });
      if (!body.preview && csv.rows.length > 0) await put(db, caller.tenantId, params.dtc_file_id, csv.rows);
      const { encoding, rows, problems, problemCount, doubles, doubleCount } = csv;
      const data = { encoding, taken: rows.length, problem_count: problemCount, double_count: doubleCount };
      const first = rows.slice(0, SHOWN).map(({ line: _, ...row }) => shown(row));
      const named = doubles.map((one) => ({ ...one, code: faultCodeName(one.code) }));
      return { data: { ...data, first, problems, doubles: named } };
    }),
    route(contract.nameDtcs, async ({ caller, params, body }) => {
      await mustFind(db, caller.tenantId, params.dtc_file_id);
      return { list: (await store.namesOf(db, caller.tenantId, params.dtc_file_id, body.codes)).map(shown) };
    }),
  ];
}

async function put(db: Db, tenantId: string, id: string, rows: readonly store.StoredCode[]): Promise<void> {
  await mustFind(db, tenantId, id);
  const limit = contract.MAX_DTC_CODES;
  const count = await store.countWith(
    db,
    tenantId,
    id,
    rows.map(({ code }) => code),
  );
  if (count > limit) throw new ApiError(ecuErrors.tooManyCodes, { values: { limit } });
  await store.putCodes(db, tenantId, id, rows);
}

function codeOf(text: string): number {
  const code = parseFaultCode(text);
  if (code === undefined) throw new ApiError(ecuErrors.badCode, { field: "code" });
  return code;
}

async function mustFind(db: Db, tenantId: string, id: string) {
  const file = await store.findDtcFile(db, tenantId, id);
  if (!file) throw new ApiError(platformErrors.notFound);
  return file;
}
