import type { AccessToken } from "@canopy/contract/accounts/access-tokens";
import { accountErrors } from "@canopy/contract/accounts/errors";
import { MAX_ACCESS_TOKENS } from "@canopy/contract/accounts/rules";
import { ApiError } from "../platform/http/api-error.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { insertToken, listTokensOf, type NewToken } from "./access-token-store.ts";
import { hashToken, newToken } from "./secrets.ts";

/** Told apart from session tokens at a glance, in a log or in a leak. */
export const TOKEN_PREFIX = "cnp_";

/** USR-09: the text is answered once and never known again. */
export async function makeAccessToken(
  db: Db,
  wanted: Omit<NewToken, "tokenHash">,
): Promise<{ token: string; data: AccessToken }> {
  const existing = await listTokensOf(db, wanted.tenantId, wanted.userId);
  if (existing.length >= MAX_ACCESS_TOKENS) {
    throw new ApiError(accountErrors.tokenLimit, { values: { limit: MAX_ACCESS_TOKENS } });
  }
  const token = newToken(TOKEN_PREFIX);
  const data = await insertToken(db, { ...wanted, tokenHash: hashToken(token) });
  if (!data) throw new ApiError(accountErrors.tokenNameTaken, { field: "name" });
  return { token, data };
}
