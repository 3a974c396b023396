import { accountAnswers } from "@canopy/contract/accounts/answers";
import { reviewErrors } from "@canopy/contract/accounts/errors";
import { decideRegistration, listRegistrations } from "@canopy/contract/accounts/reviews";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { CodeServices } from "../verification-codes.ts";
import { decide, findApplicant, listRegistrationRows } from "./review-store.ts";
import { tellApplicant } from "./tell-applicant.ts";

/** ACC-17, USR-08: approve, or refuse with a reason that the applicant reads. */
export function reviewRoutes(services: CodeServices): Route[] {
  const { db } = services;
  return [
    route(listRegistrations, async ({ caller, query }) => {
      const { list, total } = await listRegistrationRows(db, caller, query);
      const { current_page, page_size } = query;
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(decideRegistration, async ({ caller, params: { tenant_id }, body, language }) => {
      const applicant = await findApplicant(db, caller, tenant_id);
      if (!applicant) throw new ApiError(platformErrors.notFound);
      const isRefused = body.decision === "refuse";
      if (!(await decide(db, tenant_id, isRefused ? "refused" : "active", isRefused ? body.reason : "")))
        throw new ApiError(reviewErrors.alreadyDecided);
      await tellApplicant(services, applicant, isRefused ? body.reason : null);
      return { message: accountAnswers[isRefused ? "refused" : "approved"][language] };
    }),
  ];
}
