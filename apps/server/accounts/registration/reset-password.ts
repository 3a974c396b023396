import { fieldErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { RequestContext } from "../../platform/http/route.ts";
import { hashPassword } from "../passwords.ts";
import { concerned, findAccountsByPhone } from "../user-store.ts";
import { type CodeServices, consumeCode } from "../verification-codes.ts";
import { setPassword } from "./password-store.ts";

export interface Reset {
  readonly source: string;
  readonly verification_code: string;
  readonly new_password: string;
}

/** ACC-18: whoever holds the phone sets a new password; every older session ends and a ban is lifted (ACC-09). */
export async function resetPassword(
  services: CodeServices,
  reset: Reset,
  concerns: RequestContext["concerns"],
): Promise<void> {
  const accounts = await findAccountsByPhone(services.db, reset.source);
  const [user] = accounts;
  // A wrong code too is in the log of the one whose password it was about.
  if (user && accounts.length === 1) concerns(concerned(user));
  const proof = { channel: "sms", destination: reset.source, purpose: "modify" } as const;
  if (!(await consumeCode(services, proof, reset.verification_code)))
    throw new ApiError(fieldErrors.phoneCodeInvalid, { field: "verification_code" });
  // After the code: only the phone's holder learns whether it has an account.
  if (!user) throw new ApiError(signInErrors.phoneUnknown, { field: "source" });
  if (accounts.length > 1) throw new ApiError(signInErrors.conflict);
  await setPassword(services.db, user, await hashPassword(reset.new_password), { keepsSession: null });
}
