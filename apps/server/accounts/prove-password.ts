import { signInErrors } from "@canopy/contract/accounts/errors";
import { LOCK_FAILURES } from "@canopy/contract/accounts/rules";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { RequestContext } from "../platform/http/route.ts";
import { passwordFits } from "./passwords.ts";
import { attemptOf, judgeFailures } from "./sign-in-attempt.ts";
import { beginAttempt, forgetAttempt, isLocked } from "./sign-in-guard.ts";
import { getUser } from "./user-store.ts";
import type { CodeServices } from "./verification-codes.ts";

/** A signed-in user that says its password again. */
export interface Prover extends Pick<RequestContext, "address" | "browserId"> {
  readonly caller: Pick<Caller, "tenantId" | "userId" | "userName">;
}

/** Whether it is the right one; refused while the account is banned. */
export type ProveOwnPassword = (prover: Prover, password: string) => Promise<boolean>;

/**
 * ACC-09: a wrong one counts as one of a sign-in does, or whoever has a session could try passwords without end. A try is
 * counted before it is judged, so that many at once are no more than one after the other.
 */
export function ownPasswordProof(services: CodeServices): ProveOwnPassword {
  const { db } = services;
  return async ({ caller, ...from }, password) => {
    const user = await getUser(db, caller.tenantId, caller.userId);
    const attempt = await attemptOf(db, user, caller.userName, from);
    if (await isLocked(db, attempt)) throw new ApiError(signInErrors.locked);
    const begun = await beginAttempt(db, attempt);
    const isOneTooMany = begun.count > LOCK_FAILURES;
    const fits = !isOneTooMany && (await passwordFits(password, user?.passwordHash));
    if (fits || isOneTooMany) await forgetAttempt(db, begun.id);
    else await judgeFailures(services, user, attempt);
    if (isOneTooMany) throw new ApiError(signInErrors.locked);
    return fits;
  };
}
