import { signInErrors } from "@canopy/contract/accounts/errors";
import { LOCK_FAILURES, LOCK_FAILURES_PER_ADDRESS } from "@canopy/contract/accounts/rules";
import { ApiError } from "../platform/http/api-error.ts";
import type { RequestContext } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { hashToken } from "./secrets.ts";
import { notifyOwnerOfBan } from "./sign-in-bans.ts";
import { type Attempt, beginAttempt, forgetAttempt, isKnownBrowser, isLocked, recordFailure } from "./sign-in-guard.ts";
import type { User } from "./user-store.ts";
import type { CodeServices } from "./verification-codes.ts";

/** The counter of this try: the account, or this browser where it has signed in to the account before (ACC-09). */
export async function attemptOf(
  db: Db,
  user: User | undefined,
  username: string,
  from: Pick<RequestContext, "address" | "browserId">,
): Promise<Attempt> {
  const hash = from.browserId ? hashToken(from.browserId) : null;
  const isKnown = hash !== null && (await isKnownBrowser(db, user?.id, hash));
  const account = user?.id ?? `name ${username.toLowerCase()}`;
  return { account, browser: isKnown ? hash.toString("hex") : "", address: from.address };
}

/**
 * ACC-09: a try of a secret, unless the account is banned. It is counted before it is judged: however many come at once,
 * no more are judged than lead to a ban. `failed` makes it a failure; otherwise nothing of it stays.
 */
export async function countedTry<T>(
  services: CodeServices,
  user: User | undefined,
  attempt: Attempt,
  judge: (failed: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { db } = services;
  const { id, ofAccount, ofAddress } = await beginAttempt(db, attempt);
  try {
    const isTooMany = ofAccount > LOCK_FAILURES || ofAddress > LOCK_FAILURES_PER_ADDRESS;
    // Asked after counting: a ban that came meanwhile has cleared the count, and is found.
    if (isTooMany || (await isLocked(db, attempt))) throw new ApiError(signInErrors.locked);
    return await judge(() => fail(services, user, attempt, id));
  } finally {
    await forgetAttempt(db, id);
  }
}

/** The owner hears of a ban beside the answer, which must not take longer where there is an owner. */
async function fail(services: CodeServices, user: User | undefined, attempt: Attempt, id: string): Promise<void> {
  const banned = await recordFailure(services.db, attempt, id);
  if (banned === "account" && user) void notifyOwnerOfBan(services, user, attempt.address).catch(() => undefined);
  if (banned) throw new ApiError(signInErrors.locked);
}
