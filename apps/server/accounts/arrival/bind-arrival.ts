import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { takeArrival } from "./arrival-store.ts";
import { insertIdentity, WEIXIN } from "./identity-store.ts";

const kept = z.object({ subject: z.string() });

/** ACC-20: the account is the one of the weixin that the ticket is of; the ticket is good once. */
export async function bindArrival(
  services: { readonly db: Db; readonly secret: string },
  ticket: string,
  owner: { readonly tenantId: string; readonly userId: string },
): Promise<void> {
  const arrival = kept.safeParse((await takeArrival(services, "binding", ticket))?.kept);
  if (!arrival.success) throw new ApiError(arrivalErrors.arrivalExpired);
  if (!(await insertIdentity(services.db, WEIXIN, arrival.data.subject, owner)))
    throw new ApiError(arrivalErrors.bindingTaken);
}
