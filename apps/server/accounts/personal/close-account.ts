import { personalErrors } from "@canopy/contract/accounts/personal-errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { deleteSubUserRow } from "../people/sub-user-store.ts";
import { endTenantSessions, setTenantState } from "../tenant-store.ts";

export interface ClosingServices {
  readonly db: Db;
  /** Ends the connections of its devices. */
  tenantClosed(tenantId: string): Promise<void>;
  /** Tells the operators, who erase it. */
  closingAsked(tenantId: string): Promise<void>;
}

/** ACC-26: a sub-user's account is gone; a primary account closes its tenant, which the operator then erases. */
export async function closeOwnAccount(services: ClosingServices, caller: Caller): Promise<void> {
  const { db } = services;
  if (caller.role === "system") throw new ApiError(personalErrors.lastOperator);
  if (caller.role === "sub") {
    await deleteSubUserRow(db, caller.tenantId, caller.userId);
    return;
  }
  await setTenantState(db, caller.tenantId, "closed");
  await endTenantSessions(db, caller.tenantId);
  await services.tenantClosed(caller.tenantId);
  await services.closingAsked(caller.tenantId);
}
