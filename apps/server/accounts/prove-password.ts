import type { Caller } from "../platform/http/caller.ts";
import type { RequestContext } from "../platform/http/route.ts";
import { passwordFits } from "./passwords.ts";
import { attemptOf, countedTry } from "./sign-in-attempt.ts";
import { getUser } from "./user-store.ts";
import type { CodeServices } from "./verification-codes.ts";

/** A signed-in user that says its password again. */
export interface Prover extends Pick<RequestContext, "address" | "browserId"> {
  readonly caller: Pick<Caller, "tenantId" | "userId" | "userName">;
}

/** Whether it is the right one; refused while the account is banned. */
export type ProveOwnPassword = (prover: Prover, password: string) => Promise<boolean>;

/** ACC-09: a wrong one counts as one of a sign-in does, or whoever has a session could try passwords without end. */
export function ownPasswordProof(services: CodeServices): ProveOwnPassword {
  const { db } = services;
  return async ({ caller, ...from }, password) => {
    const user = await getUser(db, caller.tenantId, caller.userId);
    const attempt = await attemptOf(db, user, caller.userName, from);
    return countedTry(services, user, attempt, async (failed) => {
      const fits = await passwordFits(password, user?.passwordHash);
      if (!fits) await failed();
      return fits;
    });
  };
}
