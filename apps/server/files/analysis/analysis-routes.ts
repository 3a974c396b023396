import {
  ANALYSIS_STATUS,
  analysisProgress,
  CANCELLED_WORDS,
  cancelAnalysis,
  getAnalysis,
  listAnalyses,
  startAnalysis,
} from "@canopy/contract/files/file-analysis";
import type { Level } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findType } from "../../devices/types/info-model-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type DeviceLevels, requireLevel } from "../../platform/http/check-devices.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { fileFor } from "../things-file-routes.ts";
import * as store from "./analysis-store.ts";
import { beginAnalysis } from "./begin-analysis.ts";
import type { AnalysisServices } from "./commit-log.ts";

export interface AnalysisRouteServices extends AnalysisServices {
  readonly jobs: Jobs;
  readonly deviceLevels: DeviceLevels;
}

/** FIL-04 */
export function analysisRoutes(services: AnalysisRouteServices): Route[] {
  const { db, jobs, deviceLevels } = services;
  const found = async (caller: Caller, id: string, level: Level): Promise<store.RecordWithResult> => {
    const record = await store.getRecord(db, caller.tenantId, id);
    if (!record) throw new ApiError(platformErrors.notFound);
    await requireLevel(caller, [record.things_id], level, deviceLevels);
    return record;
  };
  return [
    route(startAnalysis, async ({ caller, params }) => {
      const file = await fileFor(services, caller, params.fileId, "write");
      const { tenantId, userId } = caller;
      const recordId = await db.transaction().execute((trx) => beginAnalysis(trx, { tenantId, userId, file, jobs }));
      return { recordId };
    }),
    route(cancelAnalysis, async ({ caller, params, language }) => {
      const record = await found(caller, params.recordId, "write");
      const isCancelled = await store.cancelAnalysis(db, caller.tenantId, record.recordId);
      const own = await store.analysisOfTenant(db, caller.tenantId, record.recordId);
      if (isCancelled && own?.jobId) await jobs.cancel(caller.tenantId, own.jobId);
      const isOver = isCancelled || record.status === ANALYSIS_STATUS.cancelled;
      return { message: CANCELLED_WORDS[isOver ? "cancelled" : "ended"][language] };
    }),
    route(analysisProgress, async ({ caller, params }) => {
      const { status, progress, message_code } = await found(caller, params.recordId, "read");
      return { status, progress, message_code };
    }),
    route(getAnalysis, async ({ caller, params }) => ({ data: await found(caller, params.recordId, "read") })),
    route(listAnalyses, async ({ caller, query }) => {
      const { current_page, page_size, ...filter } = query;
      if (filter.info_model_id !== undefined && !(await findType(db, caller.tenantId, filter.info_model_id)))
        throw new ApiError(platformErrors.notFound);
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await store.listRecords(db, caller, filter, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
  ];
}
