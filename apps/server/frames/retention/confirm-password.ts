import { historyErrors } from "@canopy/contract/frames/errors";
import { passwordFits } from "../../accounts/passwords.ts";
import { getUser } from "../../accounts/user-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** DAT-04: irreversible actions ask for the password again. */
export async function confirmPassword(db: Db, { tenantId, userId }: Caller, password: string): Promise<void> {
  const user = await getUser(db, tenantId, userId);
  if (!(await passwordFits(password, user?.passwordHash)))
    throw new ApiError(historyErrors.wrongPassword, { field: "password" });
}
