import { diagnosisAnswers } from "@canopy/contract/diagnosis/answers";
import { diagnosisErrors } from "@canopy/contract/diagnosis/errors";
import {
  cancelDiagnosisJob,
  endDiagnosis,
  getDiagnosis,
  keepDiagnosis,
  listDiagnosisJobs,
  listDiagnosisTrace,
  openDiagnosis,
  runDiagnosisJob,
} from "@canopy/contract/diagnosis/sessions";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { findJob, pageOfJobs, traceOf } from "./job-store.ts";
import { currentSession, endSession, openSession, ownSession } from "./keep-session.ts";
import { cancelJob, type JobServices, runJob } from "./run-job.ts";

/** UDS-01 */
export function sessionRoutes(services: JobServices): Route[] {
  const { db } = services;
  return [
    route(getDiagnosis, async ({ caller, params }) => ({
      data: await currentSession(services, { tenantId: caller.tenantId, thingsId: params.things_id }),
    })),
    route(openDiagnosis, async ({ caller, params }) => ({
      data: await openSession(services, caller, params.things_id),
    })),
    route(keepDiagnosis, async ({ caller, params }) => {
      await ownSession(services, caller, params.things_id);
      const data = await currentSession(services, { tenantId: caller.tenantId, thingsId: params.things_id });
      if (!data) throw new ApiError(diagnosisErrors.noSession);
      return { data };
    }),
    route(endDiagnosis, async ({ caller, params, language }) => {
      const device = { tenantId: caller.tenantId, thingsId: params.things_id };
      const session = await currentSession(services, device);
      // Managers end any session: a tester that went home must not hold the vehicle.
      if (session && session.user_id !== caller.userId && caller.role === "sub")
        throw new ApiError(diagnosisErrors.testerBusy, { values: { user: session.user_name } });
      await endSession(services, device, "ended");
      return { message: diagnosisAnswers.ended[language] };
    }),
    route(runDiagnosisJob, async ({ caller, params, body }) => ({
      data: await runJob(services, caller, params.things_id, body),
    })),
    route(cancelDiagnosisJob, async ({ caller, params, language }) => {
      await cancelJob(services, caller, params.things_id, params.job_id);
      return { message: diagnosisAnswers.cancelled[language] };
    }),
    route(listDiagnosisJobs, async ({ caller, params, query: { current_page, page_size } }) => {
      const device = { tenantId: caller.tenantId, thingsId: params.things_id };
      const page = { limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await pageOfJobs(db, device, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(listDiagnosisTrace, async ({ caller, params, query }) => {
      const device = { tenantId: caller.tenantId, thingsId: params.things_id };
      if (query.job_id && !(await findJob(db, device, query.job_id))) throw new ApiError(platformErrors.notFound);
      return { list: await traceOf(db, device, { jobId: query.job_id, from: query.from }) };
    }),
  ];
}
