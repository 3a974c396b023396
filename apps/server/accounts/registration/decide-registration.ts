import { reviewErrors } from "@canopy/contract/accounts/errors";
import type { reviewDecision } from "@canopy/contract/accounts/reviews";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { decide, findApplicant } from "./review-store.ts";
import { type SendMessage, tellApplicant } from "./tell-applicant.ts";

/** ACC-17: an application is decided once, and its applicant told. */
export async function decideRegistration(
  { db, send }: { readonly db: Db; readonly send: SendMessage },
  caller: Pick<Caller, "role" | "tenantId">,
  tenantId: string,
  { decision, reason }: z.output<typeof reviewDecision>,
): Promise<void> {
  const applicant = await findApplicant(db, caller, tenantId);
  if (!applicant) throw new ApiError(platformErrors.notFound);
  const isRefused = decision === "refuse";
  if (!(await decide(db, tenantId, isRefused ? "refused" : "active", isRefused ? reason : "")))
    throw new ApiError(reviewErrors.alreadyDecided);
  await tellApplicant(send, applicant, isRefused ? reason : null);
}
