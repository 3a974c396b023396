import { historyErrors } from "@canopy/contract/frames/errors";
import type { ProveOwnPassword, Prover } from "../../accounts/prove-password.ts";
import { ApiError } from "../../platform/http/api-error.ts";

export interface PasswordServices {
  readonly proveOwnPassword: ProveOwnPassword;
}

/** DAT-04: irreversible actions ask for the password again. */
export async function confirmPassword(
  { proveOwnPassword }: PasswordServices,
  prover: Prover,
  password: string,
): Promise<void> {
  if (!(await proveOwnPassword(prover, password)))
    throw new ApiError(historyErrors.wrongPassword, { field: "password" });
}
