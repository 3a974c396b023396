import { signInErrors } from "@canopy/contract/accounts/errors";
import { ApiError } from "../platform/http/api-error.ts";
import type { RequestContext } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { hashToken } from "./secrets.ts";
import { notifyOwnerOfBan } from "./sign-in-bans.ts";
import { type Attempt, banAfterFailures, beginAttempt, isKnownBrowser } from "./sign-in-guard.ts";
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

export async function countFailure(services: CodeServices, user: User | undefined, attempt: Attempt): Promise<void> {
  await beginAttempt(services.db, attempt);
  await judgeFailures(services, user, attempt);
}

/** The owner hears of a ban beside the answer, which must not take longer where there is an owner. */
export async function judgeFailures(services: CodeServices, user: User | undefined, attempt: Attempt): Promise<void> {
  const banned = await banAfterFailures(services.db, attempt);
  if (banned === "account" && user) void notifyOwnerOfBan(services, user, attempt.address).catch(() => undefined);
  if (banned) throw new ApiError(signInErrors.locked);
}
